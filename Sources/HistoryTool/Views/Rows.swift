// Rows that are shown one by one, before it is known what the next ones hold: columns have fixed widths
// that fit most, or what is usual on a narrow terminal.

import Terminal

extension Screen {
  /// Whether there is no room for columns that fit most.
  private var isNarrow: Bool { (width ?? .max) < 100 }

  /// Shows cells next to one another, cut where the terminal ends.
  func row(_ cells: [Table.Cell]) {
    let gap: Table.Cell = "  "
    let spaced = cells.map { [$0] }.joined(separator: [gap])
    line(palette.line(of: Array(spaced), fitting: width))
  }

  /// A cell that is filled to the width of its column; on a narrow terminal that is `narrow`.
  func column(
    _ text: String, _ width: Int, narrow: Int? = nil, _ alignment: Alignment = .left,
    _ style: Palette.Style? = nil
  ) -> Table.Cell {
    let filled = visible(text).padded(to: isNarrow ? narrow ?? width : width, alignment)
    return style.map { Table.Cell(filled, $0) } ?? Table.Cell(filled)
  }

  /// An entry's number, time and stream, all in one style if one is given.
  func entryCells(
    seq: String, at: String, stream: String, _ style: Palette.Style? = nil
  ) -> [Table.Cell] {
    [
      column(seq, 6, narrow: 4, .right, style ?? .yellow), column(at, 19, .left, style ?? .dim),
      column(stream, 10, narrow: 7, .left, style),
    ]
  }
}

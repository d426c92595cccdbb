// The contents of a screen: a grid of cells, and the cursor if there is one. It is drawn in regions, so that no pane
// can reach out of its own.

package struct Frame: Equatable, Sendable {
  package struct Cell: Hashable, Sendable {
    /// A grapheme; a space where nothing is written.
    package fileprivate(set) var character: Character
    package fileprivate(set) var style: TextStyle
    /// The number of columns that it takes; 0 for those that the character to the left takes, too.
    package fileprivate(set) var width: Int16

    static let blank = Self(character: " ", style: .plain, width: 1)
  }

  package let size: ScreenSize
  /// The place of the terminal's cursor; hidden if it is nil or outside of the screen.
  package private(set) var cursor: Position?
  private(set) var cells: [Cell]

  package struct Position: Hashable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      (self.row, self.column) = (row, column)
    }
  }

  /// A screen with nothing on it.
  package init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  /// All of the screen.
  package var region: Region { Region(size) }

  package subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  /// The row as text, without the spaces at its end.
  package func text(row: Int) -> String {
    let start = row * size.columns
    var text = ""
    for cell in cells[start..<start + size.columns] where cell.width > 0 {
      text.append(cell.character)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The rows as text, one a line.
  package var text: String { (0..<size.rows).map(text(row:)).joined(separator: "\n") }
}

extension Frame {
  /// Writes a text from a place in a region on, cut at the width and at the region's end.
  ///
  /// - Returns: The number of columns that were written.
  @discardableResult
  package mutating func write(
    _ text: StyledText, row: Int = 0, column: Int = 0, width: Int = .max, in region: Region
  ) -> Int {
    let place = region.part(row: row, column: column, width: width, height: 1)
    // Before the region's beginning, the beginning of the text is cut.
    let text = column < 0 ? text.part(from: 0 - max(column, -.max), width: region.width) : text
    guard row >= 0, !place.isEmpty, isInside(place) else { return 0 }
    var position = place.column
    let end = place.column + place.width
    for run in text.runs {
      for character in run.text {
        let columns = character.columnsInFrame
        guard position + columns <= end else { return position - place.column }
        put(character.inFrame, run.style, columns, row: place.row, column: position)
        position += columns
      }
    }
    return position - place.column
  }

  /// Fills a region with a character that takes one column.
  package mutating func fill(
    _ region: Region, with character: Character = " ", _ style: TextStyle = .plain
  ) {
    guard isInside(region) else { return }
    let character = character.columnsInFrame == 1 ? character.inFrame : " "
    for row in region.row..<region.row + region.height {
      for column in region.column..<region.column + region.width {
        put(character, style, 1, row: row, column: column)
      }
    }
  }

  /// Draws a line across a row of a region.
  package mutating func horizontalLine(row: Int, in region: Region, _ style: TextStyle = .dim) {
    fill(region.part(row: row, height: row < 0 ? 0 : 1), with: "─", style)
  }

  /// Draws a line down a column of a region.
  package mutating func verticalLine(column: Int, in region: Region, _ style: TextStyle = .dim) {
    fill(region.part(column: column, width: column < 0 ? 0 : 1), with: "│", style)
  }

  /// Adds a style to all that is in a region.
  package mutating func restyle(_ region: Region, adding style: TextStyle) {
    guard isInside(region) else { return }
    for row in region.row..<region.row + region.height {
      for column in region.column..<region.column + region.width {
        let cell = self[row, column]
        let sum = cell.style + style
        cells[row * size.columns + column].style = cell.isBlank ? sum.ofBlank : sum
      }
    }
  }

  /// Shows the cursor at a place in a region, or hides it if the place is outside.
  package mutating func showCursor(row: Int, column: Int, in region: Region) {
    let place = region.part(row: row, column: column, width: 1, height: 1)
    let isShown = row >= 0 && column >= 0 && !place.isEmpty && isInside(place)
    cursor = isShown ? Position(row: place.row, column: place.column) : nil
  }

  mutating func removeColors() {
    for index in cells.indices { cells[index].style = cells[index].style.withoutColor }
  }

  package mutating func hideCursor() { cursor = nil }

  private func isInside(_ region: Region) -> Bool {
    region.row + region.height <= size.rows && region.column + region.width <= size.columns
  }

  private mutating func put(
    _ character: Character, _ style: TextStyle, _ columns: Int, row: Int, column: Int
  ) {
    let start = row * size.columns + column
    clearHalves(from: start, to: start + columns)
    cells[start] = Cell(
      character: character, style: character == " " ? style.ofBlank : style,
      width: Int16(clamping: columns))
    for rest in start + 1..<start + columns {
      cells[rest] = Cell(character: " ", style: style, width: 0)
    }
  }

  /// Makes the rest of wide characters blank that are about to be overwritten in part.
  private mutating func clearHalves(from start: Int, to end: Int) {
    var before = start
    while cells[before].width == 0 { before -= 1 }
    for half in before..<start { cells[half].blankOut() }
    var after = end
    while after < cells.count, cells[after].width == 0 {
      cells[after].blankOut()
      after += 1
    }
  }
}

extension Frame.Cell {
  /// Whether nothing is written in it. The right half of a wide character isn't blank.
  var isBlank: Bool { width == 1 && character == " " }

  fileprivate mutating func blankOut() {
    self = Frame.Cell(character: " ", style: style.ofBlank, width: 1)
  }
}

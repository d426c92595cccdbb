// Lines up rows of texts in columns. Cells are made safe to show and short enough to read here, so that no
// caller forgets; otherwise nothing is cut unless a width is given.

package struct Table: Sendable {
  package struct Column: Sendable {
    package let header: String
    package let alignment: Alignment
    /// Whether texts may be cut to fit the table into a width.
    package let isFlexible: Bool

    package init(_ header: String, _ alignment: Alignment = .left, isFlexible: Bool = false) {
      self.header = visible(header)
      self.alignment = alignment
      self.isFlexible = isFlexible
    }
  }

  package struct Cell: Sendable, ExpressibleByStringLiteral {
    let text: String
    let styles: [Palette.Style]

    /// - Parameter label: What stands before the text, and is never cut.
    package init(_ text: String, after label: String = "", _ styles: Palette.Style...) {
      self.text = label + visible(value: text)
      self.styles = styles
    }

    /// A text that is safe to show, and as long as it may be.
    package init(visible text: String, _ styles: [Palette.Style]) {
      self.text = text
      self.styles = styles
    }

    package init(stringLiteral text: String) {
      self.init(text)
    }
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  package init(_ columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    for row in rows { append(row) }
  }

  /// Adds a row; missing cells are empty, and cells beyond the last column are dropped.
  package mutating func append(_ row: [Cell]) {
    let missing = max(0, columns.count - row.count)
    rows.append(row.prefix(columns.count) + Array(repeating: "", count: missing))
  }

  /// The table as lines: the headers in bold (unless all are empty), then the rows, with two
  /// spaces between columns and no spaces at the end.
  ///
  /// - Parameters:
  ///   - palette: the style of the headers.
  ///   - maximumWidth: the terminal's width; the widest flexible columns are cut until the lines
  ///     fit, but to no less than their header. Lines that still don't fit are cut at their end.
  /// - Complexity: O(n) for n characters.
  package func lines(palette: Palette, maximumWidth: Int? = nil) -> [String] {
    let widths = columnWidths(fitting: maximumWidth)
    var lines: [String] = []
    if columns.contains(where: { !$0.header.isEmpty }) {
      let headers = spaced(columns.map { Cell($0.header, .bold) }, widths)
      lines.append(palette.line(of: headers, fitting: maximumWidth))
    }
    return lines + rows.map { palette.line(of: spaced($0, widths), fitting: maximumWidth) }
  }

  /// Cells with the spaces before them.
  private func spaced(_ cells: [Cell], _ widths: [Int]) -> [Cell] {
    var line: [Cell] = []
    var spaces = 0
    for (index, cell) in cells.enumerated() {
      let text = columns[index].isFlexible ? cell.text.truncated(to: widths[index]) : cell.text
      let missing = widths[index] - text.displayWidth
      let isOnTheRight = columns[index].alignment == .right
      // Spaces are written only when something follows them: none remain at the end of the line.
      if isOnTheRight { spaces += missing }
      if !text.isEmpty {
        if spaces > 0 { line.append(Cell(String(repeating: " ", count: spaces))) }
        line.append(Cell(visible: text, cell.styles))
        spaces = 0
      }
      spaces += 2 + (isOnTheRight ? 0 : missing)
    }
    return line
  }

  private func columnWidths(fitting maximumWidth: Int?) -> [Int] {
    var widths = columns.map(\.header.displayWidth)
    let minimums = widths.map { max($0, 1) }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], cell.text.displayWidth)
      }
    }
    guard let maximumWidth else { return widths }
    let flexible = columns.indices.filter { columns[$0].isFlexible }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - maximumWidth
    while excess > 0 {
      // Of the widest, the last gives way first, a column at a time.
      let shrinking = flexible.filter { widths[$0] > minimums[$0] }
      guard let widest = shrinking.reversed().max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

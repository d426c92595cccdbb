// Lines up rows of texts in columns. Cells are made safe to show and short enough to read here, so that no
// caller forgets. Nothing is cut to fit a terminal: half an amount or a code is a wrong one.

import Formatting

package struct Table: Sendable {
  package struct Column: Sendable {
    package let header: String
    package let alignment: Alignment
    /// The treatment of the column where the terminal is narrow.
    package let room: Room

    package enum Room: Sendable {
      case fixed
      /// Texts continue on lines of their own: between words or, where nothing else fits, within them.
      case wraps
      /// Not shown where there is no room; of several, the last gives way first.
      case optional
    }

    package init(_ header: String, _ alignment: Alignment = .left, _ room: Room = .fixed) {
      self.header = visible(header)
      self.alignment = alignment
      self.room = room
    }
  }

  package struct Cell: Sendable, ExpressibleByStringLiteral {
    let text: String
    let style: TextStyle

    /// - Parameter label: The text before this one, which is never cut.
    package init(_ text: String, after label: String = "", _ style: TextStyle = .plain) {
      self.init(visible: label + visible(value: text), style)
    }

    /// A text that is safe to show, and as long as it may be.
    package init(visible text: String, _ style: TextStyle) {
      self.text = text
      self.style = style
    }

    fileprivate var styled: StyledText { StyledText(visible: text, style) }

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
  /// - Parameter maximumWidth: the terminal's width. Where the table is wider, texts wrap, then optional
  ///   columns give way, then long words of texts that wrap are broken; if it still doesn't fit, each row
  ///   becomes a record, a line for each cell.
  /// - Complexity: O(n) for n characters.
  package func lines(maximumWidth: Int? = nil) -> [StyledText] {
    let widths = columns.indices.map { index in
      texts(of: index).map(\.displayWidth).max() ?? 0
    }
    guard let maximumWidth else { return grid(columns.indices.map { $0 }, widths) }
    var leastWidths = columns.indices.map { index in
      guard columns[index].room == .wraps else { return widths[index] }
      return texts(of: index).flatMap { $0.wrapped(to: 0) }.map(\.displayWidth).max() ?? 0
    }
    var shown = Array(columns.indices)
    while Self.total(leastWidths, of: shown) > maximumWidth {
      guard let last = shown.lastIndex(where: { columns[$0].room == .optional }) else { break }
      shown.remove(at: last)
    }
    if Self.total(leastWidths, of: shown) > maximumWidth {
      for index in shown where columns[index].room == .wraps {
        let unbreakable =
          texts(of: index).flatMap { $0.wrapped(to: 0) }
          .filter(\.hasDigit).map(\.displayWidth).max() ?? 0
        leastWidths[index] = max(unbreakable, min(leastWidths[index], Self.leastOfWords))
      }
      guard Self.total(leastWidths, of: shown) <= maximumWidth else {
        return records(width: maximumWidth)
      }
    }
    return grid(shown, narrowed(widths, to: leastWidths, shown, fitting: maximumWidth))
  }

  /// Words are never broken into shorter parts; those with a digit are whole, because they may be numbers, ids or
  /// codes.
  private static let leastOfWords = 12

  private func texts(of column: Int) -> [String] {
    [columns[column].header] + rows.map { $0[column].text }
  }

  private static func total(_ widths: [Int], of shown: [Int]) -> Int {
    shown.reduce(0) { $0 + widths[$1] } + 2 * (shown.count - 1)
  }

  /// The columns after the widest ones that wrap, the last one first, gave way, a column of the terminal at a time.
  private func narrowed(
    _ widths: [Int], to leastWidths: [Int], _ shown: [Int], fitting maximumWidth: Int
  ) -> [Int] {
    var widths = widths
    for _ in stride(from: Self.total(widths, of: shown), to: maximumWidth, by: -1) {
      let wide = shown.reversed().filter { widths[$0] > leastWidths[$0] }
      if let widest = wide.max(by: { widths[$0] < widths[$1] }) { widths[widest] -= 1 }
    }
    return widths
  }

  private func grid(_ shown: [Int], _ widths: [Int]) -> [StyledText] {
    let hasHeaders = columns.contains { !$0.header.isEmpty }
    let headers = hasHeaders ? [columns.map { Cell(visible: $0.header, .bold) }] : []
    return (headers + rows).flatMap { row in
      let cells = shown.map { index in
        row[index].text.displayWidth > widths[index]
          ? row[index].text.wrapped(to: widths[index]).flatMap { $0.broken(to: widths[index]) }
          : [row[index].text]
      }
      return (0..<(cells.map(\.count).max() ?? 0)).map { line in
        let parts = zip(shown, cells).map { index, texts in
          Cell(visible: line < texts.count ? texts[line] : "", row[index].style)
        }
        return spaced(parts, shown, widths)
      }
    }
  }

  /// A line of cells with the spaces before them.
  private func spaced(_ cells: [Cell], _ shown: [Int], _ widths: [Int]) -> StyledText {
    var line = StyledText.empty
    var spaces = 0
    for (cell, index) in zip(cells, shown) {
      let missing = widths[index] - cell.text.displayWidth
      let isOnTheRight = columns[index].alignment == .right
      // Spaces are written only when something follows them: none remain at the end of the line.
      if isOnTheRight { spaces += missing }
      if !cell.text.isEmpty {
        line += StyledText(visible: String(repeating: " ", count: spaces), .plain) + cell.styled
        spaces = 0
      }
      spaces += 2 + (isOnTheRight ? 0 : missing)
    }
    return line
  }

  /// Each row as lines of header and text, with an empty line between rows. Without headers, the first
  /// text stands for them.
  private func records(width: Int) -> [StyledText] {
    let labels = columns.map(\.header)
    let indent = labels.map(\.displayWidth).max() ?? 0
    guard indent > 0 else {
      return rows.flatMap { $0.filter { !$0.text.isEmpty }.lines(within: width) }
    }
    let records = rows.map { row in
      zip(labels, row).filter { !$1.text.isEmpty }.flatMap { label, cell in
        let texts = cell.text.wrapped(to: max(20, width - indent - 2))
        return texts.enumerated().map { index, text in
          let label = (index == 0 ? label : "").padded(to: indent)
          return StyledText(visible: label, .bold) + "  " + StyledText(visible: text, cell.style)
        }
      }
    }
    return Array(records.joined(separator: [.empty]))
  }
}

extension [Table.Cell] {
  /// Cells one after another, with two spaces between them. What has no room on a line continues
  /// below, indented.
  package func lines(within width: Int?) -> [StyledText] {
    let indent = 8
    var lines: [[Table.Cell]] = [[]]
    var used = 0
    for cell in self {
      let gap = used == 0 ? 0 : 2
      var parts = [cell]
      if let width, used > 0, used + gap + cell.withoutTrailingSpaces.text.displayWidth > width {
        parts = cell.wrapped(to: width - indent)
        lines += parts.map { [Table.Cell(String(repeating: " ", count: indent)), $0] }
        used = indent
      } else {
        lines[lines.count - 1] += gap == 0 ? parts : [Table.Cell("  ")] + parts
        used += gap
      }
      used += parts.last?.text.displayWidth ?? 0
    }
    return lines.map { line in
      (line.dropLast() + line.suffix(1).map(\.withoutTrailingSpaces))
        .reduce(into: .empty) { $0 += $1.styled }
    }
  }
}

extension Table.Cell {
  fileprivate var withoutTrailingSpaces: Self {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return Self(visible: text, style)
  }

  /// Itself where it fits, with the spaces that fill it.
  fileprivate func wrapped(to width: Int) -> [Self] {
    withoutTrailingSpaces.text.displayWidth <= width
      ? [self] : text.wrapped(to: width).map { Self(visible: $0, style) }
  }
}

extension String {
  fileprivate var hasDigit: Bool { contains(where: \.isNumber) }

  /// The text in parts no wider than the width, which is that of a character or more.
  fileprivate func broken(to width: Int) -> [String] {
    var parts = [""]
    for character in self {
      if let last = parts.last, !last.isEmpty, last.displayWidth + character.displayWidth > width {
        parts.append("")
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}

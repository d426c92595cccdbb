// The page that views draw on: lines of styled text, laid out for a width. The screen prints them, the browser draws
// them.

package protocol Drawable {
  func draw(on page: inout StyledLines)
  /// Draws what goes to standard error, after the rest. Default: nothing.
  func drawAside(on page: inout StyledLines)
}

extension Drawable {
  package func drawAside(on page: inout StyledLines) {}
}

/// Lines that a function draws.
struct Drawing: Drawable {
  let draw: (inout StyledLines) -> Void

  init(_ draw: @escaping (inout StyledLines) -> Void) { self.draw = draw }

  package func draw(on page: inout StyledLines) { draw(&page) }
}

package struct StyledLines {
  /// The width that lines may have; nil where there is no terminal.
  package let width: Int?
  package private(set) var lines: [StyledText] = []
  /// The width of the widest time of an entry so far: offsets of long ago have seconds.
  private var timeWidth = 19

  package init(width: Int?) { self.width = width }

  package mutating func line(_ text: StyledText = .empty) { lines.append(text) }

  /// A text in lines no wider than the terminal: the first after a prefix, the others below its end.
  package mutating func paragraph(
    _ text: String, after prefix: String = "", _ style: TextStyle = .plain
  ) {
    lines += visible(text).hanging(after: prefix, within: width)
      .map { StyledText(visible: $0, style) }
  }

  package mutating func table(_ table: Table) { lines += table.lines(maximumWidth: width) }

  /// A sentence about what is shown, or isn't.
  package mutating func note(_ note: String) { paragraph(note, after: ToolName.current + ": ") }

  /// A text for programs of others: byte by byte, but on a terminal nothing that controls it.
  ///
  /// - Parameter text: Its last line ends, too.
  mutating func exactly(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      self.line(width == nil ? StyledText(visible: String(line), .plain) : StyledText(String(line)))
    }
  }

  /// The lines so far, which are left out from now on.
  mutating func take() -> [StyledText] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }
}

extension StyledLines {
  /// Whether there is no room for columns that fit most.
  private var isNarrow: Bool { (width ?? .max) < 100 }

  /// Cells next to one another, and below where the terminal ends.
  mutating func row(_ cells: [Table.Cell]) { lines += cells.lines(within: width) }

  /// A cell that is filled to the width of its column; on a narrow terminal that is `narrow`.
  func column(
    _ text: String, _ width: Int, narrow: Int? = nil, _ alignment: Alignment = .left,
    _ style: TextStyle = .plain
  ) -> Table.Cell {
    let filled = visible(value: text).padded(to: isNarrow ? narrow ?? width : width, alignment)
    return Table.Cell(visible: filled, style)
  }

  /// An entry's number, time and stream, all in one style if one is given.
  mutating func entryCells(
    seq: String, at: String, stream: String, _ style: TextStyle? = nil
  ) -> [Table.Cell] {
    timeWidth = max(timeWidth, at.displayWidth)
    return [
      column(seq, 6, narrow: 5, .right, style ?? .yellow),
      column(at, timeWidth, .left, style ?? .dim),
      column(stream, 10, narrow: 7, .left, style ?? .plain),
    ]
  }

  /// Names and what they stand for.
  mutating func rows(_ rows: [[String]]) {
    let width = rows.compactMap { $0.first?.displayWidth }.max() ?? 0
    for row in rows {
      let first = visible(row.first ?? "").padded(to: width)
      let rest = row.dropFirst().map { visible(value: $0) }.joined(separator: "  ")
      paragraph(rest, after: "  \(first)  ")
    }
  }

  /// Fields that changed, one per line: the old and the new value.
  package mutating func changes(_ changes: [FieldChangeLine], indent: Int) {
    let width = changes.map(\.field.displayWidth).max() ?? 0
    let margin = String(repeating: " ", count: indent)
    for change in changes {
      let field = StyledText(visible(change.field).padded(to: width))
      let signs = change.isElement ? (old: "- ", new: "+ ") : (old: "", new: "")
      let old = change.old.map { StyledText(signs.old + visible(value: $0), .red) }
      let new = change.new.map { StyledText(signs.new + visible(value: $0), .green) }
      let begin = StyledText(margin) + field + "  "
      switch (old, new) {
      case (let old?, nil) where change.isElement: line(begin + old)
      case (let old?, let new?): line(begin + old + " → " + new)
      case (let old?, nil): line(begin + old + " → nothing")
      case (nil, let new?): line(begin + new)
      case (nil, nil): break
      }
    }
  }
}

extension String: Drawable {
  package func draw(on page: inout StyledLines) { page.paragraph(self) }
}

extension Optional: Drawable where Wrapped: Drawable {
  package func draw(on page: inout StyledLines) { self?.draw(on: &page) }
}

extension TonedLine: Drawable {
  package func draw(on page: inout StyledLines) {
    page.paragraph(text, tone.map { TextStyle($0) } ?? .plain)
  }
}

extension Array: Drawable where Element: Drawable {
  package func draw(on page: inout StyledLines) { for element in self { element.draw(on: &page) } }
}

extension TableViewModel: Drawable {
  package func draw(on page: inout StyledLines) {
    if !rows.isEmpty || summary == nil {
      let columns = headings.map { heading in
        Table.Column(
          heading.text + (heading.has(.zone) ? " (\(timeZone))" : ""),
          heading.has(.number) ? .right : .left,
          heading.has(.wraps) ? .wraps : heading.has(.optional) ? .optional : .fixed)
      }
      let cells = rows.map { zip($0, headings).map { Table.Cell($0, $1.style(of: $0)) } }
      page.table(Table(columns, rows: cells))
    }
    if let summary { page.paragraph(summary) }
  }
}

extension TableViewModel.Heading {
  func has(_ trait: TableViewModel.Trait) -> Bool { traits.contains(trait) }
  /// Whether some of its texts stand out.
  var hasTones: Bool {
    traits.contains { if case .tones = $0 { true } else { false } }
  }

  package func style(of text: String) -> TextStyle {
    for trait in traits {
      switch trait {
      case .tone(let tone): return TextStyle(tone)
      case .tones(let tones): return TextStyle(tones[text] ?? .faint)
      default: continue
      }
    }
    return .plain
  }
}

extension TextStyle {
  fileprivate init(_ tone: TableViewModel.Tone) {
    switch tone {
    case .faint: self = .dim
    case .strong: self = .bold
    case .good: self = .green
    case .bad: self = .red
    case .pending, .entry: self = .yellow
    case .active: self = .cyan
    }
  }
}

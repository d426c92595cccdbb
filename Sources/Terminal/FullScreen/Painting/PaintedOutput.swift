// The bytes of a painting: knows where the terminal's cursor is and which style it writes in, and writes
// the shortest way from there to another.

struct PaintedOutput {
  private var bytes: [UInt8] = []
  /// The place of the next character; nil if terminals differ on that.
  private var position: Frame.Position?
  /// The row that the cursor is in; nil before the first move.
  private var row: Int?
  private var style = TextStyle.plain
  /// Whether the cursor is after wide characters, which a terminal may have drawn narrow.
  private var isAfterWide = false

  /// A gap is written again where that isn't longer than a jump.
  private static let shortGap = 4

  mutating func begin(hidesCursor: Bool) {
    // Other output to the terminal has left the cursor anywhere.
    (position, row) = (nil, nil)
    if hidesCursor { send("\u{1b}[?25l") }
  }

  mutating func clear() {
    send("\u{1b}[m\u{1b}[H\u{1b}[J")
    style = .plain
    position = Frame.Position(row: 0, column: 0)
    row = 0
  }

  mutating func end(showingCursorAt cursor: Frame.Position?) {
    setStyle(.plain)
    guard let cursor else { return }
    jump(toRow: cursor.row, column: cursor.column)
    send("\u{1b}[?25h")
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Moves to a column of a row whose cells are those that it will have.
  mutating func move(toRow row: Int, column: Int, over cells: ArraySlice<Frame.Cell>) {
    guard position != Frame.Position(row: row, column: column) else { return }
    if !isAfterWide, let position, position.row == row, position.column < column {
      let gap = cells[cells.startIndex + position.column..<cells.startIndex + column]
      let isShort = gap.count <= Self.shortGap
      if isShort, gap.allSatisfy({ $0.character.isASCII && $0.width == 1 && !needsStyle($0) }) {
        for cell in gap { write(cell, upTo: cells.count) }
        return
      }
    }
    jump(toRow: row, column: column)
  }

  private mutating func jump(toRow row: Int, column: Int) {
    if isAfterWide { (position, isAfterWide) = (nil, false) }
    guard position != Frame.Position(row: row, column: column) else { return }
    var ways = [Self.jump(toRow: row, column: column)]
    if let position, position.row == row, position.column < column {
      ways.append(Self.steps(column - position.column))
    }
    if self.row == row { ways.append("\r" + Self.steps(column)) }
    // The row below exists, so that nothing scrolls.
    if let before = self.row, before + 1 == row { ways.append("\r\n" + Self.steps(column)) }
    send(ways.min { $0.utf8.count < $1.utf8.count } ?? "")
    position = Frame.Position(row: row, column: column)
    self.row = row
  }

  private static func jump(toRow row: Int, column: Int) -> String {
    let column = column == 0 ? "" : ";\(column + 1)"
    return "\u{1b}[\(row == 0 && column.isEmpty ? "" : String(row + 1))\(column)H"
  }

  private static func steps(_ count: Int) -> String {
    count == 0 ? "" : "\u{1b}[\(count == 1 ? "" : String(count))C"
  }

  /// Writes a cell where the cursor is.
  ///
  /// - Parameter columns: The number of columns of the row.
  mutating func write(_ cell: Frame.Cell, upTo columns: Int) {
    guard let start = position else { return }
    let certainty = cell.certainty
    if isAfterWide, certainty != .wide { jump(toRow: start.row, column: start.column) }
    if needsStyle(cell) { setStyle(cell.style) }
    if certainty == .unsure, cell.width > 1 {
      // A terminal that takes it for narrower would show in its columns what was there before.
      send(String(repeating: " ", count: Int(cell.width)))
      position = nil
      jump(toRow: start.row, column: start.column)
    }
    bytes += cell.character.utf8
    isAfterWide = certainty == .wide
    let next = start.column + Int(cell.width)
    // The place of the cursor at the right edge differs between terminals.
    let isSure = certainty != .unsure && next < columns
    position = isSure ? Frame.Position(row: start.row, column: next) : nil
  }

  mutating func eraseToEndOfLine() {
    if isAfterWide, let position { jump(toRow: position.row, column: position.column) }
    // Terminals erase in the style that they write in.
    setStyle(.plain)
    send("\u{1b}[K")
  }

  /// Whether the cell would look different in the style that the terminal writes in.
  private func needsStyle(_ cell: Frame.Cell) -> Bool {
    (cell.isBlank ? style.ofBlank : style) != cell.style
  }

  private mutating func setStyle(_ new: TextStyle) {
    guard new != style else { return }
    let (codes, before) = (new.codes, style.codes)
    let isAddition =
      new + style.withoutColor == new && (new.color != nil || style.color == nil)
    // Switching something off alone is unknown to old terminals.
    let sent = isAddition ? codes.filter { !before.contains($0) } : codes.isEmpty ? [] : [0] + codes
    send("\u{1b}[" + sent.map(String.init).joined(separator: ";") + "m")
    style = new
  }

  private mutating func send(_ text: String) { bytes += text.utf8 }
}

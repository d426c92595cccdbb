// A terminal without a window: it understands what the painter writes and what programs print on a line, and
// complains about all else. Tests look at what a person would see.

import Terminal

package struct VirtualTerminal: Sendable {
  package struct Cell: Hashable, Sendable {
    package var text = " "
    package var style = TextStyle.plain
    /// 0 for the columns that the character to the left takes, too.
    package var width = 1
  }

  package private(set) var size: ScreenSize
  package private(set) var cursor = Frame.Position(row: 0, column: 0)
  package private(set) var cells: [[Cell]]
  /// The private modes that are on; 7 (wrapping) and 25 (the cursor shows) are from the beginning.
  package private(set) var modes: Set<Int> = [7, 25]
  /// The sequences that it was sent and doesn't understand. A test expects that there are none.
  package private(set) var problems: [String] = []
  package private(set) var style = TextStyle.plain

  /// The main screen, while the alternate one shows.
  private var saved: (cells: [[Cell]], cursor: Frame.Position)?
  private var state = State.ground
  /// The cell that the last character went to, which marks may still join.
  private var joinable: Frame.Position?
  /// Whether the last column was written, so that the next character wraps.
  private var isWrapPending = false
  private let measure: @Sendable (String) -> Int

  private enum State {
    case ground
    case character([UInt8])
    case escape
    case sequence([UInt8])
    /// A title or the like, up to its end.
    case message(isEscaped: Bool)
  }

  /// - Parameters:
  ///   - size: Rows and columns.
  ///   - measure: The number of columns of a grapheme. Terminals don't agree on that.
  package init(
    _ size: ScreenSize = ScreenSize(rows: 24, columns: 80),
    measure: @escaping @Sendable (String) -> Int = { $0.columnsInFrame }
  ) {
    (self.size, self.measure) = (size, measure)
    cells = Self.blank(size)
  }

  private static func blank(_ size: ScreenSize) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// Whether the alternate screen shows.
  package var isAlternate: Bool { modes.contains(1049) }

  package func text(row: Int) -> String {
    var text = cells[row].filter { $0.width > 0 }.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The terminal's text, one row a line.
  package var text: String { (0..<size.rows).map(text(row:)).joined(separator: "\n") }

  /// Gives the window another size; as in most terminals, what shows is cut or filled at the right and the
  /// bottom.
  package mutating func resize(to size: ScreenSize) {
    func resized(_ old: [[Cell]]) -> [[Cell]] {
      var new = Self.blank(size)
      for row in 0..<min(old.count, size.rows) {
        for column in 0..<min(old[row].count, size.columns) { new[row][column] = old[row][column] }
      }
      return new
    }
    cells = resized(cells)
    saved = saved.map { (resized($0.cells), $0.cursor) }
    self.size = size
    moveCursor(toRow: cursor.row, column: cursor.column)
  }

  package mutating func feed(_ text: String) { feed(text.utf8) }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeInGround(byte)
    case .character(let bytes):
      let bytes = bytes + [byte]
      state = .character(bytes)
      guard let first = bytes.first, bytes.count == (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) else {
        return
      }
      state = .ground
      guard let text = String(validating: bytes, as: UTF8.self) else {
        problems.append("invalid UTF-8: \(bytes)")
        return
      }
      write(text)
    case .escape: takeInEscape(byte)
    case .sequence(let bytes):
      if 0x40...0x7E ~= byte {
        state = .ground
        interpret(String(decoding: bytes, as: UTF8.self), Character(Unicode.Scalar(byte)))
      } else if 0x20...0x3F ~= byte {
        state = .sequence(bytes + [byte])
      } else {
        state = .ground
        problems.append("ESC [ \(String(decoding: bytes, as: UTF8.self)) then \(byte)")
      }
    case .message(let isEscaped):
      let isEnd = byte == 0x07 || isEscaped && byte == UInt8(ascii: "\\")
      state = isEnd ? .ground : .message(isEscaped: byte == 0x1B)
    }
  }

  private mutating func takeInGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D: moveCursor(toRow: cursor.row, column: 0)
    case 0x0A: lineFeed()
    case 0x08: moveCursor(toRow: cursor.row, column: cursor.column - 1)
    case 0x09: moveCursor(toRow: cursor.row, column: cursor.column / 8 * 8 + 8)
    case 0x07: break
    case 0x20...0x7E: write(String(Unicode.Scalar(byte)))
    case 0xC2...0xF4: state = .character([byte])
    default: problems.append("byte \(byte)")
    }
  }

  private mutating func takeInEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "]"):
      state = .message(isEscaped: false)
      problems.append("ESC ]")
    default:
      state = .ground
      problems.append("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  private mutating func moveCursor(toRow row: Int, column: Int) {
    cursor = Frame.Position(
      row: min(max(0, row), max(0, size.rows - 1)),
      column: min(max(0, column), max(0, size.columns - 1)))
    (joinable, isWrapPending) = (nil, false)
  }

  private mutating func lineFeed() {
    let column = cursor.column
    if cursor.row + 1 < size.rows {
      moveCursor(toRow: cursor.row + 1, column: column)
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: Cell(), count: size.columns))
      moveCursor(toRow: cursor.row, column: column)
    }
  }
}

// Escape sequences.
extension VirtualTerminal {
  private mutating func interpret(_ parameters: String, _ final: Character) {
    let isPrivate = parameters.hasPrefix("?")
    let numbers = (isPrivate ? String(parameters.dropFirst()) : parameters)
      .split(separator: ";", omittingEmptySubsequences: false).map { $0.isEmpty ? 0 : Int($0) }
    guard numbers.allSatisfy({ $0 != nil }) else {
      problems.append("ESC [ \(parameters)\(final)")
      return
    }
    let values = numbers.compactMap(\.self)
    let count = max(1, values.first ?? 0)
    switch (final, isPrivate) {
    case ("H", false):
      moveCursor(toRow: count - 1, column: max(1, values.count > 1 ? values[1] : 1) - 1)
    case ("C", false): moveCursor(toRow: cursor.row, column: cursor.column + count)
    case ("K", false) where values.first ?? 0 == 0: erase(row: cursor.row, from: cursor.column)
    case ("J", false) where values.first ?? 0 == 0:
      erase(row: cursor.row, from: cursor.column)
      for row in cursor.row + 1..<max(cursor.row + 1, size.rows) { erase(row: row, from: 0) }
    case ("m", false): setStyle(values.isEmpty ? [0] : values)
    case ("h", true), ("l", true): for number in values { setMode(number, isOn: final == "h") }
    default: problems.append("ESC [ \(parameters)\(final)")
    }
  }

  private mutating func erase(row: Int, from column: Int) {
    joinable = nil
    guard size.columns > 0, size.rows > 0 else { return }
    cut(row: row, at: column)
    // Terminals differ on which styles erased cells keep; the painter erases in none.
    if style != .plain { problems.append("erased in \(style)") }
    for index in column..<size.columns { cells[row][index] = Cell() }
  }

  private mutating func setStyle(_ numbers: [Int]) {
    for number in numbers {
      switch number {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      default:
        if let color = TextStyle.Color(rawValue: number) {
          style.color = color
        } else {
          problems.append("style \(number)")
        }
      }
    }
  }

  private mutating func setMode(_ number: Int, isOn: Bool) {
    guard [7, 25, 1000, 1002, 1006, 1049, 2004].contains(number) else {
      problems.append("mode \(number)")
      return
    }
    let wasOn = modes.contains(number)
    if isOn { modes.insert(number) } else { modes.remove(number) }
    guard number == 1049, isOn != wasOn else { return }
    if isOn {
      saved = (cells, cursor)
      cells = Self.blank(size)
    } else if let saved {
      cells = saved.cells
      moveCursor(toRow: saved.cursor.row, column: saved.cursor.column)
    }
  }
}

// Characters.
extension VirtualTerminal {
  /// Writes a scalar, which may belong to the grapheme before it.
  private mutating func write(_ scalar: String) {
    guard size.rows > 0, size.columns > 0 else { return }
    if let place = joinable {
      let joined = cells[place.row][place.column].text + scalar
      if joined.count == 1 {
        let style = style
        // The columns that it took until now are measured again.
        for column in place.column..<size.columns
        where column == place.column
          || cells[place.row][column].width == 0
            && column < place.column + cells[place.row][place.column].width
        {
          cells[place.row][column] = Cell()
        }
        cursor = place
        isWrapPending = false
        return put(joined, style)
      }
    }
    if isWrapPending {
      lineFeed()
      moveCursor(toRow: cursor.row, column: 0)
    }
    put(scalar, style)
  }

  private mutating func put(_ text: String, _ style: TextStyle) {
    let width = max(1, measure(text))
    let start = min(cursor.column, max(0, size.columns - width))
    let row = cursor.row
    let end = min(start + width, size.columns)
    cut(row: row, at: start)
    cut(row: row, at: end)
    cells[row][start] = Cell(text: text, style: style, width: end - start)
    for column in start + 1..<max(start + 1, end) {
      cells[row][column] = Cell(text: " ", style: style, width: 0)
    }
    joinable = Frame.Position(row: row, column: start)
    if end < size.columns {
      cursor = Frame.Position(row: row, column: end)
    } else {
      cursor = Frame.Position(row: row, column: size.columns - 1)
      isWrapPending = modes.contains(7)
    }
  }

  /// A wide character that is cut by a column becomes blank.
  private mutating func cut(row: Int, at column: Int) {
    guard column > 0, column < size.columns, cells[row][column].width == 0 else { return }
    var start = column
    while start > 0, cells[row][start].width == 0 { start -= 1 }
    let end = min(size.columns, start + cells[row][start].width)
    for index in start..<end { cells[row][index] = Cell() }
  }
}

extension VirtualTerminal {
  /// The places at which it differs from the frame, one line each.
  package func differences(from frame: Frame) -> [String] {
    guard frame.size == size else { return ["the size: \(size), and not \(frame.size)"] }
    var differences: [String] = []
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let (shown, wanted) = (cells[row][column], frame[row, column])
        if shown.width != Int(wanted.width) {
          differences.append("\(row), \(column): width \(shown.width), and not \(wanted.width)")
        }
        guard shown.width > 0, wanted.width > 0 else { continue }
        let style = shown.text == " " ? shown.style.ofBlank : shown.style
        if shown.text != String(wanted.character) || style != wanted.style {
          differences.append("\(row), \(column): \(shown), and not \(wanted)")
        }
      }
    }
    let cursor = modes.contains(25) ? cursor : nil
    if cursor != frame.cursor {
      differences.append("the cursor: \(String(describing: cursor))")
    }
    return differences
  }
}

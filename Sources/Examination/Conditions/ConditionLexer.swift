// Cuts the text of a condition into words. Works on UTF-8; only texts in quotes may hold more than
// ASCII.

enum Token: Hashable {
  case integer(Int64)
  /// An amount of money: digits, a point, digits; or as it is shown, with its currency.
  case amount(String)
  case text(String)
  /// A moment, or the first and the last of a day.
  case time(ClosedRange<Timestamp>)
  /// A field, a function, or one of the language's own words.
  case name(String)
  /// `==`, `(`, and so on.
  case symbol(String)
  case end
}

struct PlacedToken {
  let token: Token
  let range: Range<Int>

  func `is`(_ word: String) -> Bool { token == .symbol(word) || token == .name(word) }
}

/// The language's own words: they are no fields.
enum Keyword {
  static let all: Set = ["and", "or", "not", "in", "else", "true", "false"]
}

struct ConditionLexer {
  static let maximumLength = 10_000

  private let bytes: [UInt8]
  private let blame: ConditionBlame
  private let times: TypedTimes
  private var position = 0

  private init(_ text: String, _ times: TypedTimes) {
    self.times = times
    bytes = Array(text.utf8)
    blame = ConditionBlame(text: text)
  }

  /// The words of a text; the last is `end`.
  static func tokens(of text: String, _ times: TypedTimes) throws(ConditionError) -> [PlacedToken] {
    var lexer = ConditionLexer(text, times)
    guard lexer.bytes.count <= maximumLength else {
      throw lexer.blame.error(
        .tooComplex, "A condition can have at most \(maximumLength) bytes.", at: 0..<0)
    }
    var tokens: [PlacedToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.token != .end
    return tokens
  }

  private mutating func next() throws(ConditionError) -> PlacedToken {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    let start = position
    guard start < bytes.count else { return PlacedToken(token: .end, range: start..<start) }
    let token =
      switch bytes[start] {
      case 0x22, 0x27: try quotedText()
      case 0x30...0x39: try value()
      case let byte where Self.beginsName(byte): shownAmount() ?? name()
      default: if let amount = shownAmount() { amount } else { try symbol() }
      }
    return PlacedToken(token: token, range: start..<position)
  }

  private mutating func quotedText() throws(ConditionError) -> Token {
    let quote = bytes[position]
    guard let end = bytes[(position + 1)...].firstIndex(of: quote) else {
      throw blame.error(
        .syntax,
        "The text has no closing quote.", hint: "End it with the same quote.",
        at: position..<bytes.count)
    }
    defer { position = end + 1 }
    return .text(string(position + 1..<end))
  }

  private mutating func name() -> Token {
    let start = position
    position = end(of: start, while: Self.isInName)
    return .name(string(start..<position))
  }

  /// The token that begins with a digit.
  private mutating func value() throws(ConditionError) -> Token {
    if let time = try time() { return time }
    if let amount = shownAmount() { return amount }
    return try number()
  }

  private mutating func number() throws(ConditionError) -> Token {
    let start = position
    position = end(of: start, while: Self.isDigit)
    if position < bytes.count, bytes[position] == 0x2E {
      let end = end(of: position + 1, while: Self.isDigit)
      guard end > position + 1 else {
        throw blame.error(
          .syntax, "The decimals are missing after the point.", at: start..<position + 1)
      }
      position = end
      return .amount(string(start..<end))
    }
    guard let value = Int64(string(start..<position)) else {
      throw blame.error(
        .numberTooLarge, "The number is too large.",
        hint: "The largest is \(Int64.max).", at: start..<position)
    }
    return .integer(value)
  }

  /// Whether `2026-01-31` begins here: a difference of numbers is written with spaces.
  private func isDay(at start: Int) -> Bool {
    guard start + 10 <= bytes.count else { return false }
    return zip(bytes[start..<start + 10], "dddd-dd-dd".utf8).allSatisfy { byte, pattern in
      pattern == 0x2D ? byte == 0x2D : Self.isDigit(byte)
    }
  }

  /// The longest time that begins here, typed or as it was shown: `26.11.2026, 14:03:05 +01:00`. A day may have the
  /// beginning of an expression as its end, so that only all of it tells.
  private mutating func time() throws(ConditionError) -> Token? {
    let start = position
    guard isDate(at: start) else { return nil }
    let longest = min(bytes.count, start + Self.maximumTimeLength)
    for end in stride(from: longest, to: start, by: -1)
    where end == bytes.count || !Self.isInTime(bytes[end]) {
      guard let moments = times.read(string(start..<end)) else { continue }
      position = end
      // The day at which a zone moved to the other side of the date line.
      guard moments.first <= moments.last else {
        throw blame.error(
          .syntax, "There was no such day in the time zone.",
          hint: "Write the day before or after it, or a time with a zone.", at: start..<end)
      }
      return .time(moments.first...moments.last)
    }
    guard isDay(at: start) else { return nil }
    position = end(of: start + 10, while: Self.isInTime)
    throw blame.error(
      .syntax, "This isn't a time.",
      hint: "Write 2026-01-31 (all of that day), 2026-01-31T12:00, or with a zone "
        + "2026-01-31T12:00Z or 2026-01-31T12:00+01:00.",
      at: start..<position)
  }

  /// Enough for `11/26/2026, 12:03:05.123456 PM America/Argentina/ComodRivadavia`.
  private static let maximumTimeLength = 70

  /// Whether a date in any order begins here: three numbers with something between them.
  private func isDate(at start: Int) -> Bool {
    let first = end(of: start, while: Self.isDigit)
    guard first < bytes.count, "-./".utf8.contains(bytes[first]) else { return false }
    let second = end(of: first + 1, while: Self.isDigit)
    return first - start <= 4 && second > first + 1 && second - first <= 3
      && second + 1 < bytes.count && bytes[second] == bytes[first]
      && Self.isDigit(bytes[second + 1])
  }

  /// The longest amount that begins here as it is shown, with its currency: `1.234,50 €`, `$1,234.50`.
  private mutating func shownAmount() -> Token? {
    let start = position
    // A currency is before a number, or after it.
    let first = bytes[start...].prefix(Self.maximumSymbolLength).firstIndex(where: Self.isDigit)
    guard let first, bytes[start..<first].allSatisfy(Self.isInSymbol) else { return nil }
    for end in stride(from: min(bytes.count, start + Self.maximumAmountLength), to: first, by: -1)
    where end == bytes.count || !Self.isInName(bytes[end]) && bytes[end] & 0xC0 != 0x80 {
      let text = string(start..<end)
      let written = WrittenAmount(text)
      guard written.currency != nil, text.last?.isWhitespace == false,
        Money.isAmount(written.number)
      else { continue }
      position = end
      return .amount(text)
    }
    return nil
  }

  /// Enough for the largest amount with everything between its thousands.
  private static let maximumAmountLength = 48
  /// Enough for `US$` and a space.
  private static let maximumSymbolLength = 8

  /// Whether a byte may be of a currency's code or symbol, or of a space after it.
  private static func isInSymbol(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x20 || byte == 0x24 || (byte | 0x20) &- 0x61 < 26
  }

  private static func isInTime(_ byte: UInt8) -> Bool {
    isDigit(byte) || beginsName(byte) || ":.+-/".utf8.contains(byte)
  }

  private static let symbols = [
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "(", ")", "[", "]", ",", ".",
  ]
  /// The operators of other languages, and their equivalents here.
  private static let foreign = ["&&": "and", "||": "or", "<>": "!=", "=": "==", "!": "not"]

  private mutating func symbol() throws(ConditionError) -> Token {
    let start = position
    for length in [2, 1] where start + length <= bytes.count {
      let text = string(start..<start + length)
      if let meant = Self.foreign[text] {
        throw blame.error(
          .syntax, "Conditions have no '\(text)'.", hint: "Use \(meant).",
          at: start..<start + length)
      }
      if Self.symbols.contains(text) {
        position += length
        return .symbol(text)
      }
    }
    let rest = end(of: start + 1) { $0 & 0xC0 == 0x80 }
    throw blame.error(
      .syntax, "This character isn't allowed in a condition.",
      hint: #"Put texts in quotes, as in status == "paid"."#, at: start..<rest)
  }

  private func end(of start: Int, while belongs: (UInt8) -> Bool) -> Int {
    bytes[start...].firstIndex { !belongs($0) } ?? bytes.count
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isInName(_ byte: UInt8) -> Bool { beginsName(byte) || isDigit(byte) }

  private static func beginsName(_ byte: UInt8) -> Bool {
    // Setting this bit turns capital letters into small ones.
    (byte | 0x20) &- 0x61 < 26 || byte == 0x5F
  }
}

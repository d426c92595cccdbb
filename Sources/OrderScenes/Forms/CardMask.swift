// Takes card numbers out of what is kept although it couldn't be read as a form, or as a text.

package enum CardMask {
  /// The text with asterisks for the digits of anything that could be a card number, and for those
  /// of a line that mentions a `cvv`.
  package static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var symbols = Array(line)
      for place in places(in: symbols.map(Kind.init), mentionsCode: mentionsCode(line)) {
        symbols[place] = "*"
      }
      return String(symbols)
    }.joined(separator: "\n")
  }

  /// Masks bytes in whatever encoding has ASCII's digits; the others stay as they are.
  package static func masked(_ bytes: [UInt8]) -> [UInt8] {
    if let text = String(validating: bytes, as: UTF8.self) { return Array(masked(text).utf8) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      var line = Array(line)
      let isSecret = mentionsCode(String(decoding: line, as: UTF8.self))
      for place in places(in: line.map(Kind.init), mentionsCode: isSecret) { line[place] = 0x2A }
      return line
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private enum Kind {
    case digit, separator, other

    init(_ character: Character) {
      let isDigit = character.wholeNumberValue.map { $0 < 10 } ?? false
      self = isDigit ? .digit : Self.separators.contains(character) ? .separator : .other
    }

    init(_ byte: UInt8) {
      let isDigit = (0x30...0x39).contains(byte)
      self = isDigit ? .digit : Self.separatingBytes.contains(byte) ? .separator : .other
    }

    /// The characters that may be between the digits of a number; a zero byte is, in UTF-16.
    private static let separators: Set<Character> = [
      "\0", " ", "\u{A0}", "\u{202F}", "-", ".", "_", "/",
    ]

    /// The bytes of these characters in UTF-8, which also has Latin-1's.
    private static let separatingBytes = Set(separators.flatMap(\.utf8))
  }

  private static func mentionsCode(_ line: some StringProtocol) -> Bool {
    String(line.filter { $0 != "\0" }).lowercased().contains("cvv")
  }

  /// The digits to be masked: of a line that mentions a card's code, all.
  ///
  /// Invalid numbers are masked, too: one digit of them may be mistyped. So are those with more
  /// digits than a card has: expiry or CVV may follow the number. Articles and phones have numbers
  /// of up to thirteen digits.
  private static func places(in line: [Kind], mentionsCode: Bool) -> [Int] {
    guard !mentionsCode else { return line.indices.filter { line[$0] == .digit } }
    return line.indices.split { line[$0] == .other }
      .map { run in run.filter { line[$0] == .digit } }
      .filter { $0.count >= 14 }.flatMap { $0 }
  }
}

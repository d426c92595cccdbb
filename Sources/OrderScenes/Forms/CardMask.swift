// Takes card numbers out of what is kept although it couldn't be read as a form, or as a text.

package enum CardMask {
  /// The text with asterisks for the digits of anything that could be a card number, and for those
  /// of a line that mentions a `cvv`.
  package static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { masked(line: Array($0)) }.joined(separator: "\n")
  }

  /// The same for bytes in whatever encoding has ASCII's digits; the others stay as they are.
  package static func masked(_ bytes: [UInt8]) -> [UInt8] {
    if let text = String(validating: bytes, as: UTF8.self) { return Array(masked(text).utf8) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      masked(line: line.map { Character(UnicodeScalar($0)) })
    }
    return lines.joined(separator: "\n").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func masked(line: [Character]) -> String {
    var line = line
    var run: [Int] = []
    for index in line.indices {
      if isDigit(line[index]) {
        run.append(index)
      } else if !separators.contains(line[index]) {
        mask(&line, run)
        run = []
      }
    }
    mask(&line, run)
    guard String(line.filter { $0 != "\0" }).lowercased().contains("cvv") else {
      return String(line)
    }
    return String(line.map { isDigit($0) ? "*" : $0 })
  }

  /// What may be between the digits of a number; a zero byte is, in UTF-16.
  private static let separators: Set<Character> = [
    "\0", " ", "\u{A0}", "\u{202F}", "-", ".", "_", "/",
  ]

  private static func isDigit(_ character: Character) -> Bool {
    character.wholeNumberValue.map { $0 < 10 } ?? false
  }

  /// Invalid numbers are masked, too: one digit of them may be mistyped. So are those with more
  /// digits than a card has: expiry or CVV may follow the number. Articles and phones have numbers
  /// of up to thirteen digits.
  private static func mask(_ line: inout [Character], _ run: [Int]) {
    guard run.count >= 14 else { return }
    for index in run { line[index] = "*" }
  }
}

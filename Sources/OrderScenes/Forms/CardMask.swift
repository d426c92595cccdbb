// Takes card numbers out of a text that is kept although it couldn't be read as a form.

package enum CardMask {
  /// The text with asterisks for the digits of anything that could be a card number, and for those
  /// of a line that mentions a `cvv`.
  package static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { masked(line: Array($0)) }.joined(separator: "\n")
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
    guard String(line).lowercased().contains("cvv") else { return String(line) }
    return String(line.map { isDigit($0) ? "*" : $0 })
  }

  /// What may be between the digits of a number.
  private static let separators: Set<Character> = [" ", "\u{A0}", "\u{202F}", "-", ".", "_", "/"]

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

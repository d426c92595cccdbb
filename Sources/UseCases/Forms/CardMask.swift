// Takes card numbers out of a text that is kept although it couldn't be read as a form.

/// Makes card numbers and security codes unreadable.
public enum CardMask {
  /// The text with asterisks for the digits of whatever could be a card's number, and for those
  /// of a line that speaks of a `cvv`.
  public static func masked(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { masked(line: Array($0.utf8)) }.joined(separator: "\n")
  }

  private static func masked(line: [UInt8]) -> String {
    var line = line
    var run: [Int] = []
    for index in line.indices {
      if PaymentCard.isDigit(line[index]) {
        run.append(index)
      } else if line[index] != 0x20 && line[index] != 0x2D {
        mask(&line, run)
        run = []
      }
    }
    mask(&line, run)
    let text = String(decoding: line, as: UTF8.self)
    guard text.lowercased().contains("cvv") else { return text }
    return String(text.map { $0.isASCII && $0.isNumber ? "*" : $0 })
  }

  /// Numbers that aren't sound are masked, too: one digit of them may be mistyped. So are those with
  /// more digits than a card has: expiry or CVV may stand behind the number.
  private static func mask(_ line: inout [UInt8], _ run: [Int]) {
    guard run.count >= 12 else { return }
    for index in run { line[index] = UInt8(ascii: "*") }
  }
}

// Finds amounts without quotes in the text of an edited form, which may not be JSON yet. It isn't known
// which units they are in.

package enum BareAmounts {
  private static let keys = OrderField.ofForm.filter(\.isAmount).map(\.path) + ["unitPrice"]

  /// A key with its colon, and a number. Comma and digits after it may belong to it.
  private static var member: Regex<(Substring, start: Substring, key: Substring, number: Substring)>
  {
    /(?<start>"(?<key>[A-Za-z]+)"\s*:\s*)(?<number>-?[0-9]+(?:\.[0-9]+)?)(?!,?[0-9.eE])/
  }

  /// The text with the amounts in quotes: as people write amounts, not as programs do.
  package static func quoted(in text: String) -> String {
    text.replacing(member) { match in
      keys.contains(String(match.key)) ? "\(match.start)\"\(match.number)\"" : match.output.0
    }
  }

  /// Whether a line has one, however it goes on.
  static func isOne(in line: String) -> Bool {
    line.matches(of: /"(?<key>[A-Za-z]+)"\s*:\s*[-0-9.]/).contains { keys.contains(String($0.key)) }
  }

  /// The byte at which a number is that a form has at a path, such as `items[0].unitPrice`.
  static func offset(of number: Int64, at path: String, in text: String) -> Int? {
    let key = path.split(separator: ".").last
    let match = text.matches(of: member).first { $0.key == key && Int64($0.number) == number }
    return match.map { text[..<$0.number.startIndex].utf8.count }
  }
}

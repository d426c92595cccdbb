// The mistakes in the fields of a command, by Docs/Rules.md.

struct Invalid: Equatable {
  var field: String
  var code: Text

  var json: Node { Node([("field", Node(Text(field))), ("code", Node(code))]) }
}

/// The checks of a text; the first code that applies counts.
struct TextRule {
  enum Presence { case required, ifPresent, optional }
  var presence = Presence.required
  var isMalformed: (Text) -> Bool = { _ in false }
  var isUnknown: (Text) -> Bool = { _ in false }

  func code(for node: Node?) -> Text? {
    let isAbsent = node == nil || node?.isNull == true
    if isAbsent { return presence == .required ? "blank" : nil }
    let text = node?.text ?? ""
    if presence != .optional && text.isBlank { return "blank" }
    if text.scalars.count > 200 { return "too-long" }
    // Nothing has no form.
    if presence == .optional && text.bytes.isEmpty { return nil }
    return isMalformed(text) ? "malformed" : isUnknown(text) ? "unknown" : nil
  }
}

extension Text {
  var scalars: String.UnicodeScalarView { description.unicodeScalars }
  var isBlank: Bool { scalars.allSatisfy(\.properties.isWhitespace) }
}

enum Forms {
  static func isWrongPhone(_ text: Text) -> Bool {
    let digits = text.bytes.filter(Grammar.isDigit)
    return digits.count < 5
      || text.bytes.contains { !Grammar.isDigit($0) && !" +-().".utf8.contains($0) }
  }

  static func isWrongEmail(_ text: Text) -> Bool {
    let parts = text.bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count != 2 || parts.contains { $0.isEmpty }
  }

  static func isWrongZip(_ text: Text) -> Bool {
    !fits(text, "ddddd") && !fits(text, "ddddd-dddd")
  }

  static func isWrongLast4(_ text: Text) -> Bool { !fits(text, "dddd") }

  static func isWrongMonth(_ text: Text) -> Bool {
    guard fits(text, "dddd-dd") else { return true }
    return !(Text("01")...Text("12")).contains(Text(Array(text.bytes.suffix(2))))
  }

  static func isCapitals(_ text: Text, _ count: Int) -> Bool {
    text.bytes.count == count && text.bytes.allSatisfy { (0x41...0x5A).contains($0) }
  }

  private static func fits(_ text: Text, _ pattern: String) -> Bool {
    text.bytes.count == pattern.utf8.count
      && zip(text.bytes, pattern.utf8).allSatisfy {
        $1 == UInt8(ascii: "d") ? Grammar.isDigit($0) : $0 == $1
      }
  }
}

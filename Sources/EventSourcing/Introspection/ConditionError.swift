// The errors of a condition, with the place in its text. How that is shown (a caret under
// the text) is the presenters' and views' business.

/// The reason why a text is no condition.
public struct ConditionError: Error, Hashable, Sendable {
  /// The kinds of mistakes; the raw values are stable.
  public enum Code: String, Sendable, CaseIterable {
    /// Something isn't allowed in its place, or is missing.
    case syntax = "condition-syntax"
    /// There is no such field, list or function.
    case unknownField = "unknown-field"
    /// A field never has this word for its value.
    case unknownWord = "unknown-word"
    /// A value is of the wrong kind for what is done with it.
    case wrongType = "wrong-type"
    /// A number that 64 bits can't hold.
    case numberTooLarge = "number-too-large"
    /// The text is too long, or too deeply nested.
    case tooComplex = "condition-too-complex"
  }

  /// The kind of mistake.
  public let code: Code
  /// A sentence that says what is wrong.
  public let message: String
  /// A sentence that says what would be right, if that is known.
  public let hint: String?
  /// The whole text.
  public let text: String
  /// The place in the text, in UTF-8 code units, at the bounds of characters; empty at its end.
  public let range: Range<Int>

  package init(code: Code, message: String, hint: String?, text: String, range: Range<Int>) {
    (self.code, self.message, self.hint) = (code, message, hint)
    (self.text, self.range) = (text, range)
  }

  /// The part of the text in front of the mistake.
  public var prefix: String { String(decoding: text.utf8.prefix(range.lowerBound), as: UTF8.self) }

  /// The part of the text that is wrong.
  public var part: String {
    String(
      decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// The first wrong character, counted from 1.
  public var column: Int { prefix.unicodeScalars.count + 1 }
}

// The text of a condition, of which parts are blamed.

struct ConditionBlame {
  let text: String

  func error(
    _ code: ConditionError.Code, _ message: String, hint: String? = nil, at range: Range<Int>
  ) -> ConditionError {
    ConditionError(code: code, message: message, hint: hint, text: text, range: range)
  }
}

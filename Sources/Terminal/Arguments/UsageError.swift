// What can be wrong with a command line. The sentences are made where the table is known, so that
// they can name what would have been right.

package struct UsageError: Error, Equatable, Sendable {
  package enum Code: String, CaseIterable, Sendable {
    case missingCommand = "missing-command"
    case unknownCommand = "unknown-command"
    case unknownFlag = "unknown-flag"
    case missingValue = "missing-value"
    case unexpectedValue = "unexpected-value"
    /// The value isn't a number within the limits, or isn't one of the choices.
    case invalidValue = "invalid-value"
    case repeatedFlag = "repeated-flag"
    case exclusiveFlags = "exclusive-flags"
    case missingOperand = "missing-operand"
    case unexpectedOperand = "unexpected-operand"
    case notUTF8 = "not-utf8"
  }

  package let code: Code
  package let message: String
  package let hint: String
  /// Which argument is wrong, counted from 0; the number of arguments if one is missing at the end.
  package let position: Int

  package var exitCode: ExitCode { .usage }
}

/// The words between single quotes, fit for a message: nothing invisible in it, and not endless.
func quoted(_ argument: String) -> String {
  "'" + visible(argument).truncated(to: 60) + "'"
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

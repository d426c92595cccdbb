// What can be wrong with a command line. The sentences are made where the table is known, so that
// they can name what would have been right.

/// A command line that the table doesn't allow.
public struct UsageError: Error, Equatable, Sendable {
  /// The kinds of mistakes; the raw values are stable.
  public enum Code: String, CaseIterable, Sendable {
    /// No command was given.
    case missingCommand = "missing-command"
    /// There is no such command.
    case unknownCommand = "unknown-command"
    /// The command has no such flag.
    case unknownFlag = "unknown-flag"
    /// A flag that takes a value stands without one.
    case missingValue = "missing-value"
    /// A flag that takes no value was given one.
    case unexpectedValue = "unexpected-value"
    /// The value is no number within the limits, or none of the choices.
    case invalidValue = "invalid-value"
    /// A flag that can be given once was given twice.
    case repeatedFlag = "repeated-flag"
    /// Two flags were given of which one excludes the other.
    case exclusiveFlags = "exclusive-flags"
    /// An operand is missing.
    case missingOperand = "missing-operand"
    /// There are more operands than the command takes.
    case unexpectedOperand = "unexpected-operand"
    /// An argument's bytes aren't UTF-8.
    case notUTF8 = "not-utf8"
  }

  /// The kind of mistake.
  public let code: Code
  /// What is wrong, in a sentence; control characters are made visible.
  public let message: String
  /// What to do next.
  public let hint: String
  /// Which argument is wrong, counted from 0; the number of arguments if one is missing at the end.
  public let position: Int

  /// How a tool ends after this error.
  public var exitCode: ExitCode { .usage }
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

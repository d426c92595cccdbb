// The ways a process can end, with the numbers of BSD's sysexits.h where it has one.

/// How the tool ended, for the shell.
public enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// The answer is negative.
  case negative = 1
  /// The command line is wrong (`EX_USAGE`).
  case usage = 64
  /// The data is corrupt (`EX_DATAERR`).
  case badData = 65
  /// What should be read isn't there (`EX_NOINPUT`).
  case notFound = 66
  /// The tool itself is at fault (`EX_SOFTWARE`).
  case bug = 70
  /// What should be made can't be (`EX_CANTCREAT`).
  case cannotCreate = 73
  /// Reading or writing failed (`EX_IOERR`).
  case inputOutput = 74
  /// It may work later (`EX_TEMPFAIL`).
  case tryAgain = 75
  /// Interrupted by Ctrl-C (128 + SIGINT).
  case interrupted = 130

  /// What the code means, in a line.
  public var meaning: String {
    switch self {
    case .done: "done"
    case .negative: "a negative answer: command refused, differences found, condition not met"
    case .usage: "the command line is wrong"
    case .badData: "corrupt or malformed data, or data written by a newer version"
    case .notFound: "what should be read is not there"
    case .bug: "a bug in the tool"
    case .cannotCreate: "can't create"
    case .inputOutput: "an input or output error"
    case .tryAgain: "try again: locked, or changed by somebody else meanwhile"
    case .interrupted: "interrupted"
    }
  }
}

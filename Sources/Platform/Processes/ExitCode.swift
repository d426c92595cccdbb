// The ways a process can end, with the numbers of BSD's sysexits.h where it has one.

package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case negative = 1
  case usage = 64
  case badData = 65
  case notFound = 66
  case unavailable = 69
  case bug = 70
  case cannotCreate = 73
  case inputOutput = 74
  case tryAgain = 75
  case inDoubt = 76
  case notPermitted = 77
  case configuration = 78
  case interrupted = 130

  /// - Parameters:
  ///   - tool: The tool that exits with it.
  ///   - noun: The things that the tool is about: `order`.
  package func meaning(of tool: String, about noun: String) -> String {
    switch self {
    case .done: "done"
    case .negative:
      "a negative answer: a command was refused or not confirmed, there are differences, or a "
        + "condition doesn't hold"
    case .usage: "wrong usage"
    case .badData: "corrupt or malformed data, or data written by a newer version"
    case .notFound: "no such store or \(noun)"
    case .unavailable: "a server can't be reached"
    case .bug: "a bug in \(tool)"
    case .cannotCreate: "can't create a file or folder"
    case .inputOutput: "an input or output error"
    case .tryAgain:
      "try again: the store is locked, the clock is over a day before the last entry, or the "
        + "\(noun) was changed meanwhile"
    case .inDoubt: "a server hasn't answered: the command may have been recorded, or not"
    case .notPermitted: "the user of a server may not do so"
    case .configuration: "a setting is wrong, in a variable or in the settings file"
    case .interrupted: "interrupted"
    }
  }
}

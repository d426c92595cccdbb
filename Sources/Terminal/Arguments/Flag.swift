// Flags and operands: the columns of the command table.
// Defaults are not here: the tool says them in the help text and applies them itself.

/// What a text on the command line names, so that a shell can complete it.
public enum Content: Sendable, Equatable {
  /// Nothing that a shell knows.
  case anything
  /// A file or a folder.
  case file
  /// A folder.
  case folder
  /// One of a few words.
  case words([String])
  /// What a command of the tool lists: with `--json`, each line is an object whose first member is it.
  case listed(by: String)
}

/// A flag, such as `-n, --limit N`.
public struct Flag: Sendable {
  /// What follows a flag.
  public enum Value: Sendable, Equatable {
    /// Nothing: the flag is there or not.
    case none
    /// Any text, also an empty one.
    case text(placeholder: String, Content = .anything)
    /// A whole number within limits.
    case integer(placeholder: String, within: ClosedRange<Int>)
    /// One of a few words.
    case choice(placeholder: String, among: [String])
  }

  /// The long name, without its dashes.
  public let name: String
  /// The letter of the short form, if there is one.
  public let short: Character?
  /// What follows the flag.
  public let value: Value
  /// Whether the flag may be given more than once.
  public let repeats: Bool
  /// Whether a number behind a dash, as in `-5`, is the flag with that number.
  public let isCount: Bool
  /// What the flag does, in a sentence.
  public let help: String

  /// Makes a flag.
  public init(
    _ name: String, short: Character? = nil, _ value: Value = .none, repeats: Bool = false,
    isCount: Bool = false, help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.isCount = isCount
    self.help = help
  }

  /// `-h` and `--help`, which every table has.
  public static let help = Flag(
    "help", short: "h", help: "Explain the command: -h in short, --help in full.")
  /// `--version`, which every table has.
  public static let version = Flag("version", help: "Print the version.")

  /// The long name as it is typed.
  public var spelling: String { "--" + name }

  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let placeholder, _), .integer(let placeholder, _), .choice(let placeholder, _):
      placeholder
    }
  }

  /// What stands behind the flag, for a shell to complete.
  var content: Content {
    switch value {
    case .none, .integer: .anything
    case .text(_, let content): content
    case .choice(_, let choices): .words(choices)
    }
  }
}

/// An argument that is no flag, such as `ORDER`.
public struct Operand: Sendable {
  /// How many arguments an operand takes.
  public enum Count: Sendable {
    /// Exactly one.
    case required
    /// None or one.
    case optional
    /// One or more; only the last operand may be so.
    case oneOrMore
    /// Any number; only the last operand may be so.
    case anyNumber
  }

  /// The name in capitals, as help and errors show it.
  public let name: String
  /// How many arguments the operand takes.
  public let count: Count
  /// What the operand names.
  public let content: Content
  /// What the operand is, in a sentence.
  public let help: String

  /// Makes an operand.
  public init(
    _ name: String, _ count: Count = .required, _ content: Content = .anything, help: String
  ) {
    self.name = name
    self.count = count
    self.content = content
    self.help = help
  }

  var isRequired: Bool { count == .required || count == .oneOrMore }
  var repeats: Bool { count == .oneOrMore || count == .anyNumber }
}

// The one table of commands and flags that drives the parser and the help.
// Plain values only: it runs nothing, and knows no command by its meaning but `help`.

/// A tool's commands and flags, as a table.
public struct CommandTable: Sendable {
  /// The tool's name, as people type it.
  public let name: String
  /// What the tool is, in a phrase.
  public let summary: String
  /// Examples that long help opens with.
  public let examples: [Example]
  /// The flags that stand before or after every command, ending with `--help` and `--version`.
  public let globalFlags: [Flag]
  /// The commands in the order in which help lists them, ending with `help`.
  public let commands: [Command]

  /// Makes a table; `--help`, `--version` and the command `help` are added to it.
  public init(
    name: String, summary: String, examples: [Example] = [], globalFlags: [Flag] = [],
    commands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.globalFlags = globalFlags + [.help, .version]
    self.commands = commands + [.help]
  }

  func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }
}

/// One row of the table: a command with its operands and flags.
public struct Command: Sendable {
  /// The word that is typed.
  public let name: String
  /// What the command does, in a phrase.
  public let summary: String
  /// What else long help says, one paragraph an element.
  public let discussion: [String]
  /// Examples that long help opens with.
  public let examples: [Example]
  /// The operands, in the order in which they are typed.
  public let operands: [Operand]
  /// The flags of this command alone.
  public let flags: [Flag]
  /// Groups of flags, of which only one of each group may be given; global flags may be in them.
  public let exclusive: [[Flag]]

  /// Makes a command.
  public init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Example] = [],
    operands: [Operand] = [], flags: [Flag] = [], exclusive: [[Flag]] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.operands = operands
    self.flags = flags
    self.exclusive = exclusive
  }

  static let helpName = "help"

  static let help = Command(
    helpName, summary: "Explain a command.",
    operands: [Operand("COMMAND", .optional, help: "The command to explain; all, if left out.")])
}

/// A command line with what it shows.
public struct Example: Sendable {
  /// The line as it is typed, with the tool's name.
  public let line: String
  /// What the line does, in a phrase.
  public let explanation: String

  /// Makes an example.
  public init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

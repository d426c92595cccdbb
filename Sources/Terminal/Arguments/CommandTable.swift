// The one table of commands and flags that drives parser, help, manual page and completions.
// Plain values only: it runs nothing, and knows no command by its meaning but `help`.

/// A tool's commands and flags, as a table.
public struct CommandTable: Sendable {
  /// The tool's name, as people type it.
  public let name: String
  /// What the tool is, in a phrase.
  public let summary: String
  /// Examples that long help opens with.
  public let examples: [Example]
  /// What can be explained besides commands, in the order in which help lists it.
  public let topics: [Topic]
  /// The flags that stand before or after every command, ending with `--help` and `--version`.
  public let globalFlags: [Flag]
  /// The commands in the order in which help lists them, ending with `help`.
  public let commands: [Command]
  /// The commands under the headings that help shows.
  public let commandGroups: [CommandGroup]

  /// Makes a table; `--help`, `--version` and the command `help` are added to it.
  public init(
    name: String, summary: String, examples: [Example] = [], globalFlags: [Flag] = [],
    groups: [CommandGroup], topics: [Topic] = []
  ) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.topics = topics
    self.globalFlags = globalFlags + [.help, .version]
    let others = groups.flatMap(\.commands)
    let help = Command.help(about: others.map(\.name), topics.map(\.name))
    commands = others + [help]
    commandGroups =
      groups.dropLast() + groups.suffix(1).map { CommandGroup($0.title, $0.commands + [help]) }
  }

  /// Makes a table whose commands stand under one heading.
  public init(
    name: String, summary: String, examples: [Example] = [], globalFlags: [Flag] = [],
    commands: [Command], topics: [Topic] = []
  ) {
    self.init(
      name: name, summary: summary, examples: examples, globalFlags: globalFlags,
      groups: [CommandGroup("Commands", commands)], topics: topics)
  }

  /// The command of this name.
  public func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }

  func topic(named name: String) -> Topic? {
    topics.first { $0.name == name }
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
  /// The flags of this command alone, those of all groups one after another.
  public let flags: [Flag]
  /// The flags under the headings that help shows; those of no group come first.
  public let flagGroups: [FlagGroup]
  /// Groups of flags, of which only one of each group may be given; global flags may be in them.
  public let exclusive: [[Flag]]
  /// Whether the output is for reading and may be long, so that a terminal shows it by pages.
  public let isPaged: Bool

  /// Makes a command.
  public init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Example] = [],
    operands: [Operand] = [], flags: [Flag] = [], groups: [FlagGroup] = [],
    exclusive: [[Flag]] = [], isPaged: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.operands = operands
    self.flags = flags + groups.flatMap(\.flags)
    flagGroups = (flags.isEmpty ? [] : [FlagGroup("Flags", flags)]) + groups
    self.exclusive = exclusive
    self.isPaged = isPaged
  }

  static let helpName = "help"

  fileprivate static func help(about commands: [String], _ topics: [String]) -> Command {
    let subjects = topics.isEmpty ? "a command" : "a command or a topic"
    return Command(
      helpName, summary: "Explain \(subjects).",
      operands: [
        Operand(
          topics.isEmpty ? "COMMAND" : "SUBJECT", .optional,
          .words(commands + [helpName] + topics), help: "What to explain; all, if left out.")
      ], isPaged: true)
  }
}

/// Commands under a heading of their own in help.
public struct CommandGroup: Sendable {
  /// The heading, such as `Orders`.
  public let title: String
  /// The commands in the order in which help lists them.
  public let commands: [Command]

  /// Makes a group.
  public init(_ title: String, _ commands: [Command]) {
    self.title = title
    self.commands = commands
  }
}

/// Flags under a heading of their own in help.
public struct FlagGroup: Sendable {
  /// The heading, such as `Contact`.
  public let title: String
  /// The flags in the order in which help lists them.
  public let flags: [Flag]

  /// Makes a group.
  public init(_ title: String, _ flags: [Flag]) {
    self.title = title
    self.flags = flags
  }
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

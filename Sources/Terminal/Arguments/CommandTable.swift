// The one table of commands and flags that drives parser, help, manual page and completions. Plain
// values only: it runs nothing, and the only commands it knows by their meaning are `version` and `help`.

package struct CommandTable: Sendable {
  package let name: String
  /// A phrase that says what the tool is.
  package let summary: String
  /// Examples that long help opens with.
  package let examples: [Example]
  package let topics: [Topic]
  /// The flags allowed before or after every command, ending with `--help` and `--version`.
  package let globalFlags: [FlagRow]
  /// Groups of these, of which only one of each group may be used.
  let exclusive: [[FlagRow]]
  /// The commands in the order in which help lists them, ending with `version` and `help`.
  package let commands: [Command]
  /// The commands under the headings that help shows.
  let commandGroups: [CommandGroup]

  package init(
    name: String, summary: String, examples: [Example] = [], globalFlags: [FlagRow] = [],
    exclusive: [[FlagRow]] = [], groups: [CommandGroup], topics: [Topic] = []
  ) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.topics = topics
    self.globalFlags = globalFlags + [.help, .version]
    self.exclusive = exclusive
    let others = groups.flatMap(\.members)
    let help = Command.help(about: others.map(\.name), topics.map(\.name))
    let last = [Command.version, help]
    commands = others + last
    commandGroups =
      groups.dropLast() + groups.suffix(1).map { CommandGroup($0.title, $0.members + last) }
  }

  package func command(named name: String) -> Command? {
    commands.first { $0.name == name }
  }

  func topic(named name: String) -> Topic? {
    topics.first { $0.name == name }
  }
}

package struct Command: Sendable {
  package let name: String
  package let summary: String
  /// The rest of long help, one paragraph per element.
  package let discussion: [String]
  package let examples: [Example]
  /// The operands, in the order in which they are typed.
  package let operands: [OperandRow]
  /// The flags of this command alone, those of all groups one after another.
  package let flags: [FlagRow]
  let flagGroups: [FlagGroup]
  /// Groups of flags, of which only one of each group may be used; global flags may be in them.
  package let exclusive: [[FlagRow]]
  /// Whether the output is for reading and may be long, so that a terminal shows it by pages.
  package let isPaged: Bool
  /// A hint that says what to type in place of an operand that is one too many.
  let insteadOfOperand: String?
  /// Whether an error quotes an operand that is one too many: it may be a part of a value that is personal.
  let quotesOperands: Bool
  /// The command's names in other tools, so that users who type one find it. Other commands may have the same.
  package let synonyms: [String]

  package init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Example] = [],
    operands: [OperandRow] = [], flags: [FlagRow] = [], groups: [FlagGroup] = [],
    exclusive: [[FlagRow]] = [], isPaged: Bool = false, insteadOfOperand: String? = nil,
    quotesOperands: Bool = true, synonyms: [String] = []
  ) {
    self.synonyms = synonyms
    self.insteadOfOperand = insteadOfOperand
    self.quotesOperands = quotesOperands
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.operands = operands
    self.flags = flags + groups.flatMap(\.members)
    flagGroups = (flags.isEmpty ? [] : [FlagGroup("Flags", flags)]) + groups
    self.exclusive = exclusive
    self.isPaged = isPaged
  }

  /// The command with more flags.
  package func adding(_ flags: [FlagRow]) -> Command {
    Command(
      name, summary: summary, discussion: discussion, examples: examples, operands: operands,
      flags: self.flags + flags, exclusive: exclusive, isPaged: isPaged,
      insteadOfOperand: insteadOfOperand, quotesOperands: quotesOperands, synonyms: synonyms)
  }

  static let helpName = "help"
  static let version = Command("version", summary: "Print the version.")

  fileprivate static func help(about commands: [String], _ topics: [String]) -> Command {
    let subjects = topics.isEmpty ? "a command" : "a command or a topic"
    return Command(
      helpName, summary: "Explain \(subjects).",
      operands: [
        OperandRow(
          name: topics.isEmpty ? "COMMAND" : "SUBJECT", count: .optional,
          content: .words(commands + [version.name, helpName] + topics),
          help: "What to explain; by default everything.")
      ], isPaged: true)
  }
}

package struct Group<Member: Sendable>: Sendable {
  package let title: String
  /// The members, in the order in which help lists them.
  package let members: [Member]

  package init(_ title: String, _ members: [Member]) {
    self.title = title
    self.members = members
  }
}

package typealias CommandGroup = Group<Command>
package typealias FlagGroup = Group<FlagRow>

/// A command line as it is typed, with the tool's name, and what it does, in a phrase.
package typealias Example = Term

package struct Topic: Sendable {
  /// A piece of a page.
  package enum Block: Sendable {
    case heading(String)
    case paragraph(String)
    case terms([Term])
    /// Lines that keep their shape, such as a line of a log.
    case lines([String])
  }

  package let name: String
  package let summary: String
  package let blocks: [Block]

  package init(_ name: String, summary: String, _ blocks: [Block]) {
    self.name = name
    self.summary = summary
    self.blocks = blocks
  }
}

/// A name, such as a command line, and what it means or does.
public struct Term: Sendable {
  package let name: String
  package let explanation: String

  /// A name and its explanation, a sentence or a phrase.
  public init(_ name: String, _ explanation: String) {
    self.name = name
    self.explanation = explanation
  }
}

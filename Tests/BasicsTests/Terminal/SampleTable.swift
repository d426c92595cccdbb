// The table that the parser's and the help's tests read: a small library's tool.

@testable import Terminal

extension FlagRow {
  static let shelf = Flag("shelf", .text(placeholder: "DIR"), help: "Where the books stand.").row
  static let json = Flag("json", help: "Print JSON.").row
  static let color = Flag(
    "color", .choice(placeholder: "WHEN", among: ColorChoice.allCases.map(\.rawValue)),
    help: "When to use colour."
  ).row
  static let limit = Flag(
    "limit", short: "n", .integer(placeholder: "N", within: 1...1000), isCount: true,
    help: "Print N at most."
  ).row
  static let offset = Flag(
    "offset", .integer(placeholder: "N", within: Int.min...Int.max), help: "Begin at N."
  ).row
  static let quiet = Flag("quiet", short: "q", help: "Say less.").row
  static let status = Flag(
    "status", short: "s", .choices(placeholder: "STATUS", among: ["lent", "lost"]),
    help: "Only books in this state."
  ).row
  static let at = Flag("at", .text(placeholder: "POSITION"), help: "As it was then.").row
  static let since = Flag("since", .text(placeholder: "TIME"), help: "Later ones only.").row
  private static let durabilityFlag = Flag(
    "durability", .text(placeholder: "HOW"), help: "How sure.")
  static let durability = durabilityFlag.row
  static let retries = Flag(
    "retries", .text(placeholder: "N"),
    requires: FlagRequirement(durabilityFlag, for: "what is tried again"),
    help: "Try so often to be sure."
  ).row
}

extension OperandRow {
  static let book = Operand("BOOK", help: "The book.").row
  static let place = Operand("PLACE", .optional, help: "Where to look.").row
  static let file = Operand("FILE", .oneOrMore, help: "What to read.").row
  static let word = Operand("WORD", .anyNumber, help: "What to say.").row
}

let sampleTable = CommandTable(
  name: "library", summary: "who has which book",
  examples: [Example("library list --status lent", "Which books are lent?")],
  globalFlags: [.shelf, .json, .color],
  commands: [
    Command("init", summary: "Make an empty library."),
    Command(
      "list", summary: "List books.", flags: [.limit, .offset, .quiet, .status, .at, .since],
      exclusive: [[.at, .since], [.json, .quiet]]),
    Command(
      "show", summary: "Show a book.",
      discussion: ["A book is shown with everybody who ever had it, from the first to the last."],
      examples: [Example("library show 1001 --at -3", "As it was three entries ago.")],
      operands: [.book, .place], flags: [.at]),
    Command(
      "import", summary: "Take in lists.", operands: [.file], flags: [.durability, .retries]),
    Command("echo", summary: "Say the words.", operands: [.word]),
  ])

/// A run of a command, as the parser should make it.
func run(
  _ command: String, _ flags: [String: [FlagValue]] = [:], _ operands: [String: [String]] = [:]
) -> Intent {
  .run(Invocation(command: command, flags: flags, operands: operands))
}

/// The intent of a line for the sample table. Its words are split at single spaces.
func parse(_ line: String) throws(UsageError) -> Intent {
  try sampleTable.parse(line.split(separator: " ").map(String.init))
}

extension CommandTable {
  /// A table whose commands stand under one heading.
  init(
    name: String, summary: String, examples: [Example] = [], globalFlags: [FlagRow] = [],
    commands: [Command], topics: [Topic] = []
  ) {
    self.init(
      name: name, summary: summary, examples: examples, globalFlags: globalFlags,
      groups: [CommandGroup("Commands", commands)], topics: topics)
  }
}

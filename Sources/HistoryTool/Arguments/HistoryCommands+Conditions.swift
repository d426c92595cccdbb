// The rows of the commands that evaluate conditions on the past.

extension HistoryCommands {
  var find: ToolCommand {
    ToolCommand(
      "find", summary: "Find where a condition begins or ceases to hold for \(words.subject).",
      discussion: [
        "The condition is evaluated after each entry, on its \(words.noun). Fields have the names "
          + "that `show --json` prints; seq, at, actor, command.type, accepted, refused and "
          + "rejected.code belong to the entry. A condition that uses the entry's fields, old(…) or changed(…) "
          + "holds at single entries.",
        "`\(tool) help conditions` describes conditions. Exits with 1 if the condition never "
          + "holds.",
      ],
      examples: lines("find"), operands: [condition(\.condition), anyStream(\.id)],
      flags: [
        Flags.first(\.selection, .first), Flags.last(\.selection, .last),
        count(\.selection, .count),
        from(\.from), at(\.at),
      ],
      exclusive: [[Flags.first, Flags.last, count]], isPaged: true,
      synonyms: ["search", "grep", "query"], request: FindMoments.Request(),
      run: CommandRun.examining(FindMoments.self))
  }

  var check: ToolCommand {
    ToolCommand(
      "check", summary: "Check that invariants hold for every \(words.noun) after every entry.",
      discussion: [
        "Checks the built-in invariants\(examples.passages[.check] ?? ""), and your own. For each "
          + "broken invariant, prints the first entry that breaks it, with the values. Exits with "
          + "1 if any is broken.",
        "A store whose revisions or times are out of order can't be read at all; in a single file, "
          + "this is reported like any other violation.",
      ],
      examples: lines("check"),
      flags: [Flags.invariant(\.invariants), Flags.invariants(\.files), at(\.at)], isPaged: true,
      insteadOfOperand: "A condition that must always hold goes after --invariant; "
        + "`\(tool) find CONDITION` finds where one holds.", request: InvariantFlags(),
      run: CommandRun.check)
  }

  var watch: ToolCommand {
    ToolCommand(
      "watch", summary: "Print the values of expressions after every entry.",
      discussion: [
        "Like a print statement in the past. An expression is anything that can be part of a "
          + "condition\(examples.passages[.expression] ?? "")."
          + ofMoney(" Amounts are shown in units of the currency, and with --json in minor units.")
          + " `\(tool) help conditions` describes expressions."
      ],
      examples: lines("watch"), operands: [expressions(\.formulas)],
      flags: [onlyStream(\.id), changes(\.changesOnly), from(\.from), at(\.at)], isPaged: true,
      request: WatchFormulas.Request(), run: CommandRun.watch)
  }
}

// Flags and operands of these that name the domain.
extension HistoryCommands {
  var condition: Operand<String> {
    Operand("CONDITION", help: sentence("What to look for", suchAs: "find"))
  }
  var expressions: Operand<[String]> {
    Operand(
      "EXPRESSION", .oneOrMore,
      help: sentence("What to print", suchAs: "watch")
        + " A number at the end names the only \(words.noun) to watch.")
  }
  var count: Flag<Bool> {
    Flag("count", help: "Show only how often it begins to hold, and for how many \(words.plural).")
  }
  var onlyStream: Flag<String?> {
    Flag(words.noun, .text(placeholder: noun, examples.listing), help: "Only this \(words.noun).")
  }
  var changes: Flag<Bool> {
    Flag("changes", help: "Skip entries that change none of the values.")
  }
}

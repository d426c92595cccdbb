// The row of the command that counts.

extension HistoryCommands {
  var stats: ToolCommand {
    ToolCommand(
      "stats", summary: "Count entries\(examples.passages[.stats] ?? " and \(words.plural)").",
      discussion: [
        "With --by, --where, --since or --until, entries are counted group by group, \(words.plural) where they "
          + "began"
          + ofMoney(", and amounts as the entries changed them")
          + ", so that each is counted once and the groups add up to the whole."
          + ofMoney(" The money of deleted \(words.plural) is listed separately."),
        "Entries can be grouped by month, day, actor, command and code (why they were refused)"
          + "\(members), and by any field of their \(words.noun) as it is at the end.",
        "A condition on the \(words.noun) alone selects \(words.plural) by how they are at the end; one that uses "
          + "the entry's fields, old(…) or changed(…) selects entries. See `\(tool) help conditions`.",
      ],
      examples: lines("stats"),
      flags: [
        by.separated(\.by), whereCounted(\.condition), Flags.entriesSince(\.since),
        Flags.entriesUntil(\.until), at(\.at),
      ] + Flags.tables(),
      exclusive: Flags.exclusiveTables, isPaged: true, synonyms: ["status"],
      request: GroupedStatistics.Request(), run: CommandRun.stats)
  }

  private var members: String {
    domains.main.groupedMembers.map { ", by the \($0) of their command" }.joined()
  }

  var whereCounted: Flag<String?> {
    Flag(
      whereHolds.name, .text(placeholder: "CONDITION"),
      help: sentence(
        "Only \(words.plural) or entries for which this condition holds", suchAs: "where"))
  }

  var by: Flag<[String]> {
    Flag(
      "by", .texts(placeholder: "NAMES", .commaSeparated(domains.main.groupings)),
      help: sentence("Count in groups, by one thing or by two", suchAs: "by"))
  }
}

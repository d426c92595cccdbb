// The row of the command that counts.

extension HistoryCommands {
  var stats: ToolCommand {
    let counting: [RequestFlag<StatisticsFlags>] = [
      by.separated(\.counted.by), whereCounted(\.counted.condition),
      Flags.entriesSince(\.counted.since), Flags.entriesUntil(\.counted.until),
      at(\.counted.at),
    ]
    return ToolCommand(
      "stats", summary: "Count entries\(examples.passages[.stats] ?? " and \(words.plural)").",
      discussion: [
        "With --by, --where, --since or --until, entries are counted group by group, \(words.plural) where they "
          + "began"
          + ofMoney(", and amounts as the entries changed them")
          + ", so that each is counted once and the groups add up to the whole."
          + ofMoney(" The money of deleted \(words.plural) is listed separately."),
        "Entries can be grouped by month, day, actor, command and code (why they were refused)"
          + "\(members), and by any field of their \(words.noun) as it is at the end.",
        "On a server, --server shows what its administrators watch instead: the bytes of tables and indexes, who is "
          + "connected, who has the lock, standbys, and the clock. Any login of the store may ask.",
        "A condition on the \(words.noun) alone selects \(words.plural) by how they are at the end; one that uses "
          + "the entry's fields, old(…) or changed(…) selects entries. See `\(tool) help conditions`.",
      ],
      examples: lines("stats"),
      flags: counting + [Flags.ofServer(\.isOfServer)] + Flags.tables(),
      exclusive: Flags.exclusiveTables + counting.map { [Flags.ofServer, $0] }
        + [[Flags.ofServer, Flags.csv]], isPaged: true,
      synonyms: ["status"], request: StatisticsFlags(), run: CommandRun.stats)
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

extension Flags {
  fileprivate static let ofServer = Flag(
    "server", help: "Show the figures of the store's server, for its administrators.")
}

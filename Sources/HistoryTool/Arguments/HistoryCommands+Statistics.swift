// The row of the command that counts.

import Terminal

extension HistoryCommands {
  package var stats: Command {
    Command(
      "stats", summary: "Count entries\(examples.values["stats"] ?? " and \(words.plural)").",
      discussion: [
        "With --by, --where, --since or --until, entries are counted group by group, \(words.plural) where they "
          + "began, and amounts as the entries changed them, so that each is counted once and the groups "
          + "add up to the whole. The money of deleted \(words.plural) is listed separately.",
        "Entries can be grouped by month, day, actor, command and code (why they were refused)"
          + "\(members), and by any field of their \(words.noun) as it is at the end.",
        "A condition on the \(words.noun) alone selects \(words.plural) by how they are at the end; one that uses "
          + "the entry's fields, old(…) or changed(…) selects entries. See `\(tool) help conditions`.",
      ],
      examples: lines("stats"),
      flags: [by, whereCounted, Flags.entriesSince, Flags.entriesUntil, at] + Flags.tables,
      exclusive: Flags.exclusiveTables, isPaged: true, synonyms: ["status"])
  }

  private var members: String {
    domains.main.groupedMembers.map { ", by the \($0) of their command" }.joined()
  }

  var whereCounted: Flag {
    Flag(
      whereHolds.name, .text(placeholder: "CONDITION"),
      help: sentence(
        "Only \(words.plural) or entries for which this condition holds", suchAs: "where"))
  }

  var by: Flag {
    Flag(
      "by", .text(placeholder: "NAMES", .commaSeparated(domains.main.groupings)), repeats: true,
      help: sentence("Count in groups, by one thing or by two", suchAs: "by"))
  }
}

// The row of the report.

extension HistoryCommands {
  package var report: ToolCommand {
    ToolCommand(
      "report", summary: "Write a report of the store: one page for a browser, with pictures.",
      discussion: [
        "Writes one HTML file that needs nothing else, not even a network: \(figures), what an audit finds, and "
          + "\(words.plural) one by one, each with a slider through its history. It can be read without JavaScript, and "
          + "printed.",
        "The figures are about all \(words.plural). Those that are shown one by one are the ones that are named, or else "
          + "those that were changed last, as many as fit on a page of less than 5 MB. The data of others isn't in the "
          + "file.",
        "With --at, everything is as it was then. --since and --until restrict the figures to entries of that time; with "
          + "--until, nothing later is in the report at all.",
        "\(personalDataIs) left out unless --with-personal is passed. "
          + "The same log gives the same file, byte for byte.",
      ],
      examples: [
        Example("\(tool) report --output report.html", "Report everything."),
        Example(
          "\(tool) report --output may.html --since 2026-05-01 --until 2026-05-31",
          "What happened in May."),
        Example(
          "\(tool) report --output \(id).html \(id)", "With one \(words.noun)'s history."),
      ],
      operands: [reported(\.reported.ids)],
      flags: [
        Flags.reportFile(\.file), at(\.reported.at), Flags.reportedSince(\.reported.since),
        Flags.reportedUntil(\.reported.until), reportedStreams(\.reported.limit),
        withPersonal(\.reported.includesPersonal),
      ], request: ReportFlags(), run: CommandRun.report)
  }

  private var figures: String {
    examples.passages[.report]
      ?? "what happened month by month, who requested what, which rules refused what"
  }

  private var reported: Operand<[String]> {
    Operand(noun, .anyNumber, examples.listing, help: "The \(words.plural) to show one by one.")
  }

  private var reportedStreams: Flag<Int?> {
    Flag(
      words.plural.replacing(" ", with: "-"), .integer(placeholder: "N", within: 0...5_000),
      help:
        "How many \(words.plural) to show one by one, if none are named; by default "
        + "\(ReportHistory.usualStreams), or fewer if their histories are long.")
  }
}

extension Flags {
  fileprivate static let reportFile = Flag(
    "output", .text(placeholder: "FILE", .file), help: "Where to write the page: a new file.")
  fileprivate static let reportedSince = Flag(
    "since", .text(placeholder: "TIME", Operands.times),
    help: "Figures only of entries at or after this time.")
  fileprivate static let reportedUntil = Flag(
    "until", .text(placeholder: "TIME", Operands.times),
    help: "Only entries at or before this time.")
}

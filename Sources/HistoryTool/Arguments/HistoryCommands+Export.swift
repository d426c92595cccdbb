// The row of the command that exports a history.

extension HistoryCommands {
  package var export: ToolCommand {
    ToolCommand(
      "export", summary: "Write the history for other systems.",
      discussion: ExportFormat.allCases.map { "\($0.rawValue): \($0.meaning(in: domains))" } + [
        "\(personalDataIs) left out unless --with-personal is passed; with "
          + "--pseudonymize, texts are replaced as in `\(tool) extract`. "
          + "\(examples.passages[.exported] ?? "Reasons and actors") are exported as they were recorded, because they "
          + "aren't in the part of an entry that can be erased.",
        "The same log gives the same bytes. --from continues an earlier export: the entries after its last one, and "
          + "the \(words.plural) as they are now.",
      ],
      examples: [
        Example("\(tool) export cloudevents > events.jsonl", "An event for each entry."),
        Example(
          "\(tool) export cloudevents --with-personal > events.jsonl",
          "What another store can import."),
        Example("\(tool) export csv --output tables", "Tables, in a new folder."),
        Example("\(tool) export sql | sqlite3 -bail \(folder).db", "The same in a database."),
        Example(
          "\(tool) export sql --from 4127 | psql -v ON_ERROR_STOP=1 \(folder)",
          "What follows the entries that are there."),
      ],
      operands: [Operands.exportFormat(\.exported.format)],
      flags: [
        Flags.exportPath(\.exported.path), Flags.exportedFrom(\.exported.from), at(\.exported.at),
        Flags.batch(\.exported.isBatch), Flags.exportDialect(\.dialect),
        withPersonal(\.exported.personal, .kept),
      ] + Flags.pseudonyms(\.pseudonyms),
      exclusive: [[withPersonal, Flags.pseudonymize]], request: ExportFlags(),
      run: CommandRun.export)
  }

  var withPersonal: Flag<Bool> {
    Flag("with-personal", help: examples.passages[.withPersonal] ?? "Include personal data.")
  }
}

extension Flags {
  static let exportPath = Flag(
    "output", .text(placeholder: "PATH", .file),
    help:
      "Write to this new file or, for \(ExportFormat.inFolders), into this new folder. By default standard "
      + "output.")
  static let exportedFrom = Flag(
    "from", .text(placeholder: "POSITION"),
    help: "Only entries after this position. As SEQ:HASH, it is the last entry that was exported "
      + "before, with the hash of its leaf: if the log has another one there, nothing is exported.")
  static let exportDialect = csvDialect(of: "csv: tables", usually: .database)
  static let batch = Flag("batch", help: "CloudEvents: one array instead of lines.")
}

extension Operands {
  static let exportFormat = Operand(
    "FORMAT", required: ExportFormat.self,
    help: "One of \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
}

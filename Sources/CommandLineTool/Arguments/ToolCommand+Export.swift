// The row of the command that exports a CommandTable.history.

import HistoryScenes
import HistoryTool
import Terminal

extension ToolCommand {
  static let export = ToolCommand(
    "export", summary: "Write the history for other systems.",
    discussion: ExportFormat.allCases.map { "\($0.rawValue): \($0.meaning(in: .orders))" } + [
      "Contact, addresses and cards are left out unless --with-personal is passed; with --pseudonymize, texts are "
        + "replaced as in `cleanstore extract`. Customers, reasons and actors are exported as they were recorded, "
        + "because they aren't in the part of an entry that can be erased.",
      "The same log gives the same bytes. --from continues an earlier export: the entries after its last one, and "
        + "the orders as they are now.",
    ],
    examples: [
      Example("cleanstore export cloudevents > events.jsonl", "An event for each entry."),
      Example(
        "cleanstore export cloudevents --with-personal > events.jsonl",
        "What another store can import."),
      Example("cleanstore export csv --output tables", "Tables, in a new folder."),
      Example("cleanstore export sql | sqlite3 -bail shop.db", "The same in a database."),
      Example(
        "cleanstore export sql --from 4127 | psql -v ON_ERROR_STOP=1 shop",
        "What follows the entries that are there."),
    ],
    operands: [Operands.exportFormat(\.exported.format)],
    flags: [
      Flags.exportPath(\.exported.path), Flags.exportedFrom(\.exported.from),
      Flags.at(\.exported.at), Flags.batch(\.exported.isBatch), Flags.exportDialect(\.dialect),
      Flags.withPersonal(\.exported.personal, .kept),
    ] + Flags.pseudonyms(\.pseudonyms),
    exclusive: [[Flags.withPersonal, Flags.pseudonymize]], request: ExportFlags(),
    run: CommandRun.export)
}

extension Flags {
  static let exportPath = Flag(
    "output", .text(placeholder: "PATH", .file),
    help: "Write to this new file or, for csv, into this new folder. By default standard output.")
  static let exportedFrom = Flag(
    "from", .text(placeholder: "POSITION"),
    help: "Only entries after this position. As SEQ:HASH, it is the last entry that was exported "
      + "before, with the hash of its leaf: if the log has another one there, nothing is exported.")
  static let exportDialect = csvDialect(of: "csv: tables", usually: .database)
  static let batch = Flag("batch", help: "CloudEvents: one array instead of lines.")
  static let withPersonal = Flag(
    "with-personal", help: "Include contact, addresses, and what is kept of cards.")
}

extension Operands {
  static let exportFormat = Operand(
    "FORMAT", required: ExportFormat.self,
    help: "One of \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
}

// The row of the report.

import HistoryScenes
import HistoryTool
import OrderScenes
import Terminal

extension ToolCommand {
  static let report = ToolCommand(
    "report", summary: "Write a report of the store: one page for a browser, with pictures.",
    discussion: [
      "Writes one HTML file that needs nothing else, not even a network: totals per currency, orders and money month by "
        + "month, who refunded what, which rules refused what, how orders went from status to status and how long that "
        + "took, what an audit finds, and orders one by one, each with a slider through its history. It can be read "
        + "without JavaScript, and printed.",
      "The figures are about all orders. Those that are shown one by one are the ones that are named, or else those that "
        + "were changed last, as many as fit on a page of less than 5 MB. The data of others isn't in the file.",
      "With --at, everything is as it was then. --since and --until restrict the figures to entries of that time; with "
        + "--until, nothing later is in the report at all.",
      "Contacts, addresses and cards are left out unless --with-personal is passed. The same log gives the same file, "
        + "byte for byte.",
    ],
    examples: [
      Example("cleanstore report --output report.html", "Report everything."),
      Example(
        "cleanstore report --output may.html --since 2026-05-01 --until 2026-05-31",
        "What happened in May."),
      Example("cleanstore report --output 1001.html 1001", "With one order's history."),
    ],
    operands: [Operands.reported(\.reported.ids)],
    flags: [
      Flags.reportFile(\.file), Flags.at(\.reported.at), Flags.reportedSince(\.reported.since),
      Flags.reportedUntil(\.reported.until), Flags.reportedOrders(\.reported.limit),
      CommandTable.history.withPersonal(\.reported.includesPersonal),
    ], request: ReportFlags(), run: CommandRun.report)
}

extension Flags {
  static let reportFile = Flag(
    "output", .text(placeholder: "FILE", .file), help: "Where to write the page: a new file.")
  static let reportedSince = Flag(
    "since", .text(placeholder: "TIME", Operands.times),
    help: "Figures only of entries at or after this time.")
  static let reportedUntil = Flag(
    "until", .text(placeholder: "TIME", Operands.times),
    help: "Only entries at or before this time.")
  static let reportedOrders = Flag(
    "orders", .integer(placeholder: "N", within: 0...5_000),
    help:
      "How many orders to show one by one, if none are named; by default \(ReportHistory.usualOrders), or fewer if "
      + "their histories are long.")
}

extension Operands {
  static let reported = Operand(
    "ORDER", .anyNumber, CommandTable.history.stream.row.content,
    help: "The orders to show one by one.")
}

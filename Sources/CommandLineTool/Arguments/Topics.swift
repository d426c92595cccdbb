// What is explained besides commands: what several of them have in common.

import Orders
import Terminal

extension Topic {
  /// All topics, in the order in which help lists them.
  static let all = [positions, conditions, formats, exitCodes, environment]

  private static let positions = Topic(
    "positions", summary: "How a moment in the history is named.",
    [
      .paragraph("--at takes a position, and so does every operand that names a moment."),
      .terms([
        Term("4127", "After the entry with this number."),
        Term("-3", "Three entries before the end."),
        Term("1001@5", "After the entry that brought order 1001 to revision 5."),
        Term("2026-01-31T12:00Z", "After the last entry at or before this time, in UTC."),
        Term("2026-01-31", "At the end of this day, in UTC."),
        Term("start", "Before the first entry."),
        Term("end", "After the last entry."),
      ]),
      .paragraph(
        "A position beyond the end is an error (64) that names the end. A range A..B leaves out what "
          + "happened up to A and takes what happened after it, up to B. The entry with the number "
          + "4127 itself is named @4127."),
    ])

  private static let formats = Topic(
    "formats", summary: "What the log, --json and import files look like.",
    [
      .heading("Entries"),
      .paragraph(
        "The log is one JSON object a line: a command and its whole outcome. These keys stand in "
          + "this order; those in brackets are there only if they say something."),
      .lines([
        "seq at stream rev actor [format store engine] [batch] [source line] [meta]",
        "command events|rejected [personal] crc",
      ]),
      .lines([
        #"{"seq":7,"at":"2026-11-20T09:00:00.000000Z","stream":"order/1001","rev":3,"#,
        #" "actor":"amy","command":{"type":"pay-order","amount":500},"#,
        #" "events":[{"type":"payment-received","amount":500}],"crc":"0a1b2c3d"}"#,
      ]),
      .paragraph(
        "The example is wrapped to be read; in the log it is one line. Amounts are in minor units, "
          + "such as cents. A command that was refused has rejected with a code in place of events."
      ),
      .heading("Orders"),
      .paragraph(
        "With --json an order is one object with these keys, in this order; what is absent is left "
          + "out."),
      .lines([
        "id rev status customer contact billing shipment shippingMethod payment",
        "items currency shippingFee tax discount total paid refunded balance",
        "placedAt updatedAt carrier tracking",
      ]),
      .heading("Errors"),
      .paragraph(
        "With --json an error is one object on standard error: code, message, hint, and fields "
          + "(field, code) or location (file, line, byte) if there are any. Codes are stable, "
          + "sentences may change."),
      .heading("Import lines"),
      .paragraph(
        "What import reads is one JSON object a line, in any order of keys. Instead of order there "
          + "may be stream."),
      .lines([
        #"{"at":"2025-06-02T09:02Z","actor":"amy","order":"1001","#,
        #" "command":{"type":"pay-order","amount":2890}}"#,
      ]),
      .paragraph("The example is wrapped to be read; in the file it is one line."),
      .heading("Outcomes"),
      .paragraph(
        "replay --outcomes prints a line for each command, then one for each stream by name, then one "
          + "for all:"),
      .lines([
        "seq stream command events|rejected|unchanged|conflict",
        "stream rev [state]",
        "commands engine digest",
      ]),
      .paragraph(
        "The digest is the SHA-256 of the lines about streams, with their line feeds. Later releases "
          + "may add keys."),
    ])

  private static let exitCodes = Topic(
    "exit-codes", summary: "What the numbers mean with which it ends.",
    [
      .terms(
        ExitCode.allCases.map {
          Term("\($0.rawValue)", $0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst() + ".")
        }),
      .paragraph("A reader that goes away, as head does, is no error."),
    ])

  private static let environment = Topic(
    "environment", summary: "Which variables are looked at.",
    [
      .terms([
        Term("CLEANSTORE_STORE", "The store, if --store doesn't say."),
        Term("CLEANSTORE_ACTOR", "Who asks, if --actor doesn't say."),
        Term(
          "CLEANSTORE_PAGER, PAGER",
          "What shows long output on a terminal; less if neither is set. With an empty one or cat, "
            + "nothing does."),
        Term("VISUAL, EDITOR", "What texts are edited in; vi if neither is set."),
        Term("NO_COLOR", "No colour, if it is set to anything."),
        Term("CLICOLOR_FORCE", "Colour everywhere, if it is set to anything but 0."),
        Term("COLUMNS", "How wide the terminal is, if it isn't as wide as it says."),
        Term("TERM", "With dumb there is no colour, no progress line and no pager."),
        Term("TMPDIR", "Where files go that are needed for a moment; /tmp if it isn't set."),
      ])
    ])
}

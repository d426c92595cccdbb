// Help on topics besides commands: what several of them have in common.

extension Topic {
  static let all = [
    CommandTable.history.positions, CommandTable.history.conditions, formats,
    CommandTable.history.settingsTopic, CommandTable.history.exitCodes, environment,
  ]

  private static let formats = Topic(
    "formats", summary: "The formats of the log, --json and import files.",
    [
      .heading("Entries"),
      .paragraph(
        "The log has one JSON object per line: a command and its whole outcome. Keys are in this "
          + "order; those in brackets are optional."),
      .lines(wrapped(entryKeys)),
      .lines([
        #"{"seq":7,"at":"2026-11-20T09:00:00.000000Z","stream":"order/1001","rev":3,"#,
        #" "actor":"amy","command":{"type":"pay-order","amount":500},"#,
        #" "events":[{"type":"payment-received","amount":500}],"crc":"0a1b2c3d"}"#,
      ]),
      .paragraph(
        "The example is wrapped for display; in the log it is one line. Amounts are in minor "
          + "units, such as cents. A refused command has rejected, with a code, in place of events."
      ),
      .heading("Orders"),
      .paragraph(
        "With --json, an order is one object with these keys, in this order; absent values are "
          + "left out."),
      .lines(wrapped(Order.keys)),
      .paragraph(
        "balance is total − paid + refunded. due is the same, but 0 if the order is cancelled, returned or "
          + "deleted. `log -p`, `blame` and `diff` show due, not balance."),
      .heading("Errors"),
      .paragraph(
        "With --json, an error is one object on standard error: code, message and hint, and fields "
          + "(field, code) or location (file, line, byte) if there are any; as text, a place is "
          + "FILE:LINE:COLUMN. Codes are stable; sentences may change."),
      .heading("Import lines"),
      .paragraph(
        "import reads one JSON object per line, with keys in any order. stream may be given "
          + "instead of order, and meta, an object of texts of your own, besides."),
      .lines([
        #"{"at":"2025-06-02T09:02Z","actor":"amy","order":"1001","#,
        #" "command":{"type":"pay-order","amount":2890}}"#,
      ]),
      .paragraph("The example is wrapped for display; in the file it is one line."),
      .heading("Outcomes"),
      .paragraph(
        "replay --outcomes prints one line for each command, then one for each stream by name, "
          + "then one for the whole history:"),
      .lines([
        "seq stream command events|rejected|unchanged|conflict",
        "stream rev [state]",
        "commands engine digest",
      ]),
      .paragraph(
        "The digest is the SHA-256 of the lines for streams, with their line feeds. Later releases "
          + "may add keys."),
    ])

  /// The keys of an entry, in order: in brackets what isn't in every entry.
  private static var entryKeys: [String] {
    var groups: [(occasion: EntryMember.Occasion?, keys: String)] = []
    for member in EntryMember.allCases {
      let (last, key) = (groups.count - 1, member.key)
      if member == .rejected {
        groups[last].keys += "|" + key
      } else if let occasion = member.occasion, occasion == groups[last].occasion {
        groups[last].keys += " " + key
      } else {
        groups.append((member.occasion, key))
      }
    }
    return groups.map { $0.occasion == nil ? $0.keys : "[\($0.keys)]" }
  }

  /// Words in lines of at most 75 characters.
  private static func wrapped(_ words: [String]) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= 75 {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private static let environment = CommandTable.history.environment([
    Term(
      "CLEANSTORE_TRACE",
      "The file to trace attempts to, unless --trace is given. If it is empty, it counts as unset."
    ),
    Term("VISUAL, EDITOR", "The editor; vi by default."),
  ])
}

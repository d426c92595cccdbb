// The entry that set each field, for programs, spreadsheets and people.

extension BlameFields.Response.Line: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("field", field)
    object.member("value", value ?? .null)
    if isAmount, !currency.isEmpty { object.member("currency", currency) }
    origin.writeMembers(to: &object)
    object.erased(erasures)
  }

  /// The command that set it, and those that may have.
  fileprivate var commands: String {
    let erased = erasures.entries.map { "@\($0)" }.joined(separator: ", ")
    return origin.command + (erased.isEmpty ? "" : ", or erased \(erased)")
  }
}

extension Origin {
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("seq", seq)
    writer.member("rev", rev)
    writer.member("at", at.description)
    writer.member("actor", actor)
    writer.member("command", command)
  }
}

extension BlameFields.Response: TabularResponse {
  package var rows: [Line] { lines }

  /// The lines that people see: without what is replaced by others, unless there is nothing else.
  package var shownLines: [Line] {
    let isAlone = Set(lines.map(\.field)).count == 1
    return lines.filter { isAlone || !kinds.isReplaced($0.field) }
  }

  package var columns: [Column<Line>] {
    [
      Column("field", "the field", shown: .init("FIELD")) { .text($0.field) },
      Column(
        "value", "its value; empty if the entry removed it",
        shown: .init("VALUE", .wraps, .tone(.strong)),
        as: { [kinds] line, formatting in
          line.value.map { kinds.text(of: $0, at: line.field, line.currency, formatting) }
            ?? "removed"
        }
      ) { line in CellValue(line.value, isAmount: line.isAmount, in: line.currency) },
      Column("currency", "the currency of an amount") {
        $0.isAmount ? .currency($0.currency) : .empty
      },
      Column("seq", "the entry that set it", shown: .init("SEQ", .number, .tone(.entry))) {
        .integer(Int64($0.origin.seq))
      },
      Column("rev", "the revision that the entry made", shown: .init("REV", .number)) {
        .integer(Int64($0.origin.rev))
      },
      Column("at", "when it was made", shown: .init("WHEN", .optional, .zone, .tone(.faint))) {
        .time($0.origin.at)
      },
      Column("actor", "who requested the command", shown: .init("ACTOR", .wraps)) {
        .text($0.origin.actor)
      },
      Column(
        "command", "the command's type", shown: .init("COMMAND", .optional),
        as: { line, _ in line.commands }
      ) { .text($0.origin.command) },
    ]
  }
}

// Who set each field, for programs and spreadsheets.

import Conventions
import EventSourcing
import JSONLines
import Replay

extension BlameFields.Response.Line: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("field", field)
    object.member("value", value ?? .null)
    if isAmount, !currency.isEmpty { object.member("currency", currency) }
    origin.writeMembers(to: &object)
    object.erased(erasures)
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

  package var columns: [Column<Line>] {
    [
      Column("field", "the field") { .text($0.field) },
      Column("value", "its value; empty if the entry removed it") { line in
        CellValue(line.value, isAmount: line.isAmount, in: line.currency)
      },
      Column("currency", "the currency of an amount") {
        $0.isAmount ? .currency($0.currency) : .empty
      },
      Column("seq", "the entry that set it") { .integer(Int64($0.origin.seq)) },
      Column("rev", "the revision that the entry made") { .integer(Int64($0.origin.rev)) },
      Column("at", "when it was made") { .time($0.origin.at) },
      Column("actor", "who requested the command") { .text($0.origin.actor) },
      Column("command", "the command's type") { .text($0.origin.command) },
    ]
  }
}

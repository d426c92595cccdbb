// The events of formats for process mining: one for each event of an entry and for each refusal, with the same
// attributes wherever it is written.

/// An event, or the refusal of a command.
package struct ProcessEvent {
  let entry: ExportedEntry
  /// Its place in the entry, from 1.
  let place: Int
  /// `order-paid`, or `pay-order-rejected`.
  let type: String
  /// The attributes of the domain's own.
  let own: [CellValue]

  /// Unique within the history.
  var id: String { "\(entry.entry.seq).\(place)" }
  var values: [CellValue] { Self.columns.map { $0.value(self) } + own }

  /// The attributes that any event has besides id, type and time.
  package static let columns: [Column<ProcessEvent>] = [
    Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.entry.seq)) },
    Column("rev", "the stream's revision after the entry", .integer) {
      .integer(Int64($0.entry.entry.rev))
    },
    Column("actor", "who requested the command") { $0.entry.actor },
    Column("engine", "the version of the rules that decided it") { .text($0.entry.rulesVersion) },
    Column("command", "the command's type") { .text($0.entry.type) },
    Column("reason", "why it was requested") { $0.entry.reason },
    Column("code", "why it was refused") { .text($0.entry.refusal?.code) },
    Column("fields", "the fields that were invalid, with their codes") { $0.entry.invalidFields },
  ]
}

/// An attribute of a type, with the type of its values.
package struct ObjectAttribute: Sendable {
  package let name: String
  package let type: ColumnType

  package init(_ name: String, _ type: ColumnType = .text) { (self.name, self.type) = (name, type) }
}

extension Column {
  package var attribute: ObjectAttribute { ObjectAttribute(name, type) }
}

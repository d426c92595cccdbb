// The tables of an export, each described once: what is written as CSV and as SQL, and what the documentation says,
// follow from the columns.

/// A table, by its name, with its columns and what identifies a row.
package struct ExportTable<Row>: Sendable {
  package let name: String
  package let meaning: String
  /// The owner of a row, which the first column names.
  let owner: RowOwner
  /// The number of first columns that identify a row.
  package let keyLength: Int
  package let columns: [Column<Row>]
  /// The columns that name a row of another table, with that table and its key.
  let references: [TableReference]
  /// The columns by which databases find rows, besides the key.
  let indexed: [String]

  package init(
    _ name: String, _ meaning: String, of owner: RowOwner, keyLength: Int,
    references: [TableReference] = [], indexed: [String] = [], columns: [Column<Row>]
  ) {
    (self.name, self.meaning, self.owner, self.keyLength) = (name, meaning, owner, keyLength)
    (self.references, self.indexed, self.columns) = (references, indexed, columns)
  }

  /// The facts that are known before the first row.
  var head: TableHead {
    TableHead(
      name: name, meaning: meaning, owner: owner,
      columns: columns.map { ($0.name, $0.meaning, $0.type) }, keyLength: keyLength,
      references: references, indexed: indexed)
  }
}

/// The owner of a row of a table, with which it is replaced.
package enum RowOwner: Sendable {
  case entry
  case stream
  case log
}

package struct TableReference: Sendable {
  let column: String
  let table: String
  let key: String

  package init(_ column: String, to table: String, _ key: String) {
    (self.column, self.table, self.key) = (column, table, key)
  }
}

/// A table whatever its rows are made from.
struct TableHead {
  let name: String
  let meaning: String
  let owner: RowOwner
  let columns: [(name: String, meaning: String, type: ColumnType)]
  let keyLength: Int
  let references: [TableReference]
  let indexed: [String]
}

package struct ExportedEntry: Sendable {
  package let entry: Entry
  /// The version of the rules that decided it.
  let rulesVersion: String?
  private let head: CommandHead
  let refusal: (code: String, fields: [InvalidField])?
  package let personal: PersonalParts

  init(_ entry: Entry, by rulesVersion: String?, _ personal: PersonalParts) throws(JSONError) {
    (self.entry, self.rulesVersion) = (entry, rulesVersion)
    head = try entry.commandHead()
    refusal = try entry.refusal()
    self.personal = personal
  }

  var type: String { entry.storage.string(head.type) }
  var commandID: String? { text(head.id) }
  var expect: CellValue { head.expect.map { .integer(Int64($0)) } ?? .empty }
  var reason: CellValue { personal.text(text(head.reason)) }
  package var actor: CellValue { personal.text(entry.storage.string(entry.actor)) }
  var stream: String { entry.storage.string(entry.stream) }
  /// The stream's id; empty for a category of one stream.
  package var streamID: String { StreamName(Text(stream))?.id ?? "" }

  private func text(_ range: TextRange) -> String? {
    range.isPresent ? entry.storage.string(range) : nil
  }

  var invalidFields: CellValue {
    guard let fields = refusal?.fields, !fields.isEmpty else { return .empty }
    return .text(fields.map { "\($0.field) \($0.code)" }.joined(separator: ", "))
  }
}

package struct ExportedEvent {
  let seq: Int
  let place: Int
  let stream: String
  let type: String
  let json: String
}

package enum ExportTables {
  package static let entries = ExportTable<ExportedEntry>(
    "entries", "every command and its outcome, as in the log", of: .entry, keyLength: 1,
    indexed: ["stream"],
    columns: [
      Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.seq)) },
      Column("at", "when it was made", .time) { .time($0.entry.at) },
      Column("stream", "the stream's name") { .text($0.stream) },
      Column("rev", "the stream's revision after it", .integer) {
        .integer(Int64($0.entry.rev))
      },
      Column("actor", "who requested the command") { $0.actor },
      Column("engine", "the version of the rules that decided it") { .text($0.rulesVersion) },
      Column("command", "the command's type") { .text($0.type) },
      Column("commandId", "the caller's id of the command") { .text($0.commandID) },
      Column("expect", "the revision that the caller had seen", .integer) { $0.expect },
      Column("reason", "why it was requested") { $0.reason },
      Column("accepted", "whether the rules accepted it", .boolean) {
        .boolean($0.entry.isAccepted)
      },
      Column("code", "why it was refused") { .text($0.refusal?.code) },
      Column("fields", "the fields that were invalid, with their codes") { $0.invalidFields },
      Column("leaf", "the hash of its leaf, which no other entry has") {
        .text($0.personal.leaf(of: $0.entry))
      },
    ])

  package static let events = ExportTable<ExportedEvent>(
    "events", "what happened", of: .entry, keyLength: 2,
    references: [TableReference("seq", to: "entries", "seq")], indexed: ["stream"],
    columns: [
      Column("seq", "the entry's number", .integer) { .integer(Int64($0.seq)) },
      Column("place", "the event's place in the entry, from 1", .integer) {
        .integer(Int64($0.place))
      },
      Column("stream", "the stream's name") { .text($0.stream) },
      Column("type", "the event's type") { .text($0.type) },
      Column("data", "the event as JSON, without what is personal; amounts in minor units") {
        .text($0.json)
      },
    ])

  package static func currencies(of streams: String) -> ExportTable<String> {
    ExportTable(
      "currencies", "the currencies of the \(streams), for amounts in minor units", of: .log,
      keyLength: 1,
      columns: [
        Column("code", "the currency's code") { .text($0) },
        Column("decimals", "how many decimals its unit has: 2 for USD, 0 for JPY", .integer) {
          .integer(Int64(Currency.exponent(of: $0)))
        },
      ])
  }
}

// The tables of an export, each described once: what is written as CSV and as SQL, and what the documentation says,
// follow from the columns.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines
import OrderDomain

/// A table, by its name, with its columns and what identifies a row.
package struct ExportTable<Row>: Sendable {
  package let name: String
  package let meaning: String
  /// What a row belongs to, which the first column names.
  let owner: RowOwner
  /// How many of the first columns identify a row.
  package let keyLength: Int
  package let columns: [Column<Row>]
  /// The columns that name a row of another table, with that table and its key.
  var references: [TableReference] = []
  /// The columns by which databases find rows, besides the key.
  var indexed: [String] = []

  /// What there is to know before the first row.
  var head: TableHead {
    TableHead(
      name: name, owner: owner, columns: columns.map { ($0.name, $0.type) }, keyLength: keyLength,
      references: references, indexed: indexed)
  }
}

/// What a row of a table belongs to, and with which it is replaced.
enum RowOwner {
  case entry
  case order
  case log
}

struct TableReference {
  let column: String
  let table: String
  let key: String
}

/// A table whatever its rows are made from.
struct TableHead {
  let name: String
  let owner: RowOwner
  let columns: [(name: String, type: ColumnType)]
  let keyLength: Int
  let references: [TableReference]
  let indexed: [String]
}

struct ExportedEntry {
  let entry: Entry
  /// The version of the rules that decided it.
  let engine: String?
  private let head: CommandHead
  let refusal: (code: String, fields: [InvalidField])?
  let personal: PersonalParts

  init(_ entry: Entry, by engine: String?, _ personal: PersonalParts) throws(JSONError) {
    (self.entry, self.engine) = (entry, engine)
    head = try entry.commandHead()
    refusal = try entry.refusal()
    self.personal = personal
  }

  var type: String { entry.storage.string(head.type) }
  var commandID: String? { text(head.id) }
  var expect: CellValue { head.expect.map { .integer(Int64($0)) } ?? .empty }
  var reason: CellValue { personal.text(text(head.reason)) }
  var actor: CellValue { personal.text(entry.storage.string(entry.actor)) }
  var stream: String { entry.storage.string(entry.stream) }

  private func text(_ range: TextRange) -> String? {
    range.isPresent ? entry.storage.string(range) : nil
  }

  var invalidFields: CellValue {
    guard let fields = refusal?.fields, !fields.isEmpty else { return .empty }
    return .text(fields.map { "\($0.field) \($0.code)" }.joined(separator: ", "))
  }
}

struct ExportedEvent {
  let seq: Int
  let place: Int
  let stream: String
  let type: String
  let json: String
}

struct ExportedOrder {
  let id: String
  let order: Order
  let personal: PersonalParts
}

extension ExportedOrder {
  var items: [ExportedItem] {
    let currency = order.fields[.currency] ?? ""
    return (order.fields.contents.items ?? []).enumerated().map { place, item in
      ExportedItem(id: id, place: place + 1, item: item, currency: currency)
    }
  }
}

struct ExportedItem {
  let id: String
  let place: Int
  let item: Item
  let currency: String
}

struct ExportedPayment {
  let entry: ExportedEntry
  let place: Int
  let id: String
  let kind: String
  let amount: Int64
  let currency: String
  let payment: Payment?
}

extension ExportedEntry {
  /// The payments and refunds that it is; none of an order that was never created.
  ///
  /// - Parameter states: After the entry.
  func payments(_ states: StoreProjection) -> [ExportedPayment] {
    let id = stream.orderID
    guard let order = states.order(ofStreamOf: entry) else { return [] }
    let currency = order.fields[.currency] ?? ""
    return states.orders.body.events.enumerated().compactMap { place, event in
      switch event {
      case .paymentReceived(let payment):
        ExportedPayment(
          entry: self, place: place + 1, id: id, kind: "payment",
          amount: payment.amount.value ?? 0, currency: currency, payment: payment)
      case .refunded(let amount):
        ExportedPayment(
          entry: self, place: place + 1, id: id, kind: "refund", amount: amount,
          currency: currency, payment: nil)
      default: nil
      }
    }
  }
}

enum ExportTables {
  static let entries = ExportTable<ExportedEntry>(
    name: "entries", meaning: "every command and its outcome, as in the log", owner: .entry,
    keyLength: 1,
    columns: [
      Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.seq)) },
      Column("at", "when it was made", .time) { .time($0.entry.at) },
      Column("stream", "the stream's name") { .text($0.stream) },
      Column("rev", "the stream's revision after it", .integer) {
        .integer(Int64($0.entry.rev))
      },
      Column("actor", "who requested the command") { $0.actor },
      Column("engine", "the version of the rules that decided it") { .text($0.engine) },
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
    ], indexed: ["stream"])

  static let events = ExportTable<ExportedEvent>(
    name: "events", meaning: "what happened", owner: .entry, keyLength: 2,
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
    ], references: [TableReference(column: "seq", table: "entries", key: "seq")],
    indexed: ["stream"])

  static let items = ExportTable<ExportedItem>(
    name: "items", meaning: "the items of the orders as they are at the end", owner: .order,
    keyLength: 2,
    columns: [
      Column("orderId", "the order's id") { .text($0.id) },
      Column("place", "the item's place in the order, from 1", .integer) {
        .integer(Int64($0.place))
      },
      Column("sku", "the article's code") { .text($0.item.sku) },
      Column("name", "its name") { .text($0.item.name) },
      Column("quantity", "how many", .integer) {
        $0.item.quantity.value.map { .integer($0) } ?? .empty
      },
      Column("unitPrice", "the price of one", .amount) { row in
        row.item.unitPrice.value.map { .amount($0, currency: row.currency) } ?? .empty
      },
      Column("currency", "the order's currency") { .currency($0.currency) },
    ], references: [TableReference(column: "orderId", table: "orders", key: "id")])

  static let payments = ExportTable<ExportedPayment>(
    name: "payments", meaning: "payments and refunds", owner: .entry, keyLength: 2,
    columns: [
      Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.entry.seq)) },
      Column("place", "the event's place in the entry, from 1", .integer) {
        .integer(Int64($0.place))
      },
      Column("orderId", "the order's id") { .text($0.id) },
      Column("kind", "payment or refund") { .text($0.kind) },
      Column("amount", "how much", .amount) { .amount($0.amount, currency: $0.currency) },
      Column("currency", "the order's currency then") { .currency($0.currency) },
      Column("method", "how it was paid") { .text($0.payment?.method.map { String($0) }) },
      Column("reference", "the bank's reference") {
        $0.entry.personal.text($0.payment?.reference.map { String($0) })
      },
      Column("at", "when it was recorded", .time) { .time($0.entry.entry.at) },
      Column("actor", "who recorded it") { $0.entry.actor },
    ],
    references: [
      TableReference(column: "seq", table: "entries", key: "seq"),
      TableReference(column: "orderId", table: "orders", key: "id"),
    ],
    indexed: ["orderId"])

  static let currencies = ExportTable<String>(
    name: "currencies", meaning: "the currencies of the orders, for amounts in minor units",
    owner: .log, keyLength: 1,
    columns: [
      Column("code", "the currency's code") { .text($0) },
      Column("decimals", "how many decimals its unit has: 2 for USD, 0 for JPY", .integer) {
        .integer(Int64(Currency.exponent(of: $0)))
      },
    ])

  /// - Parameter hasPersonal: Whether contact, addresses and card are among the columns.
  static func orders(hasPersonal: Bool) -> ExportTable<ExportedOrder> {
    let personal = Set(Orders.personalFields)
    let impersonal = Orders.impersonalTexts.union(
      OrderField.recorded.filter { $0.disclosure == .whole }.map(\.path))
    let schema = Orders.schema
    let fields = (schema.fields + schema.derived).filter {
      hasPersonal || !personal.contains($0.name)
    }
    return ExportTable(
      name: "orders", meaning: "the orders as they are at the end, deleted ones too",
      owner: .order, keyLength: 1,
      columns: [Column("id", "the order's id") { .text($0.id) }]
        + fields.map { field in
          Column(field.name, Orders.columnMeaning(of: field.name), ColumnType(field.type)) { row in
            let currency = row.order.fields[.currency] ?? ""
            let value = CellValue(field.read(row.order), of: field.type, in: currency)
            guard case .text(let text) = value, field.type == .text,
              !impersonal.contains(field.name)
            else { return value }
            return row.personal.text(text)
          }
        })
  }
}

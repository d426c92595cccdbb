// What formats for process mining have: an event for each event of an entry and for each refusal, with the same
// attributes wherever it is written.

import EventSourcing
import HistoryScenes
import OrderDomain

/// Something that happened, or that the rules refused.
struct ProcessEvent {
  let entry: ExportedEntry
  /// Its place in the entry, from 1.
  let place: Int
  /// `order-paid`, or `pay-order-rejected`.
  let type: String
  /// nil if it was refused, or isn't about an order.
  let event: OrderEvent?
  /// That of the order's amounts after it.
  let currency: String?

  /// Unique within the history.
  var id: String { "\(entry.entry.seq).\(place)" }
}

extension ProcessEvent {
  /// Its attributes besides id, type and time. Amounts are in minor units.
  static let columns: [Column<ProcessEvent>] = [
    Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.entry.seq)) },
    Column("rev", "the stream's revision after the entry", .integer) {
      .integer(Int64($0.entry.entry.rev))
    },
    Column("actor", "who requested the command") { $0.entry.actor },
    Column("engine", "the version of the rules that decided it") { .text($0.entry.engine) },
    Column("command", "the command's type") { .text($0.entry.type) },
    Column("reason", "why it was requested") { $0.entry.reason },
    Column("code", "why it was refused") { .text($0.entry.refusal?.code) },
    Column("fields", "the fields that were invalid, with their codes") { $0.entry.invalidFields },
    Column("total", "the order's total, if the event sets it", .amount) { $0.money($0.total) },
    Column("amount", "what was paid or refunded", .amount) { $0.money($0.amount) },
    Column("currency", "the order's currency after it") { .currency($0.currency) },
    Column("method", "how it was paid") { .text($0.payment?.method.map { String($0) }) },
    Column("reference", "the bank's reference") {
      $0.entry.personal.text($0.payment?.reference.map { String($0) })
    },
    Column("carrier", "who carries the order") {
      .text($0.shipping?.carrier.map { String($0) })
    },
    Column("tracking", "the carrier's number for it") {
      $0.entry.personal.text($0.shipping?.tracking.map { String($0) })
    },
  ]

  private func money(_ amount: Int64?) -> CellValue {
    amount.map { .amount($0, currency: currency ?? "") } ?? .empty
  }

  private var total: Int64? {
    switch event {
    case .created(_, let total): total
    case .updated(_, let total): total
    default: nil
    }
  }

  private var amount: Int64? {
    if case .refunded(let amount) = event { return amount }
    return payment?.amount.value
  }

  private var payment: Payment? {
    if case .paymentReceived(let payment) = event { payment } else { nil }
  }

  private var shipping: Shipping? {
    if case .shipped(let shipping) = event { shipping } else { nil }
  }
}

extension ExportedEntry {
  /// The events that it is for process mining.
  ///
  /// - Parameter states: After the entry.
  func processEvents(_ states: StoreProjection) -> [ProcessEvent] {
    let currency = states.order(ofStreamOf: entry)?.fields[.currency]
    if refusal != nil {
      return [
        ProcessEvent(
          entry: self, place: 1, type: type + "-rejected", event: nil, currency: currency)
      ]
    }
    let events = states.isOfCatalogue ? [] : states.orders.body.events
    return states.eventTypes.enumerated().map { place, type in
      ProcessEvent(
        entry: self, place: place + 1, type: type,
        event: place < events.count ? events[place] : nil, currency: currency)
    }
  }
}

extension StoreProjection {
  /// The types of the events of the entry that was read last.
  var eventTypes: [String] {
    isOfCatalogue
      ? catalogue.body.events.map { "\(Catalogue.type(of: $0))" }
      : orders.body.events.map { "\($0.type)" }
  }

  /// The order that an entry is about, if it was ever accepted.
  func order(ofStreamOf entry: Entry) -> Order? {
    orderIndex(of: entry).flatMap { orders.states[$0] }
  }

  /// The number of the entry's stream; nil if it isn't an order's.
  func orderIndex(of entry: Entry) -> Int? {
    orders.streams.find(entry.storage.slice(entry.stream))
  }
}

extension ExportTables {
  /// What an order is for process mining: without what changes with every entry, or is the sum of others.
  static func processedOrder(hasPersonal: Bool) -> [Column<ExportedOrder>] {
    let left: Set = ["id", "rev", "updatedAt", "due"]
    return orders(hasPersonal: hasPersonal).columns.filter { !left.contains($0.name) }
  }

  /// What an item is there besides its order and place.
  static var processedItem: [Column<ExportedItem>] {
    Array(items.columns.dropFirst(items.keyLength))
  }

  /// What a payment is there besides its event and order.
  static var processedPayment: [Column<ExportedPayment>] {
    let left: Set = ["seq", "place", "orderId", "at", "actor"]
    return payments.columns.filter { !left.contains($0.name) }
  }
}

// The parts of exports of orders besides their fields: payments, and the data of events.

extension Orders: ExportingDomain {
  package static func export(_ personal: PersonalParts) -> DomainExport<Orders> {
    var export = DomainExport<Orders>(personal, meaning: columnMeaning)
    export.unmined.formUnion(["updatedAt", "due"])
    export.attributes = attributes
    export.facts = [(payments, \.isPayment)]
    export.makeObjects = { [export] in OrderObjects(export) }
    return export
  }

  private typealias Fact = ExportedFact<Orders>

  private static let method = Column<Fact>("method", "how it was paid") {
    .text($0.payment?.method.map { String($0) })
  }
  private static let reference = Column<Fact>("reference", "the bank's reference") {
    $0.entry.personal.text($0.payment?.reference.map { String($0) })
  }

  /// Amounts are in minor units.
  private static let attributes: [Column<ExportedFact<Orders>>] = [
    Column("total", "the order's total, if the event sets it", .amount) { $0.money($0.total) },
    Column("amount", "what was paid or refunded", .amount) { $0.money($0.amount) },
    Column("currency", "the order's currency after it") { .currency($0.currency) },
    method, reference,
    Column("carrier", "who carries the order") {
      .text($0.shipping?.carrier.map { String($0) })
    },
    Column("tracking", "the carrier's number for it") {
      $0.entry.personal.text($0.shipping?.tracking.map { String($0) })
    },
  ]

  package static let payments: ExportTable<ExportedFact<Orders>> = {
    let names = DomainTableNames(words)
    return ExportTable(
      "payments", "payments and refunds", of: .entry, keyLength: 2,
      references: [
        TableReference("seq", to: "entries", "seq"),
        TableReference(names.key, to: names.streams, "id"),
      ], indexed: [names.key],
      columns: [
        Column("seq", "the entry's number", .integer) { .integer(Int64($0.entry.entry.seq)) },
        Column("place", "the event's place in the entry, from 1", .integer) {
          .integer(Int64($0.place))
        },
        Column(names.key, "the order's id") { .text($0.entry.streamID) },
        Column("kind", "payment or refund") { .text($0.kind) },
        Column("amount", "how much", .amount) { $0.money($0.amount ?? 0) },
        Column("currency", "the order's currency then") { .currency($0.currency) },
        method, reference,
        Column("at", "when it was recorded", .time) { .time($0.entry.entry.at) },
        Column("actor", "who recorded it") { $0.entry.actor },
      ])
  }()

  /// The columns of a payment in process mining, besides its event and order.
  package static var minedPayments: [Column<ExportedFact<Orders>>] {
    let left: Set = ["seq", "place", "orderId", "at", "actor"]
    return payments.columns.filter { !left.contains($0.name) }
  }
}

extension ExportedFact<Orders> {
  /// Whether it is a payment or a refund, of an order that was created.
  var isPayment: Bool {
    if case .refunded = event { return state != nil }
    return payment != nil && state != nil
  }
  var kind: String { payment == nil ? "refund" : "payment" }
  /// The currency of the order's amounts after it.
  fileprivate var currency: String? { state?.fields[.currency] }

  fileprivate func money(_ amount: Int64?) -> CellValue {
    amount.map { .amount($0, currency: currency ?? "") } ?? .empty
  }

  fileprivate var total: Int64? {
    switch event {
    case .created(_, let total): total
    case .updated(_, let total): total
    default: nil
    }
  }

  fileprivate var amount: Int64? {
    if case .refunded(let amount) = event { return amount }
    return payment?.amount.value
  }

  fileprivate var payment: Payment? {
    if case .paymentReceived(let payment) = event { payment } else { nil }
  }

  fileprivate var shipping: Shipping? {
    if case .shipped(let shipping) = event { shipping } else { nil }
  }
}

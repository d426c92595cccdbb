// Orders and the catalogue as the scenes that examine histories are given them.

extension HistoryDomains {
  /// Orders and the catalogue.
  public static let orders = HistoryDomains(Orders.self, Catalogue.self)
}

extension Orders: HistoryDomain {
  /// An order, orders.
  public static var words: DomainWords {
    DomainWords(
      "order", article: "an", example: "1001",
      exampleCommand: #"{"type":"pay-order","amount":1250}"#)
  }
  /// The members with amounts of payments and refunds.
  public static var moneyOfCommands: [String] { ["amount"] }
  /// The fields that are added up: totals, and the amounts paid and paid back.
  public static var totals: [SummedField] {
    [SummedField("total"), SummedField("paid"), SummedField("refunded", isShownAlways: false)]
  }
  /// The ways of paying.
  public static var groupedMembers: [String] { ["method"] }
  /// The built-in invariants, in the order in which they are reported.
  public static var invariants: [(name: String, condition: String)] {
    [
      (
        "total-is-its-parts",
        "total == sum(items, quantity * unitPrice) + (shippingFee else 0) + (tax else 0)"
          + " - (discount else 0)"
      ),
      ("payments-within-total", "paid >= 0 and (not changed(paid) or paid - refunded <= total)"),
      ("refunds-within-payments", "refunded >= 0 and refunded <= paid"),
      (
        "paid-means-nothing-due",
        #"status not in ["placed", "paid"] or (status == "paid") == (balance == 0)"#
      ),
      (
        "legal-status-changes",
        #"not changed(status)"#
          + #" or not exists(old(status)) and status in ["placed", "paid"]"#
          + #" or old(status) == "placed" and status in ["paid", "cancelled", "deleted"]"#
          + #" or old(status) == "paid" and status in ["placed", "shipped", "cancelled", "deleted"]"#
          + #" or old(status) == "shipped" and status == "delivered""#
          + #" or old(status) == "delivered" and status == "returned""#
          + #" or old(status) == "cancelled" and status == "deleted""#
      ),
      ("shipped-implies-paid", #"not changed(status) or status != "shipped" or balance == 0"#),
    ]
  }

  /// The library for apps, with what examines histories.
  public static var testImports: [String] { ["import CleanStoreHistories"] }

  /// Orders are grouped by their statuses.
  public static var grouping: (field: String, deleted: String)? {
    ("status", Order.Status.deleted.rawValue)
  }

  /// Orders are sorted by the time at which they were placed, then as they come.
  public static func inOrder(_ states: [(id: String, state: Order?)])
    -> [(id: String, state: Order?)]
  {
    states.enumerated().sorted { one, other in
      (one.element.state?.placedAt ?? .earliest, one.offset)
        < (other.element.state?.placedAt ?? .earliest, other.offset)
    }.map(\.element)
  }

  /// Writes an order with its due amount.
  public static func writeListed(_ order: Order?, id: String, to writer: inout JSONWriter) -> Bool {
    order?.writeJSON(to: &writer, id: id)
    return order != nil
  }

  /// The wording of any refused command.
  public static func wording(of field: InvalidField) -> String { FieldWording.sentence(for: field) }

  /// The texts of contact and addresses, but for those that say too little.
  public static func isSearched(_ path: String) -> Bool {
    let names = path.split(separator: ".")
    return names.count == 2 && ["contact", "billing", "shipment"].contains(names[0])
      && !["city", "state", "zip", "country"].contains(names[1])
  }

  /// Phone numbers and email addresses.
  public static func isOfOnePerson(_ path: String) -> Bool {
    ["contact.phone", "contact.email"].contains(path)
  }

  /// Status and total: `paid, 129.99 USD`.
  public static func summary(of fields: FieldTree, _ formatting: Formatting) -> String {
    let total = formatting.money(
      fields["total"]?.integer ?? 0, currency: fields["currency"]?.string ?? "")
    return "\(fields["status"]?.string ?? ""), \(total)"
  }
}

extension Catalogue: HistoryDomain {
  /// The one catalogue.
  public static var words: DomainWords { DomainWords("catalogue", article: "the") }
  /// The library for apps.
  public static var testImports: [String] { Orders.testImports }
}

extension Failure {
  package init(_ error: EngineError) { self.init(error, about: Orders.words) }
}

// The remaining texts show what was bought, how it was shipped and paid, and roughly where it went. All
// other texts are replaced, known or not: names, streets, cities, customers, actors, reasons,
// references, tracking numbers, and the values of `meta`.
extension Orders {
  /// The names of fields of orders' events.
  public static var eventFields: [String] { OrderField.namesInEvents }
  /// The texts that say what was bought, sent and paid.
  public static var impersonalTexts: Set<String> {
    Set(["items.sku", "items.name", "method", "carrier"])
      .union(OrderField.recorded.filter { $0.disclosure == .whole }.flatMap { [$0.name, $0.path] })
  }
}

extension Catalogue {
  /// All of them.
  public static var impersonalTexts: Set<String> { ["code", "name"] }
}

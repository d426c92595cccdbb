// The findings of an audit of orders besides those in any history: who did what, and money.

extension AuditFinding {
  fileprivate static let createdAndRefunded = AuditFinding(
    "created-and-refunded", "The same actor created an order and refunded a payment of it.")
  fileprivate static let editedAndPaid = AuditFinding(
    "edited-and-paid", "The same actor edited an order and recorded a payment for it.")
  fileprivate static let refundWithoutReturn = AuditFinding(
    "refund-without-return", "A payment was refunded before the order was returned or cancelled.")
  fileprivate static let changedAfterPayment = AuditFinding(
    "changed-after-payment", "An order's total was changed after a payment.")
  fileprivate static let deletedAfterPayment = AuditFinding(
    "deleted-after-payment", "An order with payments was deleted.")
  fileprivate static let numberGivenTwice = AuditFinding(
    "number-given-twice", "An order was to be created under a number that another one had.")
  fileprivate static let equalOrders = AuditFinding(
    "equal-orders",
    "An order was created within \(EqualOrders.hours) hours of an open one of the same customer, with the same "
      + "items, currency and total.")
}

extension Orders: AuditedDomain {
  package static var findings: [AuditFinding] {
    [
      .createdAndRefunded, .editedAndPaid, .refundWithoutReturn, .changedAfterPayment,
      .manyRefusals, .clockHeld, .importBetween, .deletedAfterPayment, .numberGivenTwice,
      .numberSkipped(in: words), .equalOrders, .withoutReason, .erasedWithoutRecord,
      .pendingErasure,
    ]
  }

  package static func audit(in zone: TimeZoneRules) -> any DomainAudit<Orders> {
    OrderAudit(in: zone)
  }
}

private struct OrderAudit: DomainAudit {
  private var months: MoneyByMonth
  private var equals = EqualOrders()
  /// Actors by orders.
  private var creators: [Int: Int] = [:]
  private var editors: [Int: Set<Int>] = [:]
  private var payers: [Int: Set<Int>] = [:]

  init(in zone: TimeZoneRules) { months = MoneyByMonth(in: zone) }

  mutating func take(
    _ entry: Entry, of index: Int, by actor: Int, after before: Order?,
    _ orders: StateProjection<Orders>
  ) -> [(finding: AuditFinding, note: String?)] {
    guard entry.isAccepted else {
      let isTaken = orders.body.refusal?.code == OrderRefusal.exists.code
      return isTaken && orders.streams.name(index).orderID.number != nil
        ? [(.numberGivenTwice, nil)] : []
    }
    let after = orders.states[index]
    months.take(before, after, at: entry.at)
    // Other events of an order that was never created change nothing.
    guard let after else { return [] }
    var found: [(finding: AuditFinding, note: String?)] = []
    for event in orders.body.events {
      switch event {
      case .created:
        creators[index] = actor
        if let equal = equals.add(index, orders.states) {
          found.append((.equalOrders, "as \(orders.streams.name(equal).orderID)"))
        }
      case .updated:
        equals.replace(index, before, orders.states)
        editors[index, default: []].insert(actor)
        if payers[index]?.contains(actor) == true { found.append((.editedAndPaid, nil)) }
        if let before, before.paid > 0, before.total != after.total {
          found.append((.changedAfterPayment, nil))
        }
      case .paymentReceived:
        payers[index, default: []].insert(actor)
        if editors[index]?.contains(actor) == true { found.append((.editedAndPaid, nil)) }
      case .refunded:
        if creators[index] == actor { found.append((.createdAndRefunded, nil)) }
        if let before, before.status != .returned, before.status != .cancelled {
          found.append((.refundWithoutReturn, nil))
        }
      case .deleted:
        if let before, before.paid > 0 { found.append((.deletedAfterPayment, nil)) }
      default: break
      }
    }
    return found
  }

  func money(of orders: [Order?]) -> AuditedMoney {
    AuditedMoney(
      months.rows.mapValues { $0.mapValues { [$0.received, $0.refunded, $0.outstanding] } },
      describedBy: [
        .init("received", "RECEIVED"), .init("refunded", "REFUNDED"), .init("due", "LEFT TO PAY"),
      ],
      MoneyByMonth.outcome(of: orders).mapValues { [$0.due, $0.owed, $0.ofDeleted] },
      describedBy: [
        .init("due", "Left to pay at the end"), .init("owed", "To refund"),
        .init("ofDeleted", "Paid for orders that were deleted"),
      ])
  }
}

// The events of orders: their names, how they change an order, and how they are written and read.
// Events are facts: whatever they say is taken as it is.

/// An event of an order.
public enum OrderEvent: Sendable {
  /// It was placed; the total is in minor units.
  case created(OrderFields, total: Int64)
  /// These fields changed, and the total if it is given.
  case updated(OrderFields, total: Int64?)
  /// A payment was received.
  case paymentReceived(Payment)
  /// The order is paid in full.
  case paid
  /// It was shipped.
  case shipped(Shipping)
  /// It was delivered.
  case delivered
  /// It was called off.
  case cancelled
  /// It was taken back.
  case returned
  /// So many minor units were paid back.
  case refunded(amount: Int64)
  /// It was hidden from lists.
  case deleted
  /// The personal data that it had was erased.
  case personalErased

  /// The kinds of events, in the order in which the log's shapes have them.
  enum Kind: UInt8, CaseIterable {
    case created, updated, paymentReceived, paid, shipped, delivered, cancelled, returned, refunded
    case deleted, personalErased

    /// The name in the log: `payment-received`.
    var type: StaticString {
      switch self {
      case .created: "order-created"
      case .updated: "order-updated"
      case .paymentReceived: "payment-received"
      case .paid: "order-paid"
      case .shipped: "order-shipped"
      case .delivered: "order-delivered"
      case .cancelled: "order-cancelled"
      case .returned: "order-returned"
      case .refunded: "payment-refunded"
      case .deleted: "order-deleted"
      case .personalErased: "personal-erased"
      }
    }

    /// The slot of the amount that it can't be without.
    var required: Int? {
      switch self {
      case .created: OrderField.totalSlot
      case .paymentReceived, .refunded: 0
      default: nil
      }
    }

    /// Its members in the log.
    var members: [ObjectShape.Member] {
      switch self {
      case .created, .updated: OrderField.eventMembers
      case .paymentReceived: Payment.members
      case .shipped: Shipping.members
      case .refunded: Payment.refundMembers
      case .paid, .delivered, .cancelled, .returned, .deleted, .personalErased: []
      }
    }
  }

  var kind: Kind {
    switch self {
    case .created: .created
    case .updated: .updated
    case .paymentReceived: .paymentReceived
    case .paid: .paid
    case .shipped: .shipped
    case .delivered: .delivered
    case .cancelled: .cancelled
    case .returned: .returned
    case .refunded: .refunded
    case .deleted: .deleted
    case .personalErased: .personalErased
    }
  }

  /// The name in the log: `payment-received`.
  public var type: StaticString { kind.type }
}

extension OrderEvent: Equatable {
  /// Whether both do the same. A new order has nothing to remove: there, `null` is as good as nothing.
  public static func == (one: OrderEvent, other: OrderEvent) -> Bool {
    switch (one, other) {
    case (.created(let fields, let total), .created(let others, let otherTotal)):
      total == otherTotal && fields.isSame(as: others, nulls: false)
    case (.updated(let changes, let total), .updated(let others, let otherTotal)):
      total == otherTotal && changes == others
    case (.paymentReceived(let payment), .paymentReceived(let other)): payment == other
    case (.shipped(let shipping), .shipped(let other)): shipping == other
    case (.refunded(let amount), .refunded(let other)): amount == other
    case (.paid, .paid), (.delivered, .delivered), (.cancelled, .cancelled), (.returned, .returned),
      (.deleted, .deleted), (.personalErased, .personalErased):
      true
    default: false
    }
  }
}

extension Optional where Wrapped == Order {
  /// Brings the order up to date with one event.
  ///
  /// Until an order is shipped or cancelled its status is `paid` exactly while its balance is 0: up
  /// it goes with `order-paid`, down with whatever leaves something to pay. An event of an order
  /// that was never created does nothing.
  mutating func evolve(with event: OrderEvent, in context: EntryContext) {
    if case .created(let fields, let total) = event {
      var row = OrderRow(total: total, rev: context.rev, at: context.at)
      if context.isErased { row.lost = .personal.union(.creation) }
      self = Order(row, copying: fields)
      return
    }
    self?.evolve(with: event, in: context)
  }

  /// The reason why an event can't have happened to the order, whatever the rules were.
  func objection(to event: OrderEvent) -> String? {
    guard var row = self?.row else {
      if case .created = event { return nil }
      // Commands that were refused have personal data, too.
      if case .personalErased = event { return nil }
      return "The event is of an order that wasn't created before."
    }
    if case .created = event { return "The order is created for the second time." }
    row.takeAmounts(of: event)
    return row.fits ? nil : "The order's amounts become too large."
  }
}

extension Order {
  fileprivate mutating func evolve(with event: OrderEvent, in context: EntryContext) {
    row.rev = context.rev
    row.updatedAt = context.at
    row.takeAmounts(of: event)
    (row.total, row.paid, row.refunded) = (row.total.held, row.paid.held, row.refunded.held)
    switch event {
    case .created, .paymentReceived: break
    case .updated(let changes, _):
      let changes = changes.values
      if context.isErased {
        row.lost.formUnion(.personal)
      } else if !row.lost.isEmpty {
        row.lost.subtract(changes.named.replaced)
      }
      put(changes)
      row.reopenIfUnpaid()
    case .paid:
      // A refunded amount may be paid again after the shipping: then nothing else changes.
      if row.status == .placed { row.status = .paid }
    case .shipped(let shipping):
      row.status = .shipped
      put(shipping)
    case .delivered: row.status = .delivered
    case .cancelled: row.status = .cancelled
    case .returned: row.status = .returned
    case .refunded: row.reopenIfUnpaid()
    case .deleted: row.status = .deleted
    case .personalErased:
      // Afterwards it is the same whether the blocks are still there, or were erased before.
      (row.lost, row[.erased]) = ([], true)
      dropPersonal()
    }
  }
}

extension OrderRow {
  /// Whether nothing is left to pay or to refund after an event.
  func isSettled(after event: OrderEvent) -> Bool {
    var row = self
    row.takeAmounts(of: event)
    return row.isSettled
  }

  fileprivate mutating func takeAmounts(of event: OrderEvent) {
    switch event {
    case .updated(_, let newTotal): total = newTotal ?? total
    case .paymentReceived(let payment): paid = paid.plus(payment.amount.value ?? 0)
    case .refunded(let amount): refunded = refunded.plus(amount)
    default: break
    }
  }

  /// Whether JSON can have all amounts.
  fileprivate var fits: Bool {
    Amount.range.contains(total) && Amount.range.contains(paid)
      && Amount.range.contains(refunded) && Amount.range.contains(balance)
  }

  fileprivate mutating func reopenIfUnpaid() {
    if status == .paid && !isSettled { status = .placed }
  }
}

extension OrderDecider {
  /// The event's `type`: `payment-received`.
  public static func type(of event: OrderEvent) -> StaticString { event.type }

  /// Writes the event's own members, each with a leading comma.
  public static func writeMembers(of event: OrderEvent, to writer: inout JSONWriter) {
    switch event {
    case .created(let fields, let total):
      fields.writeMembers(to: &writer, nulls: false)
      writer.member(#","total":"#, total)
    case .updated(let fields, let total):
      fields.writeMembers(to: &writer, nulls: true)
      if let total { writer.member(#","total":"#, total) }
    case .paymentReceived(let payment): payment.writeMembers(to: &writer)
    case .shipped(let shipping): shipping.writeMembers(to: &writer)
    case .refunded(let amount): writer.member(#","amount":"#, amount)
    case .paid, .delivered, .cancelled, .returned, .deleted, .personalErased: break
    }
  }

  /// The event that was read.
  public static func event(_ payload: Payload) throws(JSONError) -> OrderEvent {
    switch OrderEvent.Kind(rawValue: UInt8(payload.type)) {
    case .created:
      let total = try payload.require("total", OrderField.totalSlot)
      return .created(OrderFields(ofEvent: payload, total: total), total: total)
    case .updated:
      let total = payload.total
      return .updated(OrderFields(ofEvent: payload, total: total), total: total)
    case .paymentReceived:
      _ = try payload.require("amount")
      return .paymentReceived(Payment(payload))
    case .paid: return .paid
    case .shipped: return .shipped(Shipping(payload))
    case .delivered: return .delivered
    case .cancelled: return .cancelled
    case .returned: return .returned
    case .refunded: return .refunded(amount: try payload.require("amount"))
    case .deleted: return .deleted
    case .personalErased: return .personalErased
    case nil: throw JSONError(.unsupported, at: payload.start)
    }
  }
}

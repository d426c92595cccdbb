// How an event changes an order. Events are facts: whatever they say is taken as it is.

import EventSourcing
import JSONLines

extension Optional where Wrapped == Order {
  /// Brings the order up to date with one event.
  ///
  /// Until an order is shipped or cancelled its status is `paid` exactly while its balance is 0: up
  /// it goes with `order-paid`, down with whatever leaves something to pay. An event of an order
  /// that was never created does nothing.
  mutating func evolve(with event: OrderEvent, in context: EntryContext) {
    if case .created(let fields, let total) = event {
      let row = Order.Row(total: total, rev: context.rev, at: context.at)
      self = Order(row, copying: fields)
      return
    }
    self?.evolve(with: event, in: context)
  }
}

extension Order {
  fileprivate mutating func evolve(with event: OrderEvent, in context: EntryContext) {
    row.rev = context.rev
    row.updatedAt = context.at
    switch event {
    case .created: break
    case .updated(let changes, let newTotal):
      replaceFields(OrderFields(changes.values, onto: fields), shipping)
      row.total = newTotal ?? row.total
      row.reopenIfUnpaid()
    case .paymentReceived(let payment):
      row.paid = row.paid.plus(payment.amount.value ?? 0)
    case .paid:
      // What was refunded may be paid again after the shipping: then nothing else changes.
      if row.status == .placed { row.status = .paid }
    case .shipped(let shipping):
      row.status = .shipped
      if shipping.texts.storage != nil || Int(row.personalEnd) != bytes.count - 2 {
        replaceShipping(shipping.texts)
      }
    case .delivered: row.status = .delivered
    case .cancelled: row.status = .cancelled
    case .returned: row.status = .returned
    case .refunded(let amount):
      row.refunded = row.refunded.plus(amount)
      row.reopenIfUnpaid()
    case .deleted: row.status = .deleted
    }
  }

  private mutating func replaceShipping(_ shipping: TextPair) {
    let (members, personal) = (Int(row.membersEnd), Int(row.personalEnd))
    replaceFields(
      OrderFields(
        in: bytes, members: TextRange(0..<members), personal: TextRange(members..<personal)),
      shipping)
  }
}

extension Order.Row {
  fileprivate mutating func reopenIfUnpaid() {
    if status == .paid && !isSettled { status = .placed }
  }
}

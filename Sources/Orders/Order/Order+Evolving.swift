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
      self = Order(
        Order.Contents(
          status: .placed, rev: context.rev, total: total, placedAt: context.at,
          updatedAt: context.at), fields.values.asNewOrder())
      return
    }
    guard self != nil else { return }
    self?.contents.evolve(with: event, in: context)
    if case .updated(let changes, _) = event { self?.change(changes.values) }
  }
}

extension Order {
  fileprivate mutating func change(_ changes: borrowing FieldValues) {
    values = changes.merged(onto: values)
  }
}

extension Order.Contents {
  fileprivate mutating func evolve(with event: OrderEvent, in context: EntryContext) {
    rev = context.rev
    updatedAt = context.at
    switch event {
    case .created: break
    case .updated(_, let newTotal):
      total = newTotal ?? total
      reopenIfUnpaid()
    case .paymentReceived(let payment):
      paid = paid.plus(payment.amount.value ?? 0)
    case .paid:
      // What was refunded may be paid again after the shipping: then nothing else changes.
      if status == .placed { status = .paid }
    case .shipped(let shipping):
      status = .shipped
      self.shipping = shipping.texts.copied()
    case .delivered: status = .delivered
    case .cancelled: status = .cancelled
    case .returned: status = .returned
    case .refunded(let amount):
      refunded = refunded.plus(amount)
      reopenIfUnpaid()
    case .deleted: status = .deleted
    }
  }

  private mutating func reopenIfUnpaid() {
    if status == .paid && balance != 0 { status = .placed }
  }
}

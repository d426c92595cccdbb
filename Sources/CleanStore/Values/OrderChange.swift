// A decoded entry of the log: the request, who made it, when and why, its outcome, and the order
// after it.

import EventSourcing
import OrderDomain

/// One command in an order's history, with its outcome.
public struct OrderChange: Hashable, Sendable {
  /// The number of its entry in the log, from 1; 0 if nothing was recorded, because nothing changed.
  public let seq: Int
  /// The cursor to continue with after this change. In a sequence of changes, it has the hash of the entry.
  public let cursor: HistoryCursor
  /// The order's id.
  public let id: String
  /// The number of commands that had changed the order then, this one included.
  public let revision: Int
  /// The time of the command.
  public let at: Timestamp
  /// The person or program that requested it.
  public let actor: String
  /// The reason, if one was given.
  public let reason: String?
  /// The caller's id of the command, if it had one.
  public let commandID: String?
  /// The request.
  public let request: OrderRequest
  /// The outcome.
  public let outcome: OrderOutcome
  /// The order after it; nil if there is none, because it was refused before there was one.
  public let order: Order?
  /// Whether this is the outcome of an earlier command with the same id.
  public let isRepeated: Bool
  /// Whether the personal data of its entry was erased: a repeated command couldn't be compared with it.
  public let isErased: Bool
}

/// The outcome of a command.
public enum OrderOutcome: Hashable, Sendable, CustomStringConvertible {
  /// The rules accepted it; these are the events.
  case accepted([OrderEvent])
  /// The rules refused it; the refusal is recorded.
  case refused(OrderRefusal)
  /// It changes nothing; nothing was recorded.
  case unchanged

  /// A description such as `accepted: payment-received, order-paid` or `refused: order-not-paid`.
  public var description: String {
    switch self {
    case .accepted(let events): "accepted: " + events.map(\.type).joined(separator: ", ")
    case .refused(let refusal): "refused: " + refusal.code
    case .unchanged: "unchanged"
    }
  }
}

// Indirect: what copies one takes little code then, and it is copied wherever it is passed on.
/// Something that happened to an order.
public indirect enum OrderEvent: Hashable, Sendable {
  /// It was created.
  case created(NewOrder)
  /// These fields changed; the new total, if that did.
  case edited(OrderEdit, total: Money?)
  /// A payment was received.
  case paymentReceived(Money, method: String?, reference: String?)
  /// The order is paid in full.
  case paid
  /// It was shipped.
  case shipped(carrier: String?, tracking: String?)
  /// It was delivered.
  case delivered
  /// It was cancelled.
  case cancelled
  /// It was returned.
  case returned
  /// Money was paid back.
  case refunded(Money)
  /// It was hidden from lists.
  case deleted
  /// The personal data that it had was erased.
  case personalErased

  /// The name in the log: `payment-received`.
  public var type: String {
    switch self {
    case .created: "order-created"
    case .edited: "order-updated"
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

  init(_ event: Orders.Event, in currency: Currency) {
    switch event {
    case .created(let fields, _): self = .created(NewOrder(fields.contents))
    case .updated(let fields, let total):
      let currency = fields[.currency].map { Currency($0) } ?? currency
      self = .edited(
        OrderEdit(fields.contents, in: currency),
        total: total.map { Money(minorUnits: $0, currency) })
    case .paymentReceived(let payment):
      self = .paymentReceived(
        Money(minorUnits: payment.amount.value ?? 0, currency),
        method: payment.method.map { String($0) }, reference: payment.reference.map { String($0) })
    case .paid: self = .paid
    case .shipped(let shipping):
      self = .shipped(
        carrier: shipping.carrier.map { String($0) }, tracking: shipping.tracking.map { String($0) }
      )
    case .delivered: self = .delivered
    case .cancelled: self = .cancelled
    case .returned: self = .returned
    case .refunded(let amount): self = .refunded(Money(minorUnits: amount, currency))
    case .deleted: self = .deleted
    case .personalErased: self = .personalErased
    }
  }
}

extension OrderOutcome {
  init(_ result: Outcome<Orders>.Result, in currency: Currency) {
    switch result {
    case .accepted(let events): self = .accepted(events.map { OrderEvent($0, in: currency) })
    case .refused(let refusal): self = .refused(refusal)
    case .unchanged: self = .unchanged
    }
  }
}

// What can be asked of an order, and what then happens to it. The rules stand in StandardRules.

import JSONLines

/// Money that was received, and how.
public struct Payment: Equatable, Sendable {
  /// How much, in minor units.
  public var amount: Amount
  /// The method and the reference.
  var texts = TextPair()

  /// How it was paid: `card`; optional.
  public var method: Text? {
    get { texts.firstText }
    set { texts = TextPair(newValue, reference) }
  }
  /// What the bank calls it; optional.
  public var reference: Text? {
    get { texts.secondText }
    set { texts = TextPair(method, newValue) }
  }

  /// A payment.
  public init(amount: Amount, method: Text? = nil, reference: Text? = nil) {
    self.amount = amount
    texts = TextPair(method, reference)
  }
}

/// Who carries an order, and how to ask them about it.
public struct Shipping: Equatable, Sendable {
  /// The carrier and the tracking.
  var texts = TextPair()

  /// Who carries it; optional.
  public var carrier: Text? {
    get { texts.firstText }
    set { texts = TextPair(newValue, tracking) }
  }
  /// The carrier's number for it; optional.
  public var tracking: Text? {
    get { texts.secondText }
    set { texts = TextPair(carrier, newValue) }
  }

  /// A shipping.
  public init(carrier: Text? = nil, tracking: Text? = nil) {
    texts = TextPair(carrier, tracking)
  }
}

/// What can be asked of an order.
public enum OrderCommand: Equatable, Sendable {
  /// Place an order.
  case create(OrderFields)
  /// Change these fields.
  case update(OrderFields)
  /// Take note of a payment.
  case pay(Payment)
  /// Hand it to the carrier.
  case ship(Shipping = Shipping())
  /// Hand it to the customer.
  case deliver
  /// Call it off.
  case cancel
  /// Take it back.
  case `return`
  /// Pay back so many minor units.
  case refund(amount: Amount)
  /// Hide it from lists.
  case delete

  /// The kinds of commands, each with rules of its own.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// Place an order.
    case create
    /// Change fields.
    case update
    /// Take note of a payment.
    case pay
    /// Hand it to the carrier.
    case ship
    /// Hand it to the customer.
    case deliver
    /// Call it off.
    case cancel
    /// Take it back.
    case `return`
    /// Pay money back.
    case refund
    /// Hide it from lists.
    case delete

    /// What the log calls it: `pay-order`.
    public var type: StaticString {
      switch self {
      case .create: "create-order"
      case .update: "update-order"
      case .pay: "pay-order"
      case .ship: "ship-order"
      case .deliver: "deliver-order"
      case .cancel: "cancel-order"
      case .return: "return-order"
      case .refund: "refund-order"
      case .delete: "delete-order"
      }
    }
  }

  /// What kind of command it is.
  public var kind: Kind {
    switch self {
    case .create: .create
    case .update: .update
    case .pay: .pay
    case .ship: .ship
    case .deliver: .deliver
    case .cancel: .cancel
    case .return: .return
    case .refund: .refund
    case .delete: .delete
    }
  }
}

/// What happened to an order.
public enum OrderEvent: Equatable, Sendable {
  /// It was placed; the total is in minor units.
  case created(OrderFields, total: Int64)
  /// These fields changed, and the total if it is given.
  case updated(OrderFields, total: Int64?)
  /// A payment was received.
  case paymentReceived(Payment)
  /// Nothing is left to pay.
  case paid
  /// It was handed to the carrier.
  case shipped(Shipping)
  /// It was handed to the customer.
  case delivered
  /// It was called off.
  case cancelled
  /// It was taken back.
  case returned
  /// So many minor units were paid back.
  case refunded(amount: Int64)
  /// It was hidden from lists.
  case deleted

  /// What the log calls it: `payment-received`.
  public var type: StaticString {
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
    }
  }
}

// The requests that can be made of an order: their names, which of their fields can be wrong, what they lead to, and
// how they are written and read. Their rules are in StandardRules.

/// A request for an order.
public enum OrderCommand: Equatable, Sendable {
  /// Place an order.
  case create(OrderFields)
  /// Change these fields.
  case update(OrderFields)
  /// Record a payment.
  case pay(Payment)
  /// Hand it to the carrier.
  case ship(Shipping = Shipping())
  /// Hand it to the customer.
  case deliver
  /// Call it off.
  case cancel
  /// Take it back.
  case `return`
  /// Refund this many minor units.
  case refund(amount: Amount)
  /// Hide it from lists.
  case delete
  /// Erase the personal data that it has up to now.
  case erase

  /// The kinds of commands, each with its own rules.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// Place an order.
    case create
    /// Change fields.
    case update
    /// Record a payment.
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
    /// Erase the personal data that it has up to now.
    case erase

    /// The name in the log: `pay-order`.
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
      case .erase: ErasureRecord.commandType
      }
    }

    /// Its members in the log.
    var members: [ObjectShape.Member] {
      switch self {
      case .create, .update: OrderField.commandMembers
      case .pay: Payment.members
      case .ship: Shipping.members
      case .refund: Payment.refundMembers
      case .deliver, .cancel, .return, .delete, .erase: []
      }
    }

    /// The command of the kind that asks for the least; nil if it is for no order that exists.
    package var least: OrderCommand? {
      switch self {
      case .create: nil
      case .update: .update(OrderFields())
      case .pay: .pay(Payment(amount: 1))
      case .ship: .ship()
      case .deliver: .deliver
      case .cancel: .cancel
      case .return: .return
      case .refund: .refund(amount: 1)
      case .delete: .delete
      case .erase: .erase
      }
    }
  }

  /// The kind of the command.
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
    case .erase: .erase
    }
  }
}

extension OrderCommand {
  /// Adds the errors of a command besides those of an order's fields.
  ///
  /// - Returns: The amount that it pays or refunds, in minor units.
  func check(into found: inout InvalidFields, within limits: Limits) -> Int64 {
    var amount = Amount(0)
    switch self {
    case .pay(let payment):
      amount = payment.amount
      found.add("amount", Limits.code(of: amount, in: limits.payment))
      found.check(payment.texts, "method", "reference")
    case .ship(let shipping): found.check(shipping.texts, "carrier", "tracking")
    case .refund(let refund):
      amount = refund
      found.add("amount", Limits.code(of: amount, in: limits.payment))
    case .create, .update, .deliver, .cancel, .return, .delete, .erase: break
    }
    return amount.value ?? 0
  }
}

extension Evaluation {
  /// The command's events by the version of the rules with a number; none if it changes nothing.
  func events(of command: OrderCommand, by version: Int) -> [OrderEvent] {
    switch command {
    case .create(let fields):
      let total = total ?? 0
      return list(.created(fields, total: total), isPaid: total == 0)
    case .update(let fields): return events(ofUpdate: fields)
    case .pay(let payment):
      let received = OrderEvent.paymentReceived(payment)
      let isPaid = payment.amount.value != nil && order?.isSettled(after: received) == true
      return list(received, isPaid: isPaid)
    case .ship(let shipping): return [.shipped(shipping)]
    case .deliver: return [.delivered]
    case .cancel: return [.cancelled]
    case .return: return [.returned]
    case .refund:
      let refunded = OrderEvent.refunded(amount: amount)
      // Since version 2, too much can have been paid, and is refunded until the order is paid exactly.
      let mayPay = version > 1 && order?.status == .placed
      return list(refunded, isPaid: mayPay && order?.isSettled(after: refunded) == true)
    case .delete: return [.deleted]
    case .erase: return [.personalErased]
    }
  }

  /// An event, and whether it pays the order.
  func list(_ event: OrderEvent, isPaid: Bool) -> [OrderEvent] {
    isPaid ? [event, .paid] : [event]
  }
}

extension OrderDecider {
  /// The command's `type`: `pay-order`.
  public static func type(of command: OrderCommand) -> StaticString { command.kind.type }

  /// Writes the command's own members, each with a leading comma.
  public static func writeMembers(of command: OrderCommand, to writer: inout JSONWriter) {
    switch command {
    case .create(let fields): fields.writeMembers(to: &writer, nulls: false)
    case .update(let fields): fields.writeMembers(to: &writer, nulls: true)
    case .pay(let payment): payment.writeMembers(to: &writer)
    case .ship(let shipping): shipping.writeMembers(to: &writer)
    case .refund(let amount): writer.member(#","amount":"#, amount)
    case .deliver, .cancel, .return, .delete, .erase: break
    }
  }

  /// Writes the members of the personal block, each with a leading comma.
  ///
  /// - Returns: Whether there were any.
  public static func writePersonal(of command: OrderCommand, to writer: inout JSONWriter) -> Bool {
    switch command {
    case .create(let fields): fields.writePersonal(to: &writer, nulls: false)
    case .update(let fields): fields.writePersonal(to: &writer, nulls: true)
    case .pay, .ship, .deliver, .cancel, .return, .refund, .delete, .erase: false
    }
  }

  /// The command that was read.
  public static func command(_ payload: Payload) throws(JSONError) -> OrderCommand {
    switch OrderCommand.Kind(rawValue: UInt8(payload.type)) {
    case .create: .create(OrderFields(ofCommand: payload))
    case .update: .update(OrderFields(ofCommand: payload))
    case .pay: .pay(Payment(payload))
    case .ship: .ship(Shipping(payload))
    case .deliver: .deliver
    case .cancel: .cancel
    case .return: .return
    case .refund: .refund(amount: Payment.amount(payload))
    case .delete: .delete
    case .erase: .erase
    case nil: throw JSONError(.unsupported, at: payload.start)
    }
  }
}

// Requests that an app can make of an order.

import EventSourcing
import Formatting
import OrderDomain

// Indirect: what copies one takes little code then, and it is copied wherever it is passed on.
/// A command for an order.
public indirect enum OrderRequest: Hashable, Sendable {
  /// Create it.
  case create(NewOrder)
  /// Change these fields.
  case edit(OrderEdit)
  /// Record a payment; the method and the bank's reference are optional.
  case pay(Money, method: String? = nil, reference: String? = nil)
  /// Hand it to the carrier.
  case ship(carrier: String? = nil, tracking: String? = nil)
  /// Hand it to the customer.
  case deliver
  /// Cancel it.
  case cancel
  /// Take it back.
  case `return`
  /// Pay money back.
  case refund(Money)
  /// Hide it from lists; its history stays.
  case delete
  /// Erase the personal data that it has up to now; ``OrderStore/erase(_:by:because:commandID:expecting:)`` also waits until
  /// nothing of it is left in the log.
  case erase

  /// The command's name in the log: `pay-order`.
  public var type: String { "\(kind.type)" }

  var kind: Orders.Command.Kind {
    switch self {
    case .create: .create
    case .edit: .update
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

extension OrderRequest {
  /// The request of a command; amounts are in this currency unless it names another.
  init(_ command: Orders.Command, in currency: Currency) {
    switch command {
    case .create(let fields): self = .create(NewOrder(fields.contents))
    case .update(let fields): self = .edit(OrderEdit(fields.contents, in: currency))
    case .pay(let payment):
      self = .pay(
        Money(minorUnits: payment.amount.value ?? 0, currency),
        method: payment.method.map { String($0) }, reference: payment.reference.map { String($0) })
    case .ship(let shipping):
      self = .ship(
        carrier: shipping.carrier.map { String($0) }, tracking: shipping.tracking.map { String($0) }
      )
    case .deliver: self = .deliver
    case .cancel: self = .cancel
    case .return: self = .return
    case .refund(let amount): self = .refund(Money(minorUnits: amount.value ?? 0, currency))
    case .delete: self = .delete
    case .erase: self = .erase
    }
  }

  /// The request as a command for the order at this moment.
  func proposal(
    on id: String?, _ basis: inout CommandBasis<Orders>,
    with catalogue: StreamStates<Catalogue>
  ) throws(OrderError) -> OrderProposal {
    if kind != .create, id == nil { throw .malformedID("") }
    let command = try command(in: Currency(basis.state?.fields[.currency] ?? ""))
    return OrderProposal(checking: command, &basis, with: catalogue)
  }

  private func command(in currency: Currency) throws(OrderError) -> Orders.Command {
    switch self {
    case .create(let order): .create(.init(try order.contents()))
    case .edit(let edit): .update(.init(try edit.contents(in: currency)))
    case .pay(let amount, let method, let reference):
      .pay(
        .init(
          amount: .init(try amount.recorded(in: currency)), method: method.map { .init($0) },
          reference: reference.map { .init($0) }))
    case .ship(let carrier, let tracking):
      .ship(.init(carrier: carrier.map { .init($0) }, tracking: tracking.map { .init($0) }))
    case .deliver: .deliver
    case .cancel: .cancel
    case .return: .return
    case .refund(let amount): .refund(amount: .init(try amount.recorded(in: currency)))
    case .delete: .delete
    case .erase: .erase
    }
  }
}

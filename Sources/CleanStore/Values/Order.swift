// An order as an app sees it: plain values, as of one moment.

import OrderDomain

/// An order as it was after one of its entries.
public struct Order: Hashable, Identifiable, Sendable {
  /// The stage that an order has reached.
  public typealias Status = OrderStatus

  /// Its id: `1001`.
  public let id: String
  /// The number of commands that changed it.
  public let revision: Int
  /// The stage that it has reached.
  public let status: Status
  /// The customer's name in your own records.
  public let customer: String
  /// The person to write to and call; texts that were erased are empty.
  public let contact: Contact
  /// The address of the bill.
  public let billing: Address
  /// The address of the parcel.
  public let shipment: Address
  /// The code of the shipping method.
  public let shippingMethod: String
  /// The way of paying it.
  public let payment: PaymentMethod
  /// The ordered items.
  public let items: [Item]
  /// The currency of all amounts.
  public let currency: Currency
  /// Added to the items.
  public let shippingFee: Money
  /// Added to the items.
  public let tax: Money
  /// Taken off.
  public let discount: Money
  /// Items, shipping fee and tax, less the discount.
  public let total: Money
  /// The sum of the payments.
  public let paid: Money
  /// The sum of the refunds.
  public let refunded: Money
  /// The total less the payments, and plus the refunds.
  public let balance: Money
  /// The amount that is left to pay or, if negative, to refund: the balance until it is cancelled, returned or deleted,
  /// and nothing then.
  public let due: Money
  /// The time when it was created.
  public let placedAt: Timestamp
  /// The time when it was last changed.
  public let updatedAt: Timestamp
  /// The carrier, if it was shipped and that was recorded.
  public let carrier: String?
  /// The carrier's number for it.
  public let tracking: String?
  /// The facts that are true of it.
  public let flags: Set<OrderFlag>
  private let contents: NewOrder

  /// A text among its fields, whether or not it has a property; nil if it is absent.
  public subscript(field: OrderField) -> String? { contents[field] }

  init?(_ id: String, _ state: Orders.State) {
    guard let state else { return nil }
    contents = NewOrder(state.fields.contents)
    let currency = contents.currency
    func money(_ amount: Int64) -> Money { Money(minorUnits: amount, currency) }
    (self.id, revision, status) = (id, state.rev, state.status)
    (customer, contact, billing) = (contents.customer, contents.contact, contents.billing)
    (shipment, shippingMethod) = (contents.shipment, contents.shippingMethod)
    (payment, items, self.currency) = (contents.payment, contents.items, currency)
    (shippingFee, tax, discount) = (contents.shippingFee, contents.tax, contents.discount)
    (total, paid) = (money(state.total), money(state.paid))
    (refunded, balance, due) = (money(state.refunded), money(state.balance), money(state.due))
    (placedAt, updatedAt) = (state.placedAt, state.updatedAt)
    carrier = state.carrier.map { String($0) }
    tracking = state.tracking.map { String($0) }
    flags = Set(OrderFlag.allCases.filter { state[$0] })
  }
}

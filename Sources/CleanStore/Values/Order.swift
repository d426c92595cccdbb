// An order as an app sees it: plain values, as of one moment.

/// An order as it was after one of its entries.
public struct Order: Hashable, Identifiable, Sendable {
  /// How far an order has come.
  public typealias Status = OrderStatus

  /// Its id: `1001`.
  public let id: String
  /// How many commands changed it.
  public let revision: Int
  /// How far it has come.
  public let status: Status
  /// The customer's name in your own records.
  public let customer: String
  /// Who is written to and called; texts that were erased are empty.
  public let contact: Contact
  /// Where the bill goes.
  public let billing: Address
  /// Where the parcel goes.
  public let shipment: Address
  /// The code of the shipping method.
  public let shippingMethod: String
  /// How it is paid.
  public let payment: PaymentMethod
  /// What is ordered.
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
  /// What is left to pay or, if negative, to refund: the balance until it is cancelled, returned or deleted,
  /// and nothing then.
  public let due: Money
  /// When it was created.
  public let placedAt: Timestamp
  /// When it was last changed.
  public let updatedAt: Timestamp
  /// Who carries it, if it was shipped and that was recorded.
  public let carrier: String?
  /// The carrier's number for it.
  public let tracking: String?

  init?(_ id: String, _ state: Orders.State) {
    guard let state else { return nil }
    let contents = NewOrder(state.fields.contents)
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
  }
}

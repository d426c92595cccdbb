// An order that is to be created.

import OrderDomain

/// The contents of a new order.
///
///     NewOrder(
///       customer: "amy", contact: amy, billing: home, payment: .cash,
///       items: [Item("DECK-52", 2, at: 12.50)], currency: .usd)
public struct NewOrder: Hashable, Sendable {
  /// The customer's name in your own records.
  public var customer: String
  /// The person to write to and call.
  public var contact: Contact
  /// The address of the bill.
  public var billing: Address
  /// The address of the parcel.
  public var shipment: Address
  /// The code of the shipping method.
  public var shippingMethod: String
  /// The way of paying it.
  public var payment: PaymentMethod
  /// The ordered items; at least one.
  public var items: [Item]
  /// The currency of all amounts.
  public var currency: Currency
  /// Added to the items.
  public var shippingFee: Money
  /// Added to the items.
  public var tax: Money
  /// Taken off.
  public var discount: Money
  /// The texts that have no property.
  private var others: [OrderField: String] = [:]

  /// A text among the fields, whether or not it has a property; nil if it is absent.
  ///
  /// - Precondition: A text that is set has no property.
  public subscript(field: OrderField) -> String? {
    get { texts[field] }
    set {
      precondition(Self.isOther(field), "the field has a property, or isn't a text")
      others[field] = newValue
    }
  }

  /// An order to be created; it is shipped to the billing address unless another one is given.
  public init(
    customer: String, contact: Contact, billing: Address, shipment: Address? = nil,
    shippingMethod: String = "standard", payment: PaymentMethod, items: [Item], currency: Currency,
    shippingFee: Money = 0, tax: Money = 0, discount: Money = 0
  ) {
    self.customer = customer
    self.contact = contact
    self.billing = billing
    self.shipment = shipment ?? billing
    self.shippingMethod = shippingMethod
    self.payment = payment
    self.items = items
    self.currency = currency
    self.shippingFee = shippingFee
    self.tax = tax
    self.discount = discount
  }
}

extension NewOrder {
  init(_ contents: FieldContents) {
    let texts = contents.texts
    let currency = Currency(texts[.currency] ?? "")
    func amount(_ field: OrderField) -> Money {
      Money(minorUnits: contents.amounts[field] ?? 0, currency)
    }
    self.init(
      customer: texts[.customer] ?? "", contact: Contact(texts),
      billing: Address(.billing, in: texts), shipment: Address(.shipment, in: texts),
      shippingMethod: texts[.shippingMethod] ?? "",
      payment: PaymentMethod(texts), items: contents.items(in: currency) ?? [], currency: currency,
      shippingFee: amount(.shippingFee), tax: amount(.tax), discount: amount(.discount))
    others = texts.filter { Self.isOther($0.key) }
  }

  /// Whether a field is a text that has no property here: each group is one, and so are three texts outside of groups.
  private static func isOther(_ field: OrderField) -> Bool {
    field.isText && field.group == nil && ![.customer, .shippingMethod, .currency].contains(field)
  }

  private var texts: [OrderField: String] {
    [
      [.customer: customer, .shippingMethod: shippingMethod, .currency: currency.code],
      contact.texts, billing.texts(.billing), shipment.texts(.shipment), payment.texts,
    ].reduce(into: others) { $0.merge($1) { _, new in new } }
  }

  func contents() throws(OrderError) -> FieldContents {
    var contents = FieldContents()
    contents.texts = texts
    try contents.set(items, in: currency)
    for (field, amount) in [
      (OrderField.shippingFee, shippingFee), (.tax, tax), (.discount, discount),
    ] where amount != 0 {
      try contents.set(field, amount, in: currency)
    }
    return contents
  }
}

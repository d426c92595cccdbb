// Changes to an order: any fields, each set or removed.

import OrderDomain

/// Changes to an order: fields that are set, and fields that are removed. What isn't named stays.
///
///     try await store.edit(id, by: "amy") {
///       $0[.email] = "amy@example.com"
///       $0.remove(.billingStreet2)
///     }
public struct OrderEdit: Hashable, Sendable {
  var texts: [OrderField: String] = [:]
  var removed: Set<OrderField> = []
  /// The items, replaced as a whole; nil if they stay.
  public var items: [Item]?
  /// The shipping fee; nil if it stays.
  public var shippingFee: Money?
  /// The tax; nil if it stays.
  public var tax: Money?
  /// The discount; nil if it stays.
  public var discount: Money?

  /// Makes an edit without changes.
  public init() {}

  /// A text that is set; nil if it stays, or is removed.
  ///
  /// - Precondition: The field is a text, and not one that is never recorded.
  public subscript(field: OrderField) -> String? {
    get { texts[field] }
    set {
      precondition(field.isText, "the field isn't a text")
      removed.remove(field)
      texts[field] = newValue
    }
  }

  /// Removes a field, as far as an order can be without it.
  public mutating func remove(_ field: OrderField) {
    texts[field] = nil
    removed.insert(field)
  }

  /// Whether a field is removed.
  public func removes(_ field: OrderField) -> Bool { removed.contains(field) }

  /// Replaces the contact.
  public mutating func set(contact: Contact) { set(contact.texts) }

  /// Replaces the address that the bill goes to.
  public mutating func set(billing: Address) {
    if billing.street2 == nil { remove(.billingStreet2) }
    set(billing.texts(.billing))
  }

  /// Replaces the address that the parcel goes to.
  public mutating func set(shipment: Address) {
    if shipment.street2 == nil { remove(.shipmentStreet2) }
    set(shipment.texts(.shipment))
  }

  /// Replaces the way of payment, card and all.
  public mutating func set(payment: PaymentMethod) { set(payment.texts) }

  private mutating func set(_ texts: [OrderField: String]) {
    for (field, text) in texts { self[field] = text }
  }
}

extension OrderEdit {
  init(_ contents: FieldContents, in currency: Currency) {
    texts = contents.texts
    removed = contents.removed
    let currency = texts[.currency].map { Currency($0) } ?? currency
    items = contents.items(in: currency)
    func amount(_ field: OrderField) -> Money? {
      contents.amounts[field].map { Money(minorUnits: $0, currency) }
    }
    (shippingFee, tax, discount) = (amount(.shippingFee), amount(.tax), amount(.discount))
  }

  /// The changes as the log has them: amounts are in the new currency, if that changes.
  func contents(in currency: Currency) throws(OrderError) -> FieldContents {
    let currency = texts[.currency].map { Currency($0) } ?? currency
    var contents = FieldContents()
    contents.texts = texts
    contents.removed = removed
    if let items { try contents.set(items, in: currency) }
    try contents.set(.shippingFee, shippingFee, in: currency)
    try contents.set(.tax, tax, in: currency)
    try contents.set(.discount, discount, in: currency)
    return contents
  }
}

// A form for an order: what was filled in, field by field, before it is interpreted. Interactors
// and rules decide whether it is right.

package struct OrderForm: Equatable, Sendable {
  package enum Entry: Equatable, Sendable {
    /// A text as it was typed; amounts of money in major units: `12.99`.
    case text(String)
    /// A number as programs write it; amounts of money in minor units: `1299`.
    case number(Int64)
    case removed
    /// Something that no field of this kind can hold, such as a list.
    case unreadable

    /// Texts are compared byte by byte, as fields are.
    package static func == (one: Entry, other: Entry) -> Bool {
      switch (one, other) {
      case (.text(let one), .text(let other)): one.hasSameBytes(as: other)
      case (.number(let one), .number(let other)): one == other
      case (.removed, .removed), (.unreadable, .unreadable): true
      default: false
      }
    }
  }

  package enum Item: Equatable, Sendable {
    case parts(Parts)
    /// Something that can't be an item.
    case unreadable

    package struct Parts: Equatable, Sendable {
      /// The article's code.
      package var sku: Entry?
      package var name: Entry?
      package var quantity: Entry?
      package var unitPrice: Entry?

      package init() {}
    }
  }

  package var items: [Item]?
  /// Whether the shipping address is the billing address, whatever else the form says of it; nil if that wasn't
  /// decided.
  package var shipsToBillingAddress: Bool?
  private var entries: [OrderField: Entry] = [:]

  package init() {}

  package subscript(field: OrderField) -> Entry? {
    get { entries[field] }
    set { entries[field] = newValue }
  }

  package var isEmpty: Bool { self == OrderForm() }

  package func text(_ field: OrderField) -> String? {
    if case .text(let text) = entries[field] { text } else { nil }
  }

  /// This form, overridden by another one; items are replaced as a whole.
  ///
  /// The recorded data of a card goes when there is another card, or none any more.
  package func overlaid(with other: OrderForm) -> OrderForm {
    var merged = self
    if hasOtherPayment(than: other) {
      for field in OrderField.card { merged[field] = nil }
    }
    for field in OrderField.ofForm {
      if let entry = other[field] { merged[field] = entry }
    }
    merged.items = other.items ?? items
    merged.shipsToBillingAddress = other.shipsToBillingAddress ?? shipsToBillingAddress
    return merged
  }

  /// This form, overridden by one that was begun again and isn't finished: items that aren't in that yet
  /// stay, and so does what it lacks of the others.
  package func continued(by other: OrderForm) -> OrderForm {
    var merged = overlaid(with: other)
    guard let old = items, let new = other.items else { return merged }
    merged.items = new + old.dropFirst(new.count)
    for (index, pair) in zip(old, new).enumerated() {
      guard case (.parts(let before), .parts(var now)) = pair else { continue }
      now.sku = now.sku ?? before.sku
      now.name = now.name ?? before.name
      now.quantity = now.quantity ?? before.quantity
      now.unitPrice = now.unitPrice ?? before.unitPrice
      merged.items?[index] = .parts(now)
    }
    return merged
  }

  /// Whether amounts of this form, in minor units of its currency, would be others in the currency of one that
  /// overrides it.
  package func hasOtherAmounts(under other: OrderForm) -> Bool {
    guard let own = text(.currency), let new = other.text(.currency),
      Currency.exponent(of: own) != Currency.exponent(of: new)
    else { return false }
    var amounts = OrderField.ofForm.filter { $0.isAmount && other[$0] == nil }.map { self[$0] }
    for case .parts(let item) in (other.items == nil ? items : nil) ?? [] {
      amounts.append(item.unitPrice)
    }
    return amounts.contains { if case .number(let number)? = $0 { number != 0 } else { false } }
  }

  private func hasOtherPayment(than other: OrderForm) -> Bool {
    if let number = other[.cardNumber], number != self[.cardNumber] { return true }
    if let last4 = other[.cardLast4], last4 != self[.cardLast4] { return true }
    guard let kind = other[.paymentKind] else { return false }
    return kind != self[.paymentKind] && kind != .text("card")
  }
}

extension OrderForm.Item {
  /// Whether it has what is asked for last, or nothing that can be asked for.
  package var isFinished: Bool {
    guard case .parts(let parts) = self else { return true }
    return parts.unitPrice != nil && parts.unitPrice != .removed
  }

  /// An item as it is typed: `SKU:QUANTITY:PRICE` or `SKU:QUANTITY:PRICE:NAME`; the name may
  /// contain colons.
  package init(typed text: String) {
    let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count >= 3 else {
      self = .unreadable
      return
    }
    var item = Parts()
    item.sku = .text(parts[0])
    item.quantity = .text(parts[1])
    item.unitPrice = .text(parts[2])
    item.name = parts.count > 3 ? .text(parts[3]) : nil
    self = .parts(item)
  }
}

extension OrderForm {
  package init(_ order: Order) { self.init(order.fields) }

  init(_ fields: OrderFields) {
    self.init()
    for field in OrderField.ofForm {
      if field.isAmount {
        self[field] = fields.amount(field).value.map { .number($0) }
      } else {
        self[field] = fields[field].map { .text($0) }
      }
    }
    items = fields.items?.map { .parts(Item.Parts($0)) }
  }

  /// Contact and addresses of an order, for the next one of the same customer, as far as they are known.
  init(peopleAndPlacesOf order: Order) {
    self.init()
    let all = OrderForm(order)
    for field in OrderField.peopleAndPlaces where !order.mayHaveLost(field) {
      self[field] = all[field]
    }
  }

  /// The fields among these that would be copied from an order in which they may be older than they seem.
  func lacking(_ fields: [OrderField], of order: Order) -> [OrderField] {
    fields.filter { order.mayHaveLost($0) && self[$0] == nil }
  }
}

extension OrderForm.Item.Parts {
  init(_ item: Item) {
    self.init()
    sku = .text(item.sku)
    name = item.name.map { .text($0) }
    quantity = item.quantity.value.map { .number($0) }
    unitPrice = item.unitPrice.value.map { .number($0) }
  }
}

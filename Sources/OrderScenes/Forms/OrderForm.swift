// A form for an order: what somebody filled in, field by field, before anything is made of it.
// Whether it is right is for the interactors and the rules to say.

import HistoryScenes
public import Orders

/// A form for an order, as it was filled in by flags, by a program or at a prompt.
public struct OrderForm: Equatable, Sendable {
  /// What stands in a field.
  public enum Entry: Equatable, Sendable {
    /// A text as it was typed; amounts of money in major units: `12.99`.
    case text(String)
    /// A number as programs write it; amounts of money in minor units: `1299`.
    case number(Int64)
    /// What stood there is to be removed.
    case removed
    /// Something that no field of this kind can hold, such as a list.
    case unreadable
  }

  /// One item.
  public enum Item: Equatable, Sendable {
    /// An item, field by field.
    case parts(Parts)
    /// Something that can't be an item.
    case unreadable

    /// The fields of an item.
    public struct Parts: Equatable, Sendable {
      /// The article's code.
      public var sku: Entry?
      /// What people call it; optional.
      public var name: Entry?
      /// How many.
      public var quantity: Entry?
      /// The price of one.
      public var unitPrice: Entry?

      /// An item with nothing filled in.
      public init() {}
    }
  }

  /// What was ordered, as a whole; nil if it was left out.
  public var items: [Item]?
  /// Whether the shipment address is the billing address, whatever else is said of it.
  public var shipsToBillingAddress = false
  private var entries: [OrderField: Entry] = [:]

  /// An empty form.
  public init() {}

  /// What stands in a field; nil if it was left out.
  public subscript(field: OrderField) -> Entry? {
    get { entries[field] }
    set { entries[field] = newValue }
  }

  /// Whether nothing was filled in.
  public var isEmpty: Bool { self == OrderForm() }

  /// The text in a field, if it is one.
  public func text(_ field: OrderField) -> String? {
    if case .text(let text) = entries[field] { text } else { nil }
  }

  /// This form with what another one says in its place; items are replaced as a whole.
  ///
  /// What was kept of a card goes when there is another one, or none any more.
  public func overlaid(with other: OrderForm) -> OrderForm {
    var merged = self
    if hasOtherPayment(than: other) {
      for field in OrderField.card { merged[field] = nil }
    }
    for field in OrderField.ofForm {
      if let entry = other[field] { merged[field] = entry }
    }
    merged.items = other.items ?? items
    merged.shipsToBillingAddress = shipsToBillingAddress || other.shipsToBillingAddress
    return merged
  }

  private func hasOtherPayment(than other: OrderForm) -> Bool {
    if other[.cardNumber] != nil { return true }
    if let last4 = other[.cardLast4], last4 != self[.cardLast4] { return true }
    guard let kind = other[.paymentKind] else { return false }
    return kind != self[.paymentKind] && kind != .text("card")
  }
}

extension OrderForm.Item {
  /// An item as it is typed: `SKU:QUANTITY:PRICE` or `SKU:QUANTITY:PRICE:NAME`; the name may have
  /// colons in it.
  public init(typed text: String) {
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

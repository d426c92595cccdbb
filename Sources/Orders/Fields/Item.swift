// One line of an order, for people who build orders by hand and, as ranges, for the log.

import JSONLines

/// So many of one article at one price.
public struct Item: Hashable, Sendable {
  /// The article's code.
  public var sku: String
  /// What people call it; optional.
  public var name: String?
  /// How many.
  public var quantity: Amount
  /// The price of one, in minor units.
  public var unitPrice: Amount

  /// So many of one article.
  public init(sku: String, name: String? = nil, quantity: Amount, unitPrice: Amount) {
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

/// An item whose texts lie in the storage of its order's fields.
struct RecordedItem: BitwiseCopyable {
  var sku = TextRange.absent
  var name = TextRange.absent
  var quantity = Amount.absent
  var unitPrice = Amount.absent
}

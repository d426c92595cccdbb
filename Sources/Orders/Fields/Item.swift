// One line of an order: as a value for building orders, and as ranges for the log.

import JSONLines

/// A quantity of one article at one price.
public struct Item: Hashable, Sendable {
  /// The article's code.
  public var sku: String
  /// Its name; optional.
  public var name: String?
  /// How many.
  public var quantity: Amount
  /// The price of one, in minor units.
  public var unitPrice: Amount

  /// A quantity of one article.
  public init(sku: String, name: String? = nil, quantity: Amount, unitPrice: Amount) {
    self.sku = sku
    self.name = name
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

/// An item whose texts are ranges of its order's bytes.
struct ItemValues: BitwiseCopyable {
  var sku = TextRange.absent
  var name = TextRange.absent
  var quantity = Amount.absent
  var unitPrice = Amount.absent

  static let shape = ObjectShape(
    .text("sku"), .text("name"), .integer("quantity"), .integer("unitPrice"))
}

extension JSONWriter {
  /// Writes an item as an object; absent and null values are left out.
  mutating func item(_ item: ItemValues, of storage: ByteStorage) {
    let hasMembers = braces { (writer: inout JSONWriter) in
      writer.member(#","sku":"#, item.sku, of: storage)
      writer.member(#","name":"#, item.name, of: storage)
      writer.member(#","quantity":"#, item.quantity)
      writer.member(#","unitPrice":"#, item.unitPrice)
    }
    if !hasMembers { raw("{}") }
  }
}

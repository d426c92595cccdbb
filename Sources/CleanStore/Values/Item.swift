// One line of an order.

import OrderDomain

/// A quantity of one article at one price.
public struct Item: Hashable, Sendable {
  /// The article's code.
  public var sku: String
  /// The number of pieces.
  public var quantity: Int
  /// The price of one.
  public var price: Money
  /// The article's name; optional.
  public var name: String?

  /// A quantity of one article.
  public init(_ sku: String, _ quantity: Int = 1, at price: Money, name: String? = nil) {
    self.sku = sku
    self.quantity = quantity
    self.price = price
    self.name = name
  }
}

extension FieldContents {
  /// The items, in the order's currency.
  func items(in currency: Currency) -> [Item]? {
    items?.map { item in
      Item(
        item.sku, Int(item.quantity.value ?? 0),
        at: Money(minorUnits: item.unitPrice.value ?? 0, currency), name: item.name)
    }
  }

  mutating func set(_ items: [Item], in currency: Currency) throws(OrderError) {
    self.items = try items.map { (item) throws(OrderError) in
      .init(
        sku: item.sku, name: item.name, quantity: .init(Int64(item.quantity)),
        unitPrice: .init(try item.price.recorded(in: currency)))
    }
  }

  mutating func set(_ field: OrderField, _ amount: Money?, in currency: Currency)
    throws(OrderError)
  {
    amounts[field] = try amount?.recorded(in: currency)
  }
}

extension Money {
  /// The minor units, as the log has them.
  func recorded(in currency: Currency) throws(OrderError) -> Int64 {
    guard let amount = minorUnits(in: currency) else { throw .tooPrecise(self, currency) }
    return amount
  }
}

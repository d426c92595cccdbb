// The shipping methods that can be chosen: the state of the catalogue.

/// A way to ship an order.
public struct ShippingMethod: Hashable, Sendable {
  /// The code that orders have: `one-day`.
  public let code: Text
  /// Its name: `One-Day Shipping`.
  public let name: Text
  /// Whether it can't be chosen any more.
  public internal(set) var isRetired = false

  /// A method that can be chosen.
  public init(code: Text, name: Text) {
    self.code = code
    self.name = name
  }
}

/// All shipping methods there ever were, in the order in which they were added.
public struct ShippingMethods: Hashable, Sendable {
  /// All of them, also the retired ones.
  public internal(set) var all: [ShippingMethod]

  /// The methods of a new store, whose log is empty.
  public static let initial = ShippingMethods(all: [
    ShippingMethod(code: "standard", name: "Standard Shipping"),
    ShippingMethod(code: "one-day", name: "One-Day Shipping"),
    ShippingMethod(code: "two-day", name: "Two-Day Shipping"),
  ])

  /// The methods that can be chosen.
  public var offered: [ShippingMethod] { all.filter { !$0.isRetired } }

  /// The method with this code, also a retired one; nil if there is none. O(n).
  public subscript(code: Text) -> ShippingMethod? { all.first { $0.code == code } }
}

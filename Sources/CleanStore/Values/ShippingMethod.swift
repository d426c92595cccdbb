// A shipping method of the catalogue, in plain values.

import OrderDomain

/// A way to ship orders.
public struct ShippingMethod: Hashable, Sendable {
  /// The code that orders have: `one-day`.
  public let code: String
  /// Its name: `One-Day Shipping`.
  public let name: String
  /// Whether it isn't offered any more; orders that have it keep it.
  public let isRetired: Bool

  init(_ method: OrderDomain.ShippingMethod) {
    (code, name) = (String(method.code), String(method.name))
    isRetired = method.isRetired
  }
}

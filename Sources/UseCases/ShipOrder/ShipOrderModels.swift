// The messages of the scene that hands an order to the carrier.

/// Hands an order to the carrier.
public enum ShipOrder {
  /// A shipping, as it was typed.
  public struct Request: Sendable {
    /// Which order, who asks, and how.
    public var change: ChangeRequest
    /// Who carries it; optional.
    public var carrier: String?
    /// The carrier's number for it; optional.
    public var tracking: String?

    /// A shipping of an order.
    public init(change: ChangeRequest) { self.change = change }
  }

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Ships orders.
public protocol ShipOrderBusinessLogic {
  /// Ships an order and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func ship(_ request: ShipOrder.Request) throws(Failure) -> Bool
}

/// Puts a shipped order into words.
public protocol ShipOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: ShipOrder.Response)
}

/// Shows a shipped order.
public protocol ShipOrderDisplayLogic: ChangeDisplayLogic {}

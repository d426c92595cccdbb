// The messages of the scene that calls an order off.

/// Calls an order off before it is shipped.
public enum CancelOrder {
  /// Which order, who asks, and how.
  public typealias Request = ChangeRequest

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Cancels orders.
public protocol CancelOrderBusinessLogic {
  /// Cancels an order and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func cancel(_ request: CancelOrder.Request) throws(Failure) -> Bool
}

/// Puts a cancelled order into words.
public protocol CancelOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: CancelOrder.Response)
}

/// Shows a cancelled order.
public protocol CancelOrderDisplayLogic: ChangeDisplayLogic {}

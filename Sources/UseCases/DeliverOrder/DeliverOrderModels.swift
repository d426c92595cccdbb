// The messages of the scene that hands an order to the customer.

/// Hands an order to the customer.
public enum DeliverOrder {
  /// Which order, who asks, and how.
  public typealias Request = ChangeRequest

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Delivers orders.
public protocol DeliverOrderBusinessLogic {
  /// Notes a delivery and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func deliver(_ request: DeliverOrder.Request) throws(Failure) -> Bool
}

/// Puts a delivered order into words.
public protocol DeliverOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: DeliverOrder.Response)
}

/// Shows a delivered order.
public protocol DeliverOrderDisplayLogic: ChangeDisplayLogic {}

// The messages of the scene that hides an order from lists.

/// Hides an order from lists; its history stays.
public enum DeleteOrder {
  /// Which order, who asks, and how.
  public typealias Request = ChangeRequest

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Deletes orders.
public protocol DeleteOrderBusinessLogic {
  /// Deletes an order and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func delete(_ request: DeleteOrder.Request) throws(Failure) -> Bool
}

/// Puts a deleted order into words.
public protocol DeleteOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: DeleteOrder.Response)
}

/// Shows a deleted order.
public protocol DeleteOrderDisplayLogic: ChangeDisplayLogic {}

// The messages of the scene that takes an order back.

/// Takes an order back from the customer.
public enum ReturnOrder {
  /// Which order, who asks, and how.
  public typealias Request = ChangeRequest

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Takes orders back.
public protocol ReturnOrderBusinessLogic {
  /// Notes a return and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func takeBack(_ request: ReturnOrder.Request) throws(Failure) -> Bool
}

/// Puts a returned order into words.
public protocol ReturnOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: ReturnOrder.Response)
}

/// Shows a returned order.
public protocol ReturnOrderDisplayLogic: ChangeDisplayLogic {}

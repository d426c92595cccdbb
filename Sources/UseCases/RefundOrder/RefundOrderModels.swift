// The messages of the scene that pays money back.

/// Pays back what was paid for an order, or a part of it.
public enum RefundOrder {
  /// A refund, as it was typed.
  public struct Request: Sendable {
    /// Which order, who asks, and how.
    public var change: ChangeRequest
    /// How much, in major units of the order's currency: `12.99`.
    public var amount: String

    /// A refund for an order.
    public init(change: ChangeRequest, amount: String) {
      self.change = change
      self.amount = amount
    }
  }

  /// What came of it.
  public typealias Response = Change

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Refunds payments.
public protocol RefundOrderBusinessLogic {
  /// Notes a refund and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func refund(_ request: RefundOrder.Request) throws(Failure) -> Bool
}

/// Puts a refund into words.
public protocol RefundOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: RefundOrder.Response)
}

/// Shows a refund.
public protocol RefundOrderDisplayLogic: ChangeDisplayLogic {}

// The messages of the scene that takes note of a payment.

/// Takes note of a payment for an order.
public enum PayOrder {
  /// A payment, as it was typed.
  public struct Request: Sendable {
    /// Which order, who asks, and how.
    public var change: ChangeRequest
    /// How much, in major units of the order's currency: `12.99`.
    public var amount: String
    /// How it was paid: `card`; optional.
    public var method: String?
    /// What the bank calls it; optional.
    public var reference: String?

    /// A payment for an order.
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

/// Takes note of payments.
public protocol PayOrderBusinessLogic {
  /// Notes a payment and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func pay(_ request: PayOrder.Request) throws(Failure) -> Bool
}

/// Puts a noted payment into words.
public protocol PayOrderPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: PayOrder.Response)
}

/// Shows a noted payment.
public protocol PayOrderDisplayLogic: ChangeDisplayLogic {}

// The messages of the scene that retires a shipping method.

/// Offers a shipping method no more.
public enum RetireShippingMethod {
  /// A method, as it was typed.
  public struct Request: Sendable {
    /// What orders call it: `one-day`.
    public var code: String
    /// Who asks, and how.
    public var change: ChangeRequest

    /// A method that isn't offered any more.
    public init(code: String, change: ChangeRequest) {
      self.code = code
      self.change = change
    }
  }

  /// What came of it.
  public typealias Response = ShippingMethodChange

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Retires shipping methods.
public protocol RetireShippingMethodBusinessLogic {
  /// Retires a method and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func retire(_ request: RetireShippingMethod.Request) throws(Failure) -> Bool
}

/// Puts a retired shipping method into words.
public protocol RetireShippingMethodPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: RetireShippingMethod.Response)
}

/// Shows a retired shipping method.
public protocol RetireShippingMethodDisplayLogic: ChangeDisplayLogic {}

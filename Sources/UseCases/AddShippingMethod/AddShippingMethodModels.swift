// The messages of the scene that offers a new shipping method.

/// Offers a new shipping method.
public enum AddShippingMethod {
  /// A method, as it was typed.
  public struct Request: Sendable {
    /// What orders call it: `one-day`.
    public var code: String
    /// What people call it: `One-Day Shipping`.
    public var name: String
    /// Who asks, and how.
    public var change: ChangeRequest

    /// A new method.
    public init(code: String, name: String, change: ChangeRequest) {
      self.code = code
      self.name = name
      self.change = change
    }
  }

  /// What came of it.
  public typealias Response = ShippingMethodChange

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Adds shipping methods.
public protocol AddShippingMethodBusinessLogic {
  /// Adds a method and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was accepted.
  func add(_ request: AddShippingMethod.Request) throws(Failure) -> Bool
}

/// Puts a new shipping method into words.
public protocol AddShippingMethodPresentationLogic: AnyObject {
  /// Presents what came of it.
  func present(_ response: AddShippingMethod.Response)
}

/// Shows a new shipping method.
public protocol AddShippingMethodDisplayLogic: ChangeDisplayLogic {}

// The messages of the scene that creates an order, or only says whether it could.

/// Creates an order from a form.
public enum CreateOrder {
  /// A form, and how it is to be taken.
  public struct Request: Sendable {
    /// Who asks, and how. The id is that of the new order; empty for the next free number.
    public var change: ChangeRequest
    /// What was filled in.
    public var form: OrderForm
    /// Whether contact and addresses that were left out are those of the customer's last order.
    public var reusesLastOrder = false

    /// A form for a new order.
    public init(change: ChangeRequest, form: OrderForm) {
      self.change = change
      self.form = form
    }
  }

  /// What came of it.
  public struct Response: Sendable {
    /// What came of the command.
    public let change: Change
    /// The order whose contact and addresses were taken over, if any.
    public let reusedOrder: String?
  }

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Creates orders.
public protocol CreateOrderBusinessLogic {
  /// Creates an order and hands what came of it to the presenter.
  ///
  /// - Returns: Whether it was created or, if it was only to be checked, could be.
  func create(_ request: CreateOrder.Request) throws(Failure) -> Bool
}

/// Puts a created order into words.
public protocol CreateOrderPresentationLogic: AnyObject {
  /// Presents what came of a form.
  func present(_ response: CreateOrder.Response)
}

/// Shows a created order.
public protocol CreateOrderDisplayLogic: ChangeDisplayLogic {}

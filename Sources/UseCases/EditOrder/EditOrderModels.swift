// The messages of the scene that edits an order: opening its form, and taking the form back.

/// Edits an order.
public enum EditOrder {
  /// Opens the form of an order, filled in with what it has now.
  public enum Opening {
    /// Which order, and who asks.
    public typealias Request = ChangeRequest

    /// The order, or why it can't be edited.
    public typealias Response = Change

    /// A form to be edited as a text.
    public struct ViewModel: Equatable, Sendable {
      /// The order's id.
      public let id: String
      /// The revision that the form shows.
      public let rev: Int
      /// The form as JSON, indented.
      public let text: String
    }
  }

  /// A form, and how it is to be taken.
  public struct Request: Sendable {
    /// Which order, who asks, and how. Without a revision to expect, that of the moment is.
    public var change: ChangeRequest
    /// What was filled in.
    public var form: OrderForm
    /// Whether the form is all of the order, so that what it leaves out is removed. If not, that
    /// stays as it is.
    public var isWhole = false

    /// Changes of an order.
    public init(change: ChangeRequest, form: OrderForm) {
      self.change = change
      self.form = form
    }
  }

  /// What came of it.
  public struct Response: Sendable {
    /// What came of the command.
    public let change: Change
    /// The fields that differ, as errors call them.
    public let fields: [String]
  }

  /// What came of it, as text.
  public typealias ViewModel = ChangeViewModel
}

/// Edits orders.
public protocol EditOrderBusinessLogic {
  /// Hands an order to the presenter if it can be edited, or why it can't.
  ///
  /// - Returns: Whether it can.
  func open(_ request: EditOrder.Opening.Request) throws(Failure) -> Bool

  /// Changes what differs and hands what came of it to the presenter.
  ///
  /// - Returns: Whether that was accepted, or nothing differs.
  func edit(_ request: EditOrder.Request) throws(Failure) -> Bool
}

/// Puts edited orders into words.
public protocol EditOrderPresentationLogic: AnyObject {
  /// Presents an order to be edited.
  func present(opening response: EditOrder.Opening.Response)
  /// Presents what came of an edit.
  func present(_ response: EditOrder.Response)
}

/// Shows edited orders.
public protocol EditOrderDisplayLogic: ChangeDisplayLogic {}

/// Shows the form of an order to somebody who edits it.
public protocol EditOrderFormDisplayLogic: RefusalDisplayLogic {
  /// Shows the form.
  func display(_ viewModel: EditOrder.Opening.ViewModel)
}

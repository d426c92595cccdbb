// The messages of the scene that shows one order.

public import EventSourcing
public import Orders

/// Shows one order as it was at some moment.
public enum ShowOrder {
  /// What to show, as it was typed.
  public struct Request: Sendable {
    /// The order's id.
    public var id: String
    /// The moment to look at; the end if nil.
    public var at: String?

    /// An order at the end of the history, or at a moment.
    public init(id: String, at: String? = nil) {
      self.id = id
      self.at = at
    }
  }

  /// The order.
  public struct Response: Sendable {
    /// The order's id.
    public let id: String
    /// The order.
    public let order: Order
    /// The moment it is shown at, as it was typed; nil for the end.
    public let at: String?
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// The order as text.
  public struct ViewModel: Equatable, Sendable {
    /// Some lines under a heading.
    public struct Section: Equatable, Sendable {
      /// The heading.
      public let title: String
      /// The lines.
      public let lines: [String]
    }
    /// One item.
    public struct Item: Equatable, Sendable {
      /// The article's code.
      public let sku: String
      /// What people call it.
      public let name: String
      /// How many.
      public let quantity: String
      /// The price of one.
      public let unitPrice: String
      /// The price of all of them.
      public let amount: String
    }
    /// An amount with its label.
    public struct Amount: Equatable, Sendable {
      /// What it is.
      public let label: String
      /// How much, with the currency.
      public let text: String
    }
    /// Which order, in which state.
    public let title: String
    /// When it was placed and changed, by whom it was ordered.
    public let facts: [String]
    /// Contact, addresses, payment, shipping.
    public let sections: [Section]
    /// What was ordered.
    public let items: [Item]
    /// How the total and the balance come about.
    public let amounts: [Amount]
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Shows an order.
public protocol ShowOrderBusinessLogic {
  /// Finds the order and hands it to the presenter.
  func show(_ request: ShowOrder.Request) throws(Failure)
}

/// Puts an order into words.
public protocol ShowOrderPresentationLogic: AnyObject {
  /// Presents the order.
  func present(_ response: ShowOrder.Response)
}

/// Shows an order.
public protocol ShowOrderDisplayLogic: AnyObject {
  /// Shows the order.
  func display(_ viewModel: ShowOrder.ViewModel)
}

// The messages of the scene that lists orders.

public import EventSourcing
public import Orders

/// Lists the orders of a history.
public enum ListOrders {
  /// What to list, as it was typed.
  public struct Request: Sendable {
    /// The moment to look at; the end if nil.
    public var at: String?
    /// Only orders with one of these statuses; without any, all but the deleted ones.
    public var statuses: [String] = []
    /// Only the orders of this customer.
    public var customer: String?
    /// Only orders placed at or after this time.
    public var since: String?
    /// Only orders placed at or before this time.
    public var until: String?
    /// What to sort by, one of `Sorting`; `placed` if nil.
    public var sort: String?
    /// Whether to turn the order round.
    public var isReversed = false
    /// How many to list at most.
    public var limit: Int?
    /// How many to leave out first.
    public var offset = 0

    /// All orders that aren't deleted.
    public init() {}
  }

  /// What orders can be sorted by; ties go by id.
  public enum Sorting: String, CaseIterable, Sendable {
    /// When they were placed.
    case placed
    /// When they last changed.
    case updated
    /// Their total.
    case total
    /// Their customer.
    case customer
    /// Their status, in the order of an order's life.
    case status
    /// Their id.
    case id
  }

  /// The orders.
  public struct Response: Sendable {
    /// The orders to list, with their ids, in order.
    public let orders: [(id: String, order: Order)]
    /// How many there are in all, with those left out by limit and offset.
    public let count: Int
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// The orders as text.
  public struct ViewModel: Equatable, Sendable {
    /// One order.
    public struct Row: Equatable, Sendable {
      /// Its id.
      public let id: String
      /// Its status.
      public let status: String
      /// When it was placed.
      public let placed: String
      /// Who ordered.
      public let customer: String
      /// The name of its contact.
      public let name: String
      /// Its total with its currency.
      public let total: String
      /// What is still to be paid, with the currency; empty if nothing.
      public let due: String
    }
    /// The time zone that times are shown in.
    public let timeZone: String
    /// The orders.
    public let rows: [Row]
    /// How many there are, in a sentence; also says if there are none.
    public let summary: String
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Lists orders.
public protocol ListOrdersBusinessLogic {
  /// Lists orders and hands them to the presenter.
  func list(_ request: ListOrders.Request) throws(Failure)
}

/// Puts listed orders into words.
public protocol ListOrdersPresentationLogic: AnyObject {
  /// Presents the orders.
  func present(_ response: ListOrders.Response)
}

/// Shows listed orders.
public protocol ListOrdersDisplayLogic: AnyObject {
  /// Shows the orders.
  func display(_ viewModel: ListOrders.ViewModel)
}

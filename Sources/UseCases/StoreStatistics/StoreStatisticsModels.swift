// The messages of the scene that counts.

public import EventSourcing
public import Orders

/// Counts entries, orders and money.
public enum StoreStatistics {
  /// What to count, as it was typed.
  public struct Request: Sendable {
    /// The moment to count at; the end if nil.
    public var at: String?

    /// Everything up to the end or a moment.
    public init(at: String? = nil) { self.at = at }
  }

  /// The counts. Orders and sums are without deleted orders.
  public struct Response: Sendable {
    /// How far the history was read.
    public let end: ReadingEnd
    /// How many commands were accepted.
    public let accepted: Int
    /// How many were refused, by code, sorted.
    public let refused: [(code: String, count: Int)]
    /// How many orders there are, by status, in the order of an order's life.
    public let orders: [(status: Order.Status, count: Int)]
    /// What they are worth, what was paid and what was paid back, in minor units, by currency, sorted.
    public let sums: [Sum]

    /// The sums of one currency.
    public struct Sum: Sendable {
      /// The currency.
      public let currency: String
      /// What its orders are worth.
      public var total: Int64 = 0
      /// What was paid for them.
      public var paid: Int64 = 0
      /// What was paid back.
      public var refunded: Int64 = 0
    }
  }

  /// The counts as text: labels with values, in groups.
  public struct ViewModel: Equatable, Sendable {
    /// A label and its value.
    public struct Line: Equatable, Sendable {
      /// What is counted.
      public let label: String
      /// How many or how much.
      public let value: String
    }
    /// Some lines under a heading.
    public struct Group: Equatable, Sendable {
      /// The heading.
      public let title: String
      /// The lines.
      public let lines: [Line]
    }
    /// The counts.
    public let groups: [Group]
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Counts.
public protocol StoreStatisticsBusinessLogic {
  /// Counts and hands the counts to the presenter.
  func count(_ request: StoreStatistics.Request) throws(Failure)
}

/// Puts counts into words.
public protocol StoreStatisticsPresentationLogic: AnyObject {
  /// Presents the counts.
  func present(_ response: StoreStatistics.Response)
}

/// Shows counts.
public protocol StoreStatisticsDisplayLogic: AnyObject {
  /// Shows the counts.
  func display(_ viewModel: StoreStatistics.ViewModel)
}

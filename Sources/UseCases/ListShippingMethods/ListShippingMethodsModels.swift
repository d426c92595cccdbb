// The messages of the scene that lists shipping methods.

public import EventSourcing
public import Orders

/// Lists the shipping methods that there are and were.
public enum ListShippingMethods {
  /// What to list, as it was typed.
  public struct Request: Sendable {
    /// The moment to look at; the end if nil.
    public var at: String?

    /// All methods, as they are or were.
    public init(at: String? = nil) { self.at = at }
  }

  /// The methods.
  public struct Response: Sendable {
    /// All of them, also the retired ones, in the order in which they were added.
    public let methods: [ShippingMethod]
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// The methods as text.
  public struct ViewModel: Equatable, Sendable {
    /// One method.
    public struct Row: Equatable, Sendable {
      /// What orders call it.
      public let code: String
      /// What people call it.
      public let name: String
      /// `retired`; empty if it can be chosen.
      public let note: String
    }
    /// The methods.
    public let rows: [Row]
    /// How many there are, in a sentence.
    public let summary: String
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Lists shipping methods.
public protocol ListShippingMethodsBusinessLogic {
  /// Lists the methods and hands them to the presenter.
  func list(_ request: ListShippingMethods.Request) throws(Failure)
}

/// Puts listed shipping methods into words.
public protocol ListShippingMethodsPresentationLogic: AnyObject {
  /// Presents the methods.
  func present(_ response: ListShippingMethods.Response)
}

/// Shows listed shipping methods.
public protocol ListShippingMethodsDisplayLogic: AnyObject {
  /// Shows the methods.
  func display(_ viewModel: ListShippingMethods.ViewModel)
}

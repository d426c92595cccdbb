// The messages of the scene that says who set what.

public import EventSourcing
public import JSONLines
public import Replay

/// Says for every field of an order which entry gave it its value.
public enum BlameOrder {
  /// What to look at, as it was typed.
  public struct Request: Sendable {
    /// The order's id.
    public var id: String
    /// The moment to look at; the end if nil.
    public var at: String?
    /// Only this field and those below it.
    public var field: String?
    /// Whether to list all the values that fields had, not only the last ones.
    public var showsHistory = false

    /// An order at the end of the history.
    public init(id: String) { self.id = id }
  }

  /// Who set what.
  public struct Response: Sendable {
    /// A value that a field had, or has.
    public struct Line: Sendable {
      /// The field.
      public let field: String
      /// The value; nil if the entry took it away.
      public let value: JSONValue?
      /// The entry that gave it this value.
      public let origin: Origin
    }
    /// The order's id.
    public let id: String
    /// The fields in order, or their values in the order in which they had them.
    public let lines: [Line]
    /// The order's currency.
    public let currency: String
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// Who set what, as text.
  public struct ViewModel: Equatable, Sendable {
    /// A value of a field.
    public struct Row: Equatable, Sendable {
      /// The field.
      public let field: String
      /// Its value.
      public let value: String
      /// The number of the entry that set it.
      public let seq: String
      /// The revision behind that entry.
      public let rev: String
      /// When.
      public let at: String
      /// Who asked.
      public let actor: String
      /// What was asked.
      public let command: String
    }
    /// The time zone that times are shown in.
    public let timeZone: String
    /// The values.
    public let rows: [Row]
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Says who set what.
public protocol BlameOrderBusinessLogic {
  /// Finds the origins of an order's fields and hands them to the presenter.
  func blame(_ request: BlameOrder.Request) throws(Failure)
}

/// Puts origins into words.
public protocol BlameOrderPresentationLogic: AnyObject {
  /// Presents who set what.
  func present(_ response: BlameOrder.Response)
}

/// Shows origins.
public protocol BlameOrderDisplayLogic: AnyObject {
  /// Shows who set what.
  func display(_ viewModel: BlameOrder.ViewModel)
}

// The messages of the scene that steps through a history, back and forth.

public import EventSourcing

/// Steps through a history like a debugger through a program.
public enum StepThroughHistory {
  /// Where to begin, as it was typed.
  public struct Request: Sendable {
    /// The only order whose entries are stepped through; all entries if nil.
    public var id: String?
    /// The moment to begin at; the end if nil.
    public var at: String?

    /// The end of the whole history.
    public init(id: String? = nil, at: String? = nil) {
      self.id = id
      self.at = at
    }
  }

  /// A place in the history.
  public struct Place: Sendable {
    /// The entry before it, with what it changed; nil at the start.
    public let item: OrderHistory.Item?
  }

  /// Fields of the stream that the current entry is about, as they are behind it.
  public struct Fields: Sendable {
    /// The fields.
    public let leaves: [FieldTree.Leaf]
    /// The currency of amounts; empty where there are none.
    public let currency: String
  }

  /// A place with a name.
  public struct Mark: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The number of the entry before it; 0 at the start.
    public let seq: Int
  }

  /// Something as text.
  public struct ViewModel: Equatable, Sendable {
    /// Lines of columns.
    public let rows: [[String]]
  }
}

/// Steps through a history.
public protocol StepThroughHistoryBusinessLogic {
  /// Goes to where it begins, and presents that place.
  func begin(_ request: StepThroughHistory.Request) throws(Failure)
  /// Carries out a command as it was typed.
  ///
  /// - Returns: Whether to go on.
  /// - Throws: Why it can't be carried out; the place is then as before.
  func perform(_ line: String) throws(Failure) -> Bool
}

/// Puts into words what is seen on the way.
public protocol StepThroughHistoryPresentationLogic: AnyObject {
  /// Presents where it is now.
  func present(_ place: StepThroughHistory.Place)
  /// Presents an order.
  func present(_ order: ShowOrder.Response)
  /// Presents fields.
  func present(_ fields: StepThroughHistory.Fields)
  /// Presents what an entry changed.
  func present(changes item: OrderHistory.Item)
  /// Presents why an entry came out as it did.
  func present(_ decision: ExplainDecision.Response)
  /// Presents marks.
  func present(_ marks: [StepThroughHistory.Mark])
  /// Presents the commands that there are.
  func present(_ commands: [StepCommand])
}

/// Shows what is seen on the way.
public protocol StepThroughHistoryDisplayLogic: AnyObject {
  /// Shows rows of a table.
  func display(_ viewModel: StepThroughHistory.ViewModel)
  /// Shows what was changed.
  func display(changes: [ChangeLine])
  /// Shows a sentence.
  func display(sentence: String)
}

// The messages of the scene ArchiveOrder.

public import EventSourcing
public import Orders

/// Finds one order as it was at some moment.
public enum ArchiveOrder {
  /// What is asked, as it was typed.
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

  /// What was found.
  public struct Response: Sendable {
    /// The order's id.
    public let id: String
    /// The order.
    public let order: Order
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// What was found, as text.
  public struct ViewModel: Equatable, Sendable {
    /// Which order, and how far it has come, in a sentence.
    public let headline: String
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Answers what is asked.
public protocol ArchiveOrderBusinessLogic {
  /// Finds the order and hands it to the presenter.
  func archiveOrder(_ request: ArchiveOrder.Request) throws(Failure)
}

/// Puts what was found into words.
public protocol ArchiveOrderPresentationLogic: AnyObject {
  /// Presents what was found.
  func present(_ response: ArchiveOrder.Response)
}

/// Shows what was found.
public protocol ArchiveOrderDisplayLogic: AnyObject {
  /// Shows what was found.
  func display(_ viewModel: ArchiveOrder.ViewModel)
}

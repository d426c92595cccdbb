// The messages of the scene that shows one entry of the log in full.

/// Shows one entry: what was asked, by whom, what came of it, what it changed.
public enum ShowEntry {
  /// Which entry, as it was typed.
  public struct Request: Sendable {
    /// The entry's number.
    public var seq: String

    /// The entry with this number.
    public init(seq: String) { self.seq = seq }
  }

  /// The entry.
  public struct Response: Sendable {
    /// The entry and what it changed.
    public let item: OrderHistory.Item
  }

  /// The entry as text.
  public struct ViewModel: Equatable, Sendable {
    /// A line with its label.
    public struct Fact: Equatable, Sendable {
      /// What it is.
      public let label: String
      /// What it says.
      public let text: String
    }
    /// Which entry, and what came of it.
    public let title: String
    /// Whether it was refused.
    public let isRefused: Bool
    /// The stream, when, who, why.
    public let facts: [Fact]
    /// What was asked, field by field.
    public let asked: [Fact]
    /// What happened.
    public let events: [String]
    /// What changed.
    public let changes: [ChangeLine]
  }
}

/// Shows an entry.
public protocol ShowEntryBusinessLogic {
  /// Finds the entry and hands it to the presenter.
  func showEntry(_ request: ShowEntry.Request) throws(Failure)
}

/// Puts an entry into words.
public protocol ShowEntryPresentationLogic: AnyObject {
  /// Presents the entry.
  func present(_ response: ShowEntry.Response)
}

/// Shows an entry.
public protocol ShowEntryDisplayLogic: AnyObject {
  /// Shows the entry.
  func display(_ viewModel: ShowEntry.ViewModel)
}

// The messages of the scene that takes a part out of a history, to be sent with a bug report.

public import EventSourcing

/// Takes entries out of a history, with what they need to be replayed.
public enum ExtractHistory {
  /// What to take, as it was typed.
  public struct Request: Sendable {
    /// The orders to take; all streams if empty.
    public var orders: [String] = []
    /// Only the entries behind one position and up to another: `A..B`; either may be left out.
    public var range: String?
    /// The key under which personal texts are replaced; nil if they stay.
    public var key: [UInt8]?
    /// The file that it is written to; nil if it goes to standard output.
    public var file: String?

    /// The whole history.
    public init() {}
  }

  /// What was taken.
  public struct Response: Sendable {
    /// How many entries.
    public let entries: Int
    /// Of how many streams.
    public let streams: Int
    /// The file they were written to, if there is one.
    public let file: String?
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// What was taken, as text.
  public struct ViewModel: Equatable, Sendable {
    /// How much, and where it is; nil if it was shown itself.
    public let summary: String?
    /// What else there is to know.
    public let notes: [String]
  }
}

/// Takes a part out of a history.
public protocol ExtractHistoryBusinessLogic {
  /// Hands lines to the output, then says how many there were.
  ///
  /// - Returns: Whether there were any.
  func extract(_ request: ExtractHistory.Request) throws(Failure) -> Bool
}

/// Puts into words what was taken.
public protocol ExtractHistoryPresentationLogic: AnyObject {
  /// Presents how much was taken.
  func present(_ response: ExtractHistory.Response)
}

/// Shows what was taken.
public protocol ExtractHistoryDisplayLogic: AnyObject {
  /// Shows it.
  func display(_ viewModel: ExtractHistory.ViewModel)
}

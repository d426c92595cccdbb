// The messages of the scene that writes down what comes of a history, for another build to compare.

public import EventSourcing
public import JSONLines

/// Decides a history from its beginning, each command on what came of those before, and writes down
/// every outcome and what every stream comes to. Docs/Outcomes.md has the lines.
public enum HistoryOutcomes {
  /// What to decide, as it was typed.
  public struct Request: Sendable {
    /// Only these orders; all streams if there are none.
    public var orders: [String] = []
    /// Read no further than this position; to the end if nil.
    public var until: String?

    /// Everything.
    public init() {}
  }

  /// The whole.
  public struct Response: Sendable {
    /// How many commands were decided.
    public let commands: Int
    /// The version of the rules that decided.
    public let engine: String
    /// The digest of the lines about streams.
    public let digest: String
    /// How far the history was read.
    public let end: ReadingEnd
  }
}

/// Writes outcomes.
public protocol HistoryOutcomesBusinessLogic {
  /// Decides everything and hands the lines to the presenter.
  func writeOutcomes(_ request: HistoryOutcomes.Request) throws(Failure)
}

/// Makes outcomes readable.
public protocol HistoryOutcomesPresentationLogic: AnyObject {
  /// Whether nobody wants to know any more.
  var isDone: Bool { get }
  /// Presents the line of a command or of a stream's end, which the writer holds without its LF.
  func present(line: borrowing JSONWriter)
  /// Ends the presentation.
  func finish(_ response: HistoryOutcomes.Response)
}

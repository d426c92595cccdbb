// The messages of the scene that searches for the smallest history that still shows something.

public import EventSourcing
public import Replay

/// Makes a history smaller for as long as it still shows what somebody looks for, and writes it as a
/// history of its own. What is read stays as it is.
public enum MinimizeHistory {
  /// What the history must still show.
  public enum Aim: Equatable, Sendable {
    /// That a condition holds for an order, all commands decided again by today's rules: in the end,
    /// or after any entry.
    case condition(String, ever: Bool)
    /// That a replay finds the same divergence first.
    case divergence
    /// What a program looks for in it.
    case program
  }

  /// What to look for, as it was typed.
  public struct Request: Sendable {
    /// What it must still show.
    public var aim: Aim
    /// How many histories are tried at most; any number if nil.
    public var maximumRuns: Int?
    /// The name of the test that is to be written, and that of the history's file; nil if none is.
    public var test: (name: String, file: String)?

    /// A search without limits.
    public init(_ aim: Aim) { self.aim = aim }
  }

  /// An entry of the history that is left.
  public struct Item: Equatable, Sendable {
    /// The number that it had.
    public let seq: Int
    /// Its stream.
    public let stream: String
    /// The type of its command.
    public let command: String
    /// Why it was refused; nil if it was accepted.
    public let rejected: String?
  }

  /// What was found.
  public struct Response: Sendable {
    /// What the history shows.
    public let shown: Shown
    /// How many commands there were.
    public let total: Int
    /// The entries that are left.
    public let items: [Item]
    /// How many histories were tried.
    public let runs: Int
    /// How the search ended.
    public let end: MinimizingEnd
    /// The tail that a crash left behind what was read.
    public let tornTail: TornTail?
  }

  /// What a history shows, known in full.
  public enum Shown: Equatable, Sendable {
    /// A condition holds for an order of this stream.
    case condition(String, ever: Bool, stream: String)
    /// A replay diverges.
    case divergence(Divergence)
    /// A program says that it shows it.
    case program
  }

  /// What was found, as text.
  public struct ViewModel: Equatable, Sendable {
    /// How far it came.
    public let headline: String
    /// The entries, each as its cells.
    public let rows: [[String]]
    /// What else there is to say.
    public let notes: [String]
  }
}

/// Makes histories smaller.
public protocol MinimizeHistoryBusinessLogic {
  /// Writes the smallest history that was found, and hands what is in it to the presenter.
  ///
  /// - Throws: `nothing-to-minimize` if not even the whole history shows it.
  func minimize(_ request: MinimizeHistory.Request) throws(Failure) -> MinimizingEnd
}

/// Says whether a history shows what is looked for.
public protocol HistoryProbe: AnyObject {
  /// Whether these lines show it.
  func ask(_ lines: [String]) throws(Failure) -> Showing
}

/// Puts what was found into words.
public protocol MinimizeHistoryPresentationLogic: AnyObject {
  /// Presents what was found.
  func present(_ response: MinimizeHistory.Response)
}

/// Shows what was found.
public protocol MinimizeHistoryDisplayLogic: AnyObject {
  /// Shows it.
  func display(_ viewModel: MinimizeHistory.ViewModel)
}

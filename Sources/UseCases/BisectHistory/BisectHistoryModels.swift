// The messages of the scene that searches for the entry from which on something is wrong that only a
// program can tell.

public import JSONLines
public import Replay

/// Searches a history for its first bad entry.
public enum BisectHistory {
  /// Between which moments to search, as they were typed.
  public struct Request: Sendable {
    /// A moment at which all is well; the start if nil.
    public var good: String?
    /// A moment at which it isn't; the end if nil.
    public var bad: String?

    /// The whole history.
    public init(good: String? = nil, bad: String? = nil) {
      self.good = good
      self.bad = bad
    }
  }

  /// A look that is about to be taken.
  public struct Look: Equatable, Sendable {
    /// The number of the entry behind which the orders are looked at; 0 for the start.
    public let seq: Int
    /// How many entries are left to search.
    public let entries: Int
    /// About how many looks there will be, this one included.
    public let looks: Int
  }

  /// What was found.
  public enum Response: Sendable {
    /// The first bad entry.
    case found(OrderHistory.Item)
    /// The first bad entry is one of those behind the first number up to the second: those between
    /// can't be judged.
    case undecided(first: Int, last: Int)
    /// Both moments are good, or both are bad.
    case unchanged(isGood: Bool)
  }
}

/// Judges the orders as they were at some moment.
public protocol StateJudge: AnyObject {
  /// Begins with a moment.
  ///
  /// - Parameter seq: The number of the last entry before it; 0 for the start.
  func begin(_ seq: Int) throws(Failure)
  /// Takes an order as JSON.
  func take(_ order: borrowing JSONWriter) throws(Failure)
  /// Judges the orders that it was given since the beginning.
  func judge() throws(Failure) -> Bisection.Verdict
}

/// Searches a history.
public protocol BisectHistoryBusinessLogic {
  /// Has the orders judged at some moments, and hands what is found to the presenter.
  ///
  /// - Returns: Whether the first bad entry was found.
  func bisect(_ request: BisectHistory.Request) throws(Failure) -> Bool
}

/// Puts into words what is found.
public protocol BisectHistoryPresentationLogic: AnyObject {
  /// Presents what is taken for granted.
  func begin()
  /// Presents that a look is about to be taken.
  func present(_ look: BisectHistory.Look)
  /// Presents what was found.
  func present(_ response: BisectHistory.Response)
}

/// Shows what is found.
public protocol BisectHistoryDisplayLogic: AnyObject {
  /// Shows a sentence.
  func display(verdict: String)
}

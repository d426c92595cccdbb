// The messages of the scene that finds where a condition held.

public import EventSourcing
public import Replay

/// Finds the entries at which a condition on an order begins or ceases to hold.
public enum FindMoments {
  /// Which of the moments are shown.
  public enum Selection: Sendable, CaseIterable {
    /// All of them.
    case all
    /// The first at which it begins to hold.
    case first
    /// The last at which it begins to hold.
    case last
    /// None: only how many there are.
    case count
  }

  /// What to look for, as it was typed.
  public struct Request: Sendable {
    /// The condition.
    public var condition: String
    /// Only this order; all if nil.
    public var id: String?
    /// The moment behind which moments are shown; the start if nil.
    public var from: String?
    /// The moment up to which to look; the end if nil.
    public var at: String?
    /// Which are shown.
    public var selection = Selection.all

    /// All moments of a condition.
    public init(condition: String, id: String? = nil, from: String? = nil, at: String? = nil) {
      self.condition = condition
      self.id = id
      self.from = from
      self.at = at
    }
  }

  /// A moment, as the presenter gets it: they come one by one, since there may be many.
  public struct Moment: Equatable, Sendable {
    /// The entry.
    public let mark: EntryMark
    /// What it changes.
    public let change: HoldingSpans.Change
  }

  /// What is known when all was looked at.
  public struct Response: Equatable, Sendable {
    /// Which moments were presented.
    public let selection: Selection
    /// Whether the condition asks for what only an entry has, so that it doesn't last.
    public let isMomentary: Bool
    /// How often it began to hold, or held.
    public var times = 0
    /// For how many orders.
    public var orders = 0
    /// For how many it holds at the end.
    public var holding = 0
    /// Whether it held at any moment that was looked at.
    public var isFound = false
    /// What a crash left behind the last entry.
    public var tornTail: TornTail?
  }

  /// A moment as text.
  public struct ViewModel: Equatable, Sendable {
    /// The entry's number.
    public let seq: String
    /// When.
    public let at: String
    /// The order and its revision: `1001@3`.
    public let order: String
    /// What it changes.
    public let change: String
    /// Whether it holds from there on.
    public let holds: Bool
  }
}

/// Finds moments.
public protocol FindMomentsBusinessLogic {
  /// Hands the moments to the presenter one by one, the oldest first.
  ///
  /// - Returns: Whether the condition held at any moment that was looked at.
  func find(_ request: FindMoments.Request) throws(Failure) -> Bool
}

/// Puts moments into words.
public protocol FindMomentsPresentationLogic: AnyObject {
  /// Presents a moment.
  func present(_ moment: FindMoments.Moment)
  /// Ends the presentation.
  func finish(_ response: FindMoments.Response)
}

/// Shows moments.
public protocol FindMomentsDisplayLogic: AnyObject {
  /// Shows a moment.
  func display(_ viewModel: FindMoments.ViewModel)
  /// Says how many there were.
  func display(summary: String)
}

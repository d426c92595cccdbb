// The messages of the scene that puts recorded commands to today's rules.

public import EventSourcing
public import Replay

/// Puts every recorded command to today's rules and compares what comes of it with what is recorded.
public enum ReplayHistory {
  /// What to replay, as it was typed.
  public struct Request: Sendable {
    /// Only these orders; all streams if there are none.
    public var orders: [String] = []
    /// Compare what comes after this position; all if nil.
    public var from: String?
    /// Read no further than this position; to the end if nil.
    public var until: String?
    /// Whether to go on behind the first divergence.
    public var keepsGoing = false
    /// Fields whose differences don't count.
    public var ignored: [String] = []
    /// What is read, as it would be named on a command line; nil if that needn't be said.
    public var store: String?

    /// Everything, up to the first divergence.
    public init() {}
  }

  /// One divergence.
  public struct Item: Sendable {
    /// What diverged.
    public let divergence: Divergence
    /// What is wrong with the entry, if it can't be read.
    public let problem: LogError?
    /// The arguments that show it once more.
    public let again: [String]
  }

  /// The whole.
  public struct Response: Sendable {
    /// How far the history was read.
    public let end: ReadingEnd
    /// How many commands were compared.
    public let compared: Int
    /// How many diverged, by kind and type of command, sorted.
    public let groups: [Group]
    /// Whether commands behind the first divergence weren't compared.
    public let hasStopped: Bool
    /// The digest of all states; nil unless everything was read that was asked for.
    public let digest: String?

    /// The divergences of one kind of one type of command.
    public struct Group: Equatable, Sendable {
      /// In which way they diverge.
      public let kind: Difference.Kind
      /// The type of the command.
      public let command: String
      /// How many there are.
      public let count: Int
    }
  }

  /// How a replay can end.
  public enum Result: Sendable {
    /// Everything came out as recorded.
    case identical
    /// Something came out differently.
    case diverged
    /// An entry can't be read.
    case unreadable
  }

  /// A divergence as text.
  public struct ItemViewModel: Equatable, Sendable {
    /// Entry, stream, command and kind.
    public let headline: String
    /// What differs, if it has a name.
    public let subject: String?
    /// What is recorded.
    public let recorded: String?
    /// What it is now.
    public let replayed: String?
    /// What else there is to know.
    public let notes: [String]
  }

  /// The whole as text.
  public struct ViewModel: Equatable, Sendable {
    /// Whether all is as recorded.
    public let isIdentical: Bool
    /// The answer in a sentence.
    public let headline: String
    /// Kinds, types of commands, and how many there are of each.
    public let groups: [[String]]
    /// What else there is to say.
    public let notes: [String]
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Replays.
public protocol ReplayHistoryBusinessLogic {
  /// Replays and hands what diverges to the presenter, one by one, then the whole.
  func replay(_ request: ReplayHistory.Request) throws(Failure) -> ReplayHistory.Result
}

/// Puts divergences into words.
public protocol ReplayHistoryPresentationLogic: AnyObject {
  /// Presents a divergence.
  func present(_ item: ReplayHistory.Item)
  /// Ends the presentation.
  func finish(_ response: ReplayHistory.Response)
}

/// Shows divergences.
public protocol ReplayHistoryDisplayLogic: AnyObject {
  /// Shows a divergence.
  func display(_ viewModel: ReplayHistory.ItemViewModel)
  /// Shows the whole.
  func display(_ viewModel: ReplayHistory.ViewModel)
}

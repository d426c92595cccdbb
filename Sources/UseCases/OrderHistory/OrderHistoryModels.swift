// The messages of the scene that shows the log.

public import EventSourcing

/// Shows the entries of a history, of some orders or of all.
public enum OrderHistory {
  /// What to show, as it was typed.
  public struct Request: Sendable {
    /// What came of the commands to show.
    public enum Outcome: Sendable {
      /// They were accepted.
      case accepted
      /// They were refused.
      case rejected
    }

    /// Only the entries of these orders; all if there are none.
    public var ids: [String]
    /// Only the entries behind one position and up to another: `A..B`; either may be left out.
    public var range: String?
    /// The moment up to which to look; the end if nil.
    public var at: String?
    /// Only entries with this outcome.
    public var outcome: Outcome?
    /// Only what this person asked.
    public var actor: String?
    /// Only commands of this type: `pay-order`.
    public var command: String?
    /// Only entries made at or after this time.
    public var since: String?
    /// Only entries made at or before this time.
    public var until: String?
    /// Only entries that changed this field, or one below it.
    public var field: String?
    /// Whether to show what each entry changed.
    public var showsChanges = false
    /// Whether to begin with the newest.
    public var isReversed = false
    /// Only the last so many of them.
    public var limit: Int?

    /// The whole history.
    public init(ids: [String] = [], at: String? = nil) {
      self.ids = ids
      self.at = at
    }
  }

  /// One entry, as the presenter gets it: they come one by one, since a history may be long.
  public struct Item: Sendable {
    /// The entry.
    public let entry: Entry
    /// The type of its command.
    public let command: String
    /// Why it was asked, if that was said.
    public let reason: String?
    /// The types of its events.
    public let events: [String]
    /// Why it was refused, if it was.
    public let refusal: (code: String, fields: [InvalidField])?
    /// What it changed, if that was asked for, with the currency of the order behind it.
    public let changes: FieldChanges?
  }

  /// What is known when all entries were presented.
  public struct Response: Sendable {
    /// How many entries were shown.
    public let count: Int
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// One entry as text.
  public struct ViewModel: Equatable, Sendable {
    /// The entry's number.
    public let seq: String
    /// When.
    public let at: String
    /// The stream and its revision, for orders `1001@3`.
    public let stream: String
    /// Who.
    public let actor: String
    /// What was asked.
    public let command: String
    /// Why it was asked; empty if that wasn't said.
    public let reason: String
    /// What came of it.
    public let outcome: String
    /// Whether it was refused.
    public let isRefused: Bool
    /// The fields that it changed.
    public let changes: [ChangeLine]
  }
}

/// Shows the log.
public protocol OrderHistoryBusinessLogic {
  /// Hands the entries to the presenter one by one, the oldest first unless asked otherwise.
  func showHistory(_ request: OrderHistory.Request) throws(Failure)
  /// Hands the entries to the presenter, then each new one as it is written.
  ///
  /// - Parameters:
  ///   - request: Which entries.
  ///   - waits: Waits a little; false once nobody wants to wait any more.
  func follow(_ request: OrderHistory.Request, waits: () -> Bool) throws(Failure)
}

/// Puts entries into words.
public protocol OrderHistoryPresentationLogic: AnyObject {
  /// Presents an entry.
  func present(_ item: OrderHistory.Item)
  /// Ends the presentation.
  func finish(_ response: OrderHistory.Response)
}

/// Shows entries.
public protocol OrderHistoryDisplayLogic: AnyObject {
  /// Shows an entry.
  func display(_ viewModel: OrderHistory.ViewModel)
  /// Says how many there were.
  func display(summary: String)
}

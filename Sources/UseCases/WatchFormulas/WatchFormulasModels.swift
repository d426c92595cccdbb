// The messages of the scene that shows values as they were after every entry.

public import EventSourcing
public import Replay

/// Shows what formulas come to after each entry: a print statement put into the past.
public enum WatchFormulas {
  /// What to watch, as it was typed.
  public struct Request: Sendable {
    /// The formulas.
    public var formulas: [String]
    /// Only this order; all if nil.
    public var id: String?
    /// The moment behind which entries are shown; the start if nil.
    public var from: String?
    /// The moment up to which to look; the end if nil.
    public var at: String?
    /// Whether entries that leave all values of their order as they were are left out.
    public var changesOnly = false

    /// These formulas after all entries.
    public init(
      formulas: [String], id: String? = nil, from: String? = nil, at: String? = nil
    ) {
      self.formulas = formulas
      self.id = id
      self.from = from
      self.at = at
    }
  }

  /// A formula.
  public struct Column: Equatable, Sendable {
    /// As it was typed.
    public let text: String
    /// Whether its values are numbers.
    public let isNumber: Bool
  }

  /// The values after one entry, as the presenter gets them: entries come one by one.
  public struct Row: Equatable, Sendable {
    /// The entry.
    public let mark: EntryMark
    /// The values, in the order of the columns.
    public let values: [FieldValue]
  }

  /// What is known when all was looked at.
  public struct Response: Equatable, Sendable {
    /// How many rows there were.
    public let count: Int
    /// What a crash left behind the last entry.
    public let tornTail: TornTail?
  }

  /// A row as text.
  public struct ViewModel: Equatable, Sendable {
    /// The entry's number.
    public let seq: String
    /// When.
    public let at: String
    /// The order and its revision: `1001@3`.
    public let order: String
    /// The values.
    public let values: [String]
  }
}

/// Watches.
public protocol WatchFormulasBusinessLogic {
  /// Hands the values to the presenter, entry by entry, the oldest first.
  func watch(_ request: WatchFormulas.Request) throws(Failure)
}

/// Puts values into words.
public protocol WatchFormulasPresentationLogic: AnyObject {
  /// Begins the presentation.
  func begin(_ columns: [WatchFormulas.Column])
  /// Presents the values after one entry.
  func present(_ row: WatchFormulas.Row)
  /// Ends the presentation.
  func finish(_ response: WatchFormulas.Response)
}

/// Shows values.
public protocol WatchFormulasDisplayLogic: AnyObject {
  /// Shows the heads of the columns.
  func display(columns: [WatchFormulas.Column], timeZone: String)
  /// Shows the values after one entry.
  func display(_ viewModel: WatchFormulas.ViewModel)
  /// Says how many entries there were.
  func display(summary: String)
}

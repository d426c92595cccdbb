// What two ways of the same history differ in: under another build, or with something asked otherwise.
// Both scenes that compare end here, so that they are read alike.

public import EventSourcing
public import JSONLines

/// The differences between a history and another way it could have gone.
public enum HistoryDifferences {
  /// A command that comes out differently.
  public struct Item: Equatable, Sendable {
    /// The number of its entry; of the entry before which it is asked, if it was thought up.
    public let seq: Int
    /// The stream's name.
    public let stream: String
    /// The command's type.
    public let command: String
    /// What came of it, as in the lines of outcomes; nil if it wasn't asked.
    public let was: JSONValue?
    /// What comes of it now; nil if it isn't asked.
    public let now: JSONValue?
  }

  /// A stream that comes to another end.
  public struct End: Equatable, Sendable {
    /// Its name.
    public let stream: String
    /// The fields that differ, in the order in which a state is shown.
    public let fields: [FieldTree.Difference]
  }

  /// By how much more or less the orders of a currency come to, in minor units.
  public struct Money: Equatable, Sendable {
    /// The currency.
    public let currency: String
    /// What they are worth.
    public var total: Int64 = 0
    /// What was paid.
    public var paid: Int64 = 0
    /// What was paid back.
    public var refunded: Int64 = 0

    init(currency: String) { self.currency = currency }
  }

  /// The whole.
  public struct Response: Equatable, Sendable {
    /// How many commands come out differently.
    public let commands: Int
    /// How many streams come to another end.
    public let ends: Int
    /// The differences in money, by currency, sorted; without deleted orders.
    public let money: [Money]
    /// The tail that a crash left, if there is one.
    public let tornTail: TornTail?

    /// Whether nothing differs.
    public var isSame: Bool { commands == 0 && ends == 0 }
  }

  /// A command or a stream as text.
  public struct ItemViewModel: Equatable, Sendable {
    /// What it is about.
    public let headline: String
    /// How it was.
    public let was: [String]
    /// How it is now.
    public let now: [String]
  }

  /// The whole as text.
  public struct ViewModel: Equatable, Sendable {
    /// Whether nothing differs.
    public let isSame: Bool
    /// The answer in a sentence.
    public let headline: String
    /// The differences in money: currency, what, and by how much.
    public let money: [[String]]
    /// A warning, if there is one.
    public let warning: String?
  }
}

/// Puts differences into words.
public protocol HistoryDifferencesPresentationLogic: AnyObject {
  /// Presents a command that comes out differently.
  func present(_ item: HistoryDifferences.Item)
  /// Presents a stream that comes to another end.
  func present(_ end: HistoryDifferences.End)
  /// Ends the presentation.
  func finish(_ response: HistoryDifferences.Response)
}

/// Shows differences.
public protocol HistoryDifferencesDisplayLogic: AnyObject {
  /// Shows a command or a stream.
  func display(_ viewModel: HistoryDifferences.ItemViewModel)
  /// Shows the whole.
  func display(_ viewModel: HistoryDifferences.ViewModel)
}

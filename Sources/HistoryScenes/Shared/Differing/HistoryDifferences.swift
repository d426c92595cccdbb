// The differences between two versions of the same history: of two builds, or with hypothetical
// commands. Both scenes that compare end here, so that they look alike.

/// The differences between a history and an alternative.
package enum HistoryDifferences: Scene {
  /// Differences come one by one, then the whole.
  package enum Response: Equatable, Sendable {
    case command(Command)
    case stream(Stream)
    case end(Summary)
  }

  /// A command whose outcome differs.
  package struct Command: Equatable, Sendable {
    package let seq: Int
    package let stream: String
    package let command: String
    /// Its outcome, as in the lines of outcomes; nil if it wasn't submitted.
    package let was: JSONValue?
    /// Its outcome now; nil if it isn't submitted.
    package let now: JSONValue?
    /// The currencies of the amounts in the outcomes.
    var currencies = CurrencyPair()
    let kinds: FieldKinds

    package static func == (one: Self, other: Self) -> Bool {
      one.seq == other.seq && one.stream == other.stream && one.command == other.command
        && one.was == other.was && one.now == other.now
    }
  }

  package struct Stream: Equatable, Sendable {
    package let stream: String
    package let changes: FieldChanges
    package var fields: [FieldTree.Difference] { changes.differences }
  }

  /// The differences of the sums of a currency, in minor units.
  package struct MoneyDifference: Equatable, Sendable {
    /// Empty for streams that have none.
    package let currency: String
    /// The differences by the names of fields, in the domain's order.
    package var amounts: [(name: String, amount: Int64)]

    package static func == (one: Self, other: Self) -> Bool {
      one.currency == other.currency
        && one.amounts.elementsEqual(other.amounts) { $0 == $1 }
    }
  }

  package struct Summary: Equatable, Sendable {
    /// The number of commands with a different outcome, and of those whose outcome now can't be known.
    package let commands: Int
    package let unknown: Int
    package let ends: Int
    /// The number of streams whose end isn't known.
    let unknownEnds: Int
    /// The differences in money, by currency, sorted; without deleted streams.
    package let money: [MoneyDifference]
    let kinds: FieldKinds
    package let tornTail: TornTail?
    /// The entries whose personal data was erased; what they changed is taken from the record.
    let erasures: Erasures
    /// The number of outcomes that were taken as recorded.
    let taken: Int
    /// The first entries, each of its stream, whose outcomes can't be known.
    let undecided: Erasures
    /// The commands that weren't decided again, because the domain doesn't have the rules that decided them.
    let unknownRules: UnknownRules
    /// The entries that aren't in the written history, because their outcomes aren't known.
    let omitted: [Int]

    package var isSame: Bool {
      commands == 0 && unknown == 0 && ends == 0 && unknownRules.isEmpty
    }
  }

  package enum ViewModel: Equatable, Sendable {
    case difference(Paragraph)
    case summary(Report)
  }

  package struct Paragraph: Equatable, Sendable {
    package let headline: String
    /// The name of what differs, if it has one.
    package internal(set) var subject: String?
    package let was: [String]
    package let now: [String]
    package internal(set) var notes: [String] = []
  }

  package struct Report: Equatable, Sendable {
    package let isSame: Bool
    /// Whether a difference is an error.
    package internal(set) var isError = false
    package let headline: String
    package let rows: [[String]]
    package internal(set) var notes: [String] = []
  }
}

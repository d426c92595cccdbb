// What two ways of the same history differ in: under another build, or with hypothetical commands. Both
// scenes that compare end here, so that they read alike.

import HistoryScenes
import EventSourcing
import JSONLines

/// The differences between a history and another way it could have gone.
package enum HistoryDifferences: Scene {
  /// The scenes that find differences have requests of their own.
  package typealias Request = Never

  /// Differences come one by one, then the whole.
  package enum Response: Equatable, Sendable {
    case command(Command)
    case stream(Stream)
    case end(Summary)
  }

  /// A command whose outcome differs.
  package struct Command: Equatable, Sendable {
    /// The number of its entry; of the entry before which it is inserted, if it is hypothetical.
    package let seq: Int
    package let stream: String
    package let command: String
    /// Its outcome, as in the lines of outcomes; nil if it wasn't submitted.
    package let was: JSONValue?
    /// Its outcome now; nil if it isn't submitted.
    package let now: JSONValue?
  }

  /// A stream whose last state differs.
  package struct Stream: Equatable, Sendable {
    package let stream: String
    /// The fields that differ, in the order in which a state is shown.
    package let fields: [FieldTree.Difference]
  }

  /// By how much more or less the orders of a currency come to, in minor units.
  package struct MoneyDifference: Equatable, Sendable {
    package let currency: String
    package var total: Int64 = 0
    package var paid: Int64 = 0
    package var refunded: Int64 = 0
  }

  package struct Summary: Equatable, Sendable {
    /// How many commands have another outcome.
    package let commands: Int
    /// How many streams have another last state.
    package let ends: Int
    /// The differences in money, by currency, sorted; without deleted orders.
    package let money: [MoneyDifference]
    /// The tail that a crash left, if there is one.
    package let tornTail: TornTail?

    package var isSame: Bool { commands == 0 && ends == 0 }
  }

  package enum ViewModel: Equatable, Sendable {
    case difference(Paragraph)
    case summary(Report)
  }

  package struct Paragraph: Equatable, Sendable {
    package let headline: String
    package let was: [String]
    package let now: [String]
  }

  package struct Report: Equatable, Sendable {
    package let isSame: Bool
    package let headline: String
    /// The differences in money: what, and by how much.
    package let money: [[String]]
  }
}

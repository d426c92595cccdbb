// The messages of the scene that evaluates recorded commands by today's rules.

import EventSourcing
import Replay

package enum ReplayHistory: Scene {
  package struct Request: Sendable {
    /// Only these streams of the main domain; all streams if there are none.
    package var ids: [String] = []
    /// Compare what comes after this position; all if nil.
    package var from: String?
    /// Read no further than this position; to the end if nil.
    package var until: String?
    /// Whether to continue after the first divergence.
    package var keepsGoing = false
    /// Fields whose differences don't count.
    package var ignored: [String] = []
    /// The history's name on a command line; nil if it isn't needed.
    package var store: String?

    package init() {}
  }

  /// Divergences come one by one, then the whole.
  package enum Response: Sendable {
    case divergence(Item)
    case end(Summary)
  }

  package struct Item: Sendable {
    package let divergence: Divergence
    /// What is wrong with the entry, if it can't be read.
    package let problem: LogError?
    /// The arguments that reproduce it.
    package let again: [String]
  }

  package struct Summary: Sendable {
    /// How far the history was read.
    package let end: ReadingEnd
    package let compared: Int
    /// How many diverged, by kind and type of command, sorted.
    package let groups: [Group]
    /// Whether commands after the first divergence weren't compared.
    package let hasStopped: Bool
    /// The digest of all states; nil unless everything requested was read.
    package let digest: String?
  }

  /// The divergences of one kind of one type of command.
  package struct Group: Equatable, Sendable {
    package let kind: Difference.Kind
    /// The type of the command.
    package let command: String
    package let count: Int
  }

  /// How a replay can end.
  package enum Conclusion: Sendable {
    /// Every outcome is as recorded.
    case identical
    /// Some outcome differs.
    case diverged
    /// An entry can't be read.
    case unreadable
  }

  package enum ViewModel: Equatable, Sendable {
    case divergence(Paragraph)
    case summary(Report)
  }

  package struct Paragraph: Equatable, Sendable {
    /// Entry, stream, command and kind.
    package let headline: String
    /// What differs, if it has a name.
    package let subject: String?
    package let recorded: String?
    package let replayed: String?
    /// Further notes.
    package let notes: [String]
  }

  package struct Report: Equatable, Sendable {
    /// Whether all is as recorded.
    package let isIdentical: Bool
    /// The answer in a sentence.
    package let headline: String
    /// Kinds, types of commands, and how many there are of each.
    package let groups: [[String]]
    /// Further notes.
    package let notes: [String]
  }
}

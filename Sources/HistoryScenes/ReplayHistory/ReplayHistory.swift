// The messages of the scene that decides recorded commands again.

package enum ReplayHistory: Scene {
  package struct Request: Sendable {
    /// Only these streams of the main domain; all streams if there are none.
    package var ids: [String] = []
    /// Compare what comes after this position; all if nil.
    package var from: RequestedPosition?
    /// Read no further than this position; to the end if nil.
    package var until: RequestedPosition?
    package var keepsGoing = false
    /// Whether it's an answer, too, that there is nothing to replay.
    package var mayBeEmpty = false
    /// The version of the rules to decide by, or `latest`; nil for the one that recorded each command.
    package var rules: String?
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
    let kinds: FieldKinds
    /// The error of the entry, if it can't be read.
    package let problem: LogError?
    package let again: [String]
  }

  package struct Summary: Sendable {
    package let end: ReadingEnd
    package let compared: Int
    /// The number of judgements of erased personal data that were taken as recorded.
    package let taken: Int
    package let groups: [Group]
    /// The commands that weren't decided again, because the domain doesn't have the rules that decided them.
    package let unknownRules: UnknownRules
    /// The number of entries that name no version of the rules, so that the newest decided them again.
    let unnamed: Int
    let hasStopped: Bool
    package let digest: String?
  }

  package struct Group: Equatable, Sendable {
    package let kind: Difference.Kind
    package let command: String
    package let count: Int
  }

  package enum Conclusion: Sendable {
    case identical
    case diverged
    /// Commands don't diverge, but some weren't decided again.
    case undecided
    case unreadable
  }

  package typealias ViewModel = HistoryDifferences.ViewModel
}

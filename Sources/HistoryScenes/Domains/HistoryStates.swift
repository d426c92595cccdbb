// The state of every stream, whichever domain it is of, and how many commands were accepted and refused.

import EventSourcing
import JSONLines
import Replay

/// The states of one domain's streams.
private protocol StatePart: Projection {
  var refusalCode: String? { get }
  func fields(of stream: StreamName) -> FieldTree?
  func differences(to other: any StatePart, sharesHistory: Bool) -> [StreamDifference]
}

/// A stream that isn't the same in two sets of states.
package struct StreamDifference {
  package let id: String
  /// Its fields in the first set; nil if it has none there.
  package let before: FieldTree?
  /// Its fields in the second set; nil if it has none there.
  package let after: FieldTree?
}

/// Folds the entries of all domains.
package struct HistoryStates: Projection {
  private var fold: DomainFold<any StatePart>
  package private(set) var accepted = 0
  package private(set) var refused: [String: Int] = [:]

  /// - Parameter readsCommands: Whether commands are read, too, instead of only checked as JSON.
  package init(of domains: HistoryDomains, form: LineForm, readsCommands: Bool = false) {
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.read(entry) },
      part: { $0.states(form, readsCommands: readsCommands) })
  }

  package var upcasters: [Upcaster] { fold.upcasters }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    try fold.read(entry)
    if let refusal = fold.currentPart.refusalCode {
      refused[refusal, default: 0] += 1
    } else {
      accepted += 1
    }
  }

  /// The fields of a stream of the main domain; nil if it has none.
  func fields(of stream: StreamName) -> FieldTree? { fold.parts[0].fields(of: stream) }

  /// The streams of the main domain that differ.
  ///
  /// - Parameter sharesHistory: Whether both are of one history.
  func differences(to other: HistoryStates, sharesHistory: Bool) -> [StreamDifference] {
    fold.parts[0].differences(to: other.fold.parts[0], sharesHistory: sharesHistory)
  }
}

extension HistoryDomain {
  fileprivate static func states(_ form: LineForm, readsCommands: Bool) -> any StatePart {
    States<Self>(
      states: StateProjection(checksRevisions: form == .store, readsCommands: readsCommands))
  }
}

private struct States<D: HistoryDomain>: StatePart {
  var states: StateProjection<D>

  var upcasters: [Upcaster] { states.upcasters }
  var refusalCode: String? { states.body.refusal?.code }

  mutating func read(_ entry: Entry) throws(EntryDefect) { try D.read(entry, into: &states) }

  func fields(of stream: StreamName) -> FieldTree? {
    guard let (state, _) = states.state(of: stream) else { return nil }
    let fields = D.fields(of: state, id: stream.id ?? "")
    return fields.leaves.isEmpty ? nil : fields
  }

  func differences(to other: any StatePart, sharesHistory: Bool) -> [StreamDifference] {
    guard let other = other as? Self else { return [] }
    return states.differences(to: other.states, sharesHistory: sharesHistory).map { found in
      StreamDifference(
        id: found.id, before: found.before.map { D.fields(of: $0, id: found.id) },
        after: found.after.map { D.fields(of: $0, id: found.id) })
    }
  }
}

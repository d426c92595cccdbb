// Folds a history and reports, entry by entry, what each one changed. All tools that look at the
// past share it; those that look at one stream don't pay for the others.

/// The states of a domain's streams, or of one stream, with what the last entry did to its stream.
package struct ChangeProjection<D: InspectableDecider>: Projection {
  package struct Change: Sendable {
    package let before: D.State
    /// The state after it; unchanged if the entry was refused.
    package let after: D.State
  }

  package private(set) var states: StateProjection<D>
  /// The change by the last entry; nil if it isn't of this domain, or not of the requested stream.
  package private(set) var change: Change?
  private let only: Text?
  private var isWanted = false

  /// - Parameters:
  ///   - stream: The only stream to read; all if nil.
  ///   - form: The strictness with which the history is read.
  package init(of stream: StreamName? = nil, form: LineForm, readsValues: Bool = false) {
    only = stream?.text
    states = StateProjection(checksRevisions: form == .store, readsValues: readsValues)
  }

  package var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  package mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try states.restore(from: base)
  }

  /// The command; nil unless commands are read and the last entry is selected.
  package var command: D.Command? { isWanted ? states.body.command : nil }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    change = nil
    let name = entry.storage.slice(entry.stream)
    isWanted = only.map { name.hasSameBytes(as: $0.bytes) } ?? true
    guard isWanted else { return }
    try states.decode(entry)
    isWanted = states.body.isOfDomain
    guard isWanted else { return }
    let index = states.number(of: name)
    let before = states.states[index]
    try states.apply(entry, to: index)
    change = Change(before: before, after: states.states[index])
  }
}

// Decides the commands of a history again while it is read, without keeping them.

import EventSourcing

package struct RerunProjection<D: InspectableDecider>: Projection {
  private var body = DomainBody<D>(readsCommands: true)
  package private(set) var rerun = Rerun<D>()
  /// The command of the entry that was applied last, and its outcome now; nil if the entry is of
  /// another domain.
  package private(set) var last: (command: RecordedCommand<D>, verdict: DecisionOutcome<D>)?

  package init() {}

  package var upcasters: [Upcaster] { D.upcasters }

  package mutating func join(_ readAhead: ReadAhead) { body.join(readAhead) }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    try body.read(entry)
    last = RecordedCommand(entry, body).map { ($0, rerun.execute($0)) }
  }
}

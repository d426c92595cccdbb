// Decides the commands of a history again while it is read, without keeping them.

import EventSourcing

/// Executes the commands of one domain from the beginning, each on the outcomes of those before.
package struct RerunProjection<D: InspectableDecider>: Projection {
  private var body = DomainBody<D>(readsCommands: true)
  /// The streams as they have come about.
  package private(set) var rerun = Rerun<D>()
  /// The command of the entry that was applied last, and its outcome now; nil if the entry is of
  /// another domain.
  package private(set) var last: (command: RecordedCommand<D>, verdict: DecisionOutcome<D>)?

  /// Nothing executed yet.
  package init() {}

  /// Brings old lines of the domain into today's form.
  package var upcasters: [Upcaster] { D.upcasters }

  /// Has the domain's part of entries decoded ahead.
  package mutating func join(_ readAhead: ReadAhead) { body.join(readAhead) }

  /// Executes the entry's command.
  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    try body.read(entry)
    last = RecordedCommand(entry, body).map { ($0, rerun.execute($0)) }
  }
}

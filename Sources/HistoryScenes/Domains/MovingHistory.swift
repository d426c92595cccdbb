// The states of a history for a user who moves back and forth in it.

import EventSourcing

/// Keeps the states at some moments of a history. Not for use by several threads.
package final class MovingHistory {
  private let fold: MovingFold<SnapshotHistory>

  /// - Returns: nil if the states of a domain can't be kept.
  package init?(of history: History, block: Int = 16_384) {
    let (domains, form) = (history.domains, history.source.form)
    guard let blank = SnapshotHistory(of: domains, form: form, seed: 0) else { return nil }
    fold = MovingFold(history.source, block: block) { seed in
      SnapshotHistory(of: domains, form: form, seed: seed) ?? blank
    }
  }

  /// Moves to an entry, so that questions about the states there are answered at once.
  ///
  /// - Parameter isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: The last entry there is up to that one, 0 for none, and when it was made; nil if it stopped.
  package func move(to seq: Int, while isWanted: () -> Bool) throws(Failure)
    -> (seq: Int, time: Timestamp?)?
  {
    try Failure.of { () throws(LogError) in try fold.moment(at: seq, while: isWanted) }
      .map { ($0.end.seq, $0.end.times?.upperBound) }
  }

  /// The last entry that there is now.
  package func end() throws(Failure) -> Int { try move(to: .max) { true }?.seq ?? 0 }

  func states(at seq: Int, forgetting isDamaged: Bool) throws(LogError) -> (
    states: SnapshotHistory, end: ReadingEnd
  )? {
    if isDamaged { fold.forget() }
    return try fold.moment(at: seq).map { ($0.projection, $0.end) }
  }
}

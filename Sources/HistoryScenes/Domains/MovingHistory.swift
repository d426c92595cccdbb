// The states of a history for somebody who moves back and forth in it.

import EventSourcing

/// Keeps the states at some moments of a history. Not for use by several threads.
package final class MovingHistory {
  private let fold: MovingFold<CheckpointedHistory>

  /// - Returns: nil if the states of a domain can't be kept.
  package init?(of history: History, block: Int = 16_384) {
    let (domains, form) = (history.domains, history.source.form)
    guard let blank = CheckpointedHistory(of: domains, form: form, seed: 0) else { return nil }
    fold = MovingFold(history.source, block: block) { seed in
      CheckpointedHistory(of: domains, form: form, seed: seed) ?? blank
    }
  }

  /// Moves to an entry, so that questions about the states there are answered at once.
  ///
  /// - Parameter isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: Whether it is there.
  package func move(to seq: Int, while isWanted: () -> Bool) throws(Failure) -> Bool {
    try Failure.of { () throws(LogError) in try fold.moment(at: seq, while: isWanted) != nil }
  }

  func states(at seq: Int, forgetting isDamaged: Bool) throws(LogError) -> (
    states: CheckpointedHistory, end: ReadingEnd
  )? {
    if isDamaged { fold.forget() }
    return try fold.moment(at: seq).map { ($0.projection, $0.end) }
  }
}

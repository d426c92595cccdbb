// The states of a history for a user who moves back and forth in it.

/// Keeps the states at some moments of a history. Not for use by several threads.
package final class MovingHistory {
  private enum Fold {
    case snapshots(MovingFold<SnapshotHistory>)
    /// Where the states of a domain can't be kept in snapshots.
    case states(MovingFold<HistoryStates>)
  }

  private let fold: Fold

  package init(of history: History, block: Int = 16_384) {
    let (domains, form) = (history.domains, history.source.form)
    guard let blank = SnapshotHistory(of: domains, form: form, seed: 0) else {
      fold = .states(
        MovingFold(history.source, block: block) { _ in HistoryStates(of: domains, form: form) })
      return
    }
    fold = .snapshots(
      MovingFold(history.source, block: block) { seed in
        SnapshotHistory(of: domains, form: form, seed: seed) ?? blank
      })
  }

  /// Moves to an entry, so that questions about the states there are answered at once.
  ///
  /// - Parameter isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: The last entry there is up to that one, 0 for none, and when it was made; nil if it stopped.
  package func move(to seq: Int, while isWanted: () -> Bool) throws(Failure)
    -> (seq: Int, time: Timestamp?)?
  {
    let end = try Failure.of { () throws(LogError) in
      switch fold {
      case .snapshots(let fold): try fold.moment(at: seq, while: isWanted)?.end
      case .states(let fold): try fold.moment(at: seq, while: isWanted)?.end
      }
    }
    return end.map { ($0.seq, $0.times?.upperBound) }
  }

  /// The last entry that there is now.
  package func end() throws(Failure) -> Int { try move(to: .max) { true }?.seq ?? 0 }

  /// The states from snapshots; nil without any.
  func snapshots(at seq: Int, forgetting isDamaged: Bool) throws(LogError) -> (
    states: SnapshotHistory, end: ReadingEnd
  )? {
    guard case .snapshots(let fold) = fold else { return nil }
    if isDamaged { fold.forget() }
    return try fold.moment(at: seq).map { ($0.projection, $0.end) }
  }

  /// The states where they can't be kept in snapshots; nil elsewhere.
  func states(at seq: Int) throws(LogError) -> (states: HistoryStates, end: ReadingEnd)? {
    guard case .states(let fold) = fold else { return nil }
    return try fold.moment(at: seq).map { ($0.projection, $0.end) }
  }
}

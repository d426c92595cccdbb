// A store without a disk that several engines write to: the plainest example of one.

import EventSourcing

/// One writer's access to a log in memory that others write to at the same time.
package final class SharedMemoryStore: SharedEntryStore {
  /// The ways to make sure that no other writer appends while one decides.
  package enum Approach: Sendable, CaseIterable {
    /// No other can.
    case locks
    /// If another has, it decides again.
    case hopes
    /// It hopes, and locks once that was in vain.
    case hopesOnce
  }

  /// A log that stores share.
  package final class Log: Sendable {
    fileprivate let entries = MemoryStore()
    fileprivate let lock = Locked(())

    /// An empty log.
    package init() {}
  }

  private let log: Log
  private let approach: Approach

  /// A writer of a log.
  package init(_ log: Log, _ approach: Approach = .hopesOnce) {
    (self.log, self.approach) = (log, approach)
  }

  package var storeID: String? { log.entries.storeID }
  package var end: LogEnd { log.entries.end }
  package var commits: CommitSignal { log.entries.commits }

  package func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    var (seen, hopes) = (seq, approach != .locks && !locking)
    while hopes {
      var turn = try turn(after: seen)
      try decide(&turn)
      if turn.batch.isEmpty { return nil }
      seen = turn.batch.firstSeq - 1
      log.lock.lock()
      defer { log.lock.unlock() }
      if turn.batch.firstSeq == end.seq + 1 { return log.entries.append(&turn.batch) }
      hopes = approach == .hopes
    }
    log.lock.lock()
    defer { log.lock.unlock() }
    var turn = try turn(after: seen)
    try decide(&turn)
    return turn.batch.isEmpty ? nil : log.entries.append(&turn.batch)
  }

  private func turn(after seq: Int) throws(LogError) -> Turn {
    let start = LogCursor(seq: seq, segment: 1, byte: 0, line: seq + 1)
    return Turn(missed: try chunks(from: start))
  }

  package func finishErasures() throws(LogError) -> ErasureReport {
    try log.lock.withLock { (_) throws(LogError) in try log.entries.finishErasures() }
  }

  package func close() throws(LogError) {}

  package func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try log.entries.chunks(from: cursor)
  }
}

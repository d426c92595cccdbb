// A memory store that can be held up while it reads or commits, as a slow disk holds one up.

import Dispatch
import EventSourcing

/// Holds up the next call of a kind until it is let go.
final class HeldStore: EntryStore, LogSource {
  enum Call: Sendable { case read, commit }

  private let held = Locked<Call?>(nil)
  private let arrival = DispatchSemaphore(value: 0)
  private let leave = DispatchSemaphore(value: 0)
  private let store = MemoryStore()
  /// The number of times that the log was read.
  let reads = Locked(0)
  /// The error of the next read.
  let failure = Locked<LogError?>(nil)

  var form: LineForm { store.form }
  var storeID: String? { store.storeID }
  var end: LogEnd { store.end }
  var commits: CommitSignal { store.commits }

  /// Holds up the next call of this kind.
  func hold(_ call: Call) { held.withLock { $0 = call } }

  /// Waits until the call has come that is held up.
  func waitForArrival() { arrival.wait() }

  /// Lets it go on.
  func letGo() { leave.signal() }

  private func pass(_ call: Call) {
    let isHeld = held.withLock { held in
      guard held == call else { return false }
      held = nil
      return true
    }
    guard isHeld else { return }
    arrival.signal()
    leave.wait()
  }

  func append(_ line: borrowing EntryLine) throws(LogError) { try store.append(line) }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    pass(.commit)
    try store.commit(through: seq, durability)
  }

  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try store.commit(through: seq, durability)
  }

  func close() throws(LogError) { try store.close() }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    reads.withLock { $0 += 1 }
    pass(.read)
    if let failure = failure.withLock({ $0 }) { throw failure }
    return try store.chunks(from: cursor)
  }

  func cursor(before seq: Int) -> LogCursor { store.cursor(before: seq) }
  func tornTail(at place: Place, segment: Int) -> TornTail? { nil }
}

// Takes entries from many threads and writes them in groups. A thread that finds no leader leads,
// and writes for all that have arrived until then. What no thread waits for is written on the
// writer's own queue: a full group, and one that only tasks wait for. GroupWriter+Leading says how
// a group is led.

import Dispatch
import Synchronization

/// The order in which entries reach the disk, and who writes them.
///
/// Properties that aren't marked as the leader's are accessed only while the gate is held.
final class GroupWriter: @unchecked Sendable {
  let gate = Locked(())
  // The path of each entry isn't checked for exclusive access at run time, which would cost a
  // command that isn't synced a twentieth of its time: the gate guarantees it.
  @exclusivity(unchecked) var pending = PendingBatch()
  /// The number of its entries, for the leader to see without the gate.
  let arrived = Atomic<Int>(0)
  /// Whether it takes no more, for an engine to see without the gate.
  let isFull = Atomic(false)
  /// The waiters for the next group.
  var waiting = Waiters()
  /// The waiters for the group that is being synced.
  var batched = Waiters()
  var waitingForRoom: [CheckedContinuation<Void, Never>] = []
  @exclusivity(unchecked) var isLed = false
  /// Whether the group that is being written will be synced, and everything before with it.
  var isSyncing = false
  @exclusivity(unchecked) var failure: LogError?
  /// Whether a caller was informed of the failure: a group in the background may fail while no caller
  /// waits.
  @exclusivity(unchecked) var isFailureReported = false
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) var appended: Int
  /// The last entry of the group that is being written, or was last.
  var lastBatched: Int
  @exclusivity(unchecked) var written: LogEnd
  @exclusivity(unchecked) var synced: Int
  /// The number of callers that wait until nothing is being written.
  var waitingForIdle = 0
  /// Whether a group that is full before a caller commits it is synced.
  @exclusivity(unchecked) var syncsFullGroups = true

  /// The leader's: the group that is being written.
  var writing = PendingBatch()
  /// The leader's: how many entries the last group had.
  var lastCount = 0
  /// The leader's.
  let segments: SegmentWriter
  /// The queue on which groups are written that no thread waits for. It is the store's own, because the threads of a
  /// shared one may all be waiting for it.
  let side = DispatchQueue(label: "cleanstore.log")
  let onDurable: @Sendable (LogEnd, _ bytes: Int, _ opened: [Int]) -> Void

  /// - Parameter onDurable: Called with what may be read now, before the waiters are informed.
  init(
    _ segments: SegmentWriter, end: LogEnd,
    onDurable: @escaping @Sendable (LogEnd, _ bytes: Int, _ opened: [Int]) -> Void
  ) {
    self.segments = segments
    self.onDurable = onDurable
    (appended, lastBatched, written, synced) = (end.seq, end.seq, end, end.seq)
  }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    try makeRoom(syncing: syncsFullGroups)
    guard line.seq == appended + 1 else {
      throw LogError(.malformed, "The next entry must be \(appended + 1), not \(line.seq).")
    }
    try pending.append(line)
    appended = line.seq
    arrived.store(pending.count, ordering: .relaxed)
    if pending.isFull { isFull.store(true, ordering: .relaxed) }
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    guard durability == .sync else {
      gate.lock()
      defer { gate.unlock() }
      syncsFullGroups = durability == .batch
      return written.seq < seq ? try makeRoom(syncing: syncsFullGroups) : ()
    }
    guard let follower = try leadOrFollow(through: seq) else { return }
    switch follower.wait() {
    case .stored: return
    case .failed(let failure):
      gate.lock()
      isFailureReported = true
      gate.unlock()
      throw failure
    case .lead:
      gate.lock()
      defer { gate.unlock() }
      leadGroup(syncing: true, gathering: true)
      try reportFailure()
    }
  }

  /// Commits, unless another thread is doing so: then it returns the follower to wait in.
  private func leadOrFollow(through seq: Int) throws(LogError) -> Follower? {
    gate.lock()
    defer { gate.unlock() }
    syncsFullGroups = true
    let target = min(seq, appended)
    guard synced < target else { return nil }
    try checkOpen()
    guard isLed else {
      leadGroup(syncing: true, gathering: true)
      try reportFailure()
      return nil
    }
    let follower = Follower()
    if isSyncing && target <= lastBatched {
      batched.followers.append(follower)
    } else {
      waiting.followers.append(follower)
    }
    return follower
  }

  /// Accepts nothing more and writes what is left.
  func close() throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    guard !isClosed else { return }
    isClosed = true
    while isLed { gate.wait() }
    if failure == nil, synced < appended { leadGroup(syncing: true, gathering: false) }
    try checkFailure()
  }

  /// Takes out what the log was filled ahead with. Called once it is closed.
  func trim() throws(LogError) { try segments.trim() }

  func waitUntilIdle() {
    gate.lock()
    defer { gate.unlock() }
    while isLed { gate.wait() }
  }

  func checkOpen() throws(LogError) {
    try checkFailure()
    if isClosed { throw .closed }
  }

  /// Throws the error to the first caller, and to all later ones that there was one.
  func checkFailure() throws(LogError) {
    guard let failure, isFailureReported else { return try reportFailure() }
    throw .writerFailed(after: failure)
  }

  /// Throws what failed, to a caller whose entry it was.
  func reportFailure() throws(LogError) {
    guard let failure else { return }
    isFailureReported = true
    throw failure
  }

  /// Sees to it that the next group can take another entry.
  private func makeRoom(syncing: Bool) throws(LogError) {
    try checkOpen()
    while pending.isFull {
      if isLed { gate.wait() } else { leadGroupElsewhere(syncing: syncing) }
      try reportFailure()
    }
    if isClosed { throw .closed }
  }
}

// Takes entries from many threads and writes them in groups. A thread that finds nobody writing leads,
// and writes for all who came until then. What no thread waits for is written on a queue of the
// writer's: a group that is full, and one that only tasks wait for. How a group is led is in
// GroupWriter+Leading.

import Dispatch
import EventSourcing
import JSONLines
import Synchronization

/// The order in which entries come to the disk, and who takes them there.
///
/// What isn't marked as the leader's is touched only while the gate is held.
final class GroupWriter: @unchecked Sendable {
  let gate = Locked(())
  // What each entry goes through isn't checked for exclusive access at run time, which would cost a
  // command that isn't synced a twentieth of its time: the gate sees to that.
  /// The next group, in the making.
  @exclusivity(unchecked) var pending = PendingBatch()
  /// How many entries it has, for the leader to see without the gate.
  let arrived = Atomic<Int>(0)
  /// Whether it takes no more, for an engine to see without the gate.
  let isFull = Atomic(false)
  /// Those who wait for the next group.
  var waiting = Waiters()
  /// Those who wait for the group that is being synced.
  var boarded = Waiters()
  /// Tasks that wait until the next group takes more.
  var waitingForRoom: [CheckedContinuation<Void, Never>] = []
  /// Whether somebody leads.
  @exclusivity(unchecked) var isLed = false
  /// Whether the group that is being written will be synced, and everything before with it.
  var isSyncing = false
  @exclusivity(unchecked) var failure: LogError?
  /// Whether a caller was told of the failure: a group on the side may fail while nobody waits.
  @exclusivity(unchecked) var isFailureTold = false
  @exclusivity(unchecked) private var isClosed = false
  /// The last entry that was taken.
  @exclusivity(unchecked) var taken: Int
  /// The last entry of the group that is being written, or was last.
  var handedOver: Int
  /// The last entry that was written.
  @exclusivity(unchecked) var written: LogEnd
  /// The last entry that was synced.
  @exclusivity(unchecked) var synced: Int
  /// Whether a group that is full before anybody commits it is synced.
  @exclusivity(unchecked) var syncsFullGroups = true

  /// The leader's: the group that is being written.
  var writing = PendingBatch()
  /// The leader's: how many entries the last group had.
  var lastCount = 0
  /// The leader's.
  let segments: SegmentWriter
  /// Where groups are written that no thread waits for. A queue of its own, because the threads of a
  /// shared one may all be waiting for it.
  let side = DispatchQueue(label: "cleanstore.log")
  let didWrite: @Sendable (LogEnd, _ bytes: Int, _ opened: [Int]) -> Void

  /// A writer behind this end.
  ///
  /// - Parameter didWrite: Told of what may be read now, before anybody else learns that it is done.
  init(
    _ segments: SegmentWriter, end: LogEnd,
    didWrite: @escaping @Sendable (LogEnd, _ bytes: Int, _ opened: [Int]) -> Void
  ) {
    self.segments = segments
    self.didWrite = didWrite
    (taken, handedOver, written, synced) = (end.seq, end.seq, end, end.seq)
  }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    try makeRoom(syncing: syncsFullGroups)
    guard line.seq == taken + 1 else {
      throw LogError(.malformed, "Entry \(taken + 1) must come next, not \(line.seq).")
    }
    try pending.append(line)
    taken = line.seq
    arrived.store(pending.count, ordering: .relaxed)
    if GroupLimit.isReached(by: pending) { isFull.store(true, ordering: .relaxed) }
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    guard durability == .sync else {
      gate.lock()
      defer { gate.unlock() }
      syncsFullGroups = durability == .batch
      return written.seq < seq ? try makeRoom(syncing: syncsFullGroups) : ()
    }
    guard let seat = try leadOrTakeSeat(through: seq) else { return }
    switch seat.wait() {
    case .stored: return
    case .failed(let failure):
      gate.lock()
      isFailureTold = true
      gate.unlock()
      throw failure
    case .lead:
      gate.lock()
      defer { gate.unlock() }
      leadGroup(syncing: true, gathering: true)
      try tellFailure()
    }
  }

  /// Commits, if nobody else is at it.
  ///
  /// - Returns: The seat to wait in for the one who is; nil if it is done.
  private func leadOrTakeSeat(through seq: Int) throws(LogError) -> Seat? {
    gate.lock()
    defer { gate.unlock() }
    syncsFullGroups = true
    let target = min(seq, taken)
    guard synced < target else { return nil }
    try checkOpen()
    guard isLed else {
      leadGroup(syncing: true, gathering: true)
      try tellFailure()
      return nil
    }
    let seat = Seat()
    if isSyncing && target <= handedOver {
      boarded.seats.append(seat)
    } else {
      waiting.seats.append(seat)
    }
    return seat
  }

  /// Takes nothing more and writes what is left.
  func close() throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    guard !isClosed else { return }
    isClosed = true
    while isLed { gate.wait() }
    if failure == nil, synced < taken { leadGroup(syncing: true, gathering: false) }
    try checkFailure()
  }

  /// Waits until nothing is being written.
  func waitUntilIdle() {
    gate.lock()
    defer { gate.unlock() }
    while isLed { gate.wait() }
  }

  func checkOpen() throws(LogError) {
    try checkFailure()
    if isClosed { throw .closed }
  }

  /// Throws what failed to the first who asks, and that something did to all later ones.
  private func checkFailure() throws(LogError) {
    guard let failure, isFailureTold else { return try tellFailure() }
    throw .writerFailed(after: failure)
  }

  /// Throws what failed, to a caller whose entry it was.
  func tellFailure() throws(LogError) {
    guard let failure else { return }
    isFailureTold = true
    throw failure
  }

  /// Sees to it that the next group can take another entry.
  private func makeRoom(syncing: Bool) throws(LogError) {
    try checkOpen()
    while GroupLimit.isReached(by: pending) {
      if isLed { gate.wait() } else { leadGroupElsewhere(syncing: syncing) }
      try tellFailure()
    }
    if isClosed { throw .closed }
  }
}

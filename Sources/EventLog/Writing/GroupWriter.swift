// Takes entries from many threads and writes them in groups. There is no thread of its own: whoever
// finds nobody writing leads, and writes for all who came until then; the others wait for it.
//
// Groups are numbered. Those who wait for a group wait in a room of its own, so that the end of a
// write wakes only those whose entries were in it, and one who leads the next.

import EventSourcing
import JSONLines
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The order in which entries come to the disk, and who takes them there.
///
/// What isn't marked as the leader's is touched only while the gate is held.
final class GroupWriter: @unchecked Sendable {
  /// How long a leader waits for as many entries as the last group had.
  private static let patience = Duration.microseconds(40)
  /// Where those wait who need room in the next group. Rooms 0 and 1 are the groups'.
  private static let roomForRoom = 2

  private let gate = Gate(rooms: 3)
  /// The next group, in the making.
  private var pending = PendingBatch()
  /// The number of that group.
  private var group = 0
  /// How many entries it has, for the leader to see without the gate.
  private let arrived = Atomic<Int>(0)
  private var isWriting = false
  private var isClosed = false
  private var failure: LogError?
  /// The last entry that was taken.
  private var taken: Int
  /// The last entry of the group that is being written, or was last.
  private var handedOver: Int
  /// The last entry that was written, and the last that was synced.
  private var written: LogEnd
  private var synced: Int
  /// Whether a group that is full before anybody commits is synced.
  private var syncsFullGroups = true

  /// The leader's: the group that is being written.
  private var writing = PendingBatch()
  /// The leader's.
  private let segments: SegmentWriter
  /// The leader's: how many entries the last group had.
  private var lastCount = 0
  private let didWrite: @Sendable (LogEnd, _ bytes: Int, _ opened: [Int]) -> Void

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
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    syncsFullGroups = durability != .none
    guard durability == .sync else {
      guard written.seq < seq else { return }
      return try makeRoom(syncing: durability == .batch)
    }
    let target = min(seq, taken)
    if synced < target { try checkOpen() }
    while synced < target {
      if let failure { throw failure }
      if isWriting {
        gate.wait(in: (target > handedOver ? group : group - 1) & 1)
      } else {
        writeGroup(syncing: true, gathering: true)
      }
    }
  }

  /// Takes nothing more and writes what is left.
  func close() throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    guard !isClosed else { return }
    isClosed = true
    while isWriting { gate.wait(in: Self.roomForRoom) }
    if failure == nil, synced < taken { writeGroup(syncing: true, gathering: false) }
    if let failure { throw .writerFailed(after: failure) }
  }

  private func checkOpen() throws(LogError) {
    if let failure { throw .writerFailed(after: failure) }
    if isClosed { throw .closed }
  }

  /// Sees to it that the next group can take another entry.
  private func makeRoom(syncing: Bool) throws(LogError) {
    try checkOpen()
    while GroupLimit.isReached(by: pending) {
      if isWriting {
        gate.wait(in: Self.roomForRoom)
      } else {
        writeGroup(syncing: syncing, gathering: false)
      }
      if let failure { throw failure }
    }
    if isClosed { throw .closed }
  }
}

// Leading.
extension GroupWriter {
  /// Writes the next group. The gate is open meanwhile.
  private func writeGroup(syncing: Bool, gathering: Bool) {
    isWriting = true
    let someAreUnsynced = synced < written.seq
    if gathering, pending.count < lastCount {
      gate.unlock()
      waitForOthers()
      gate.lock()
    }
    swap(&pending, &writing)
    arrived.store(0, ordering: .relaxed)
    let led = group
    group += 1
    handedOver = max(handedOver, writing.end.seq)
    gate.wakeAll(in: Self.roomForRoom)
    gate.unlock()
    let outcome = writeAndSync(syncing)
    gate.lock()
    finish(outcome)
    isWriting = false
    gate.wakeAll(in: led & 1)
    if someAreUnsynced || failure != nil {
      // They may wait in either room, for a sync or in vain.
      gate.wakeAll(in: group & 1)
    } else {
      gate.wakeOne(in: group & 1)
    }
    gate.wakeAll(in: Self.roomForRoom)
  }

  /// Callers that wait for their entry come back together: a sync is better shared with all of
  /// them than begun with the first.
  private func waitForOthers() {
    let deadline = ContinuousClock.now + Self.patience
    while arrived.load(ordering: .relaxed) < lastCount, ContinuousClock.now < deadline {
      sched_yield()
    }
  }

  private enum Outcome {
    case written
    case synced
    case writeFailed(LogError)
    case syncFailed(LogError)
  }

  private func writeAndSync(_ syncing: Bool) -> Outcome {
    lastCount = writing.count
    do throws(LogError) {
      if !writing.isEmpty { try segments.write(&writing) }
    } catch {
      return .writeFailed(error)
    }
    guard syncing else { return .written }
    do throws(LogError) {
      try segments.sync()
    } catch {
      return .syncFailed(error)
    }
    return .synced
  }

  private func finish(_ outcome: Outcome) {
    switch outcome {
    case .writeFailed(let error):
      failure = error.storedThrough(written.seq, notThrough: taken, isCertain: true)
    case .syncFailed(let error):
      failure = error.storedThrough(synced, notThrough: taken, isCertain: false)
    case .written, .synced:
      if !writing.isEmpty {
        written = writing.end
        writing.removeAll()
      }
      if case .synced = outcome { synced = written.seq }
      didWrite(written, segments.size, segments.takeOpened())
    }
  }
}

extension LogError {
  /// The error of a store that failed before.
  fileprivate static func writerFailed(after failure: LogError) -> LogError {
    LogError(
      .writerFailed, "The store takes nothing more since it failed: \(failure.message)",
      seq: failure.seq, hint: "Open the store again.")
  }

  /// Says which entries are stored and which aren't.
  fileprivate func storedThrough(_ stored: Int, notThrough last: Int, isCertain: Bool) -> LogError {
    let kept = stored == 0 ? "No entry is stored" : "Entries through \(stored) are stored"
    let lost =
      switch (last - stored, isCertain) {
      case (...0, _): ""
      case (1, true): "; \(last) is not"
      case (1, false): "; whether \(last) is, opening the store again will tell"
      case (_, true): "; \(stored + 1) to \(last) are not"
      case (_, false):
        "; whether \(stored + 1) to \(last) are, opening the store again will tell"
      }
    return LogError(
      code, "\(message) \(kept)\(lost).", at: place, seq: stored + 1,
      hint: isCertain ? hint : "Open the store again.")
  }
}

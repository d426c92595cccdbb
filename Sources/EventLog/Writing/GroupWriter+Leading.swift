// Writing one group. The gate is open meanwhile, so that the next group can gather.
//
// Whoever led hands the lead to one of those who wait for the next group, and wakes him first.

import EventSourcing
import JSONLines

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension GroupWriter {
  /// How long a leader waits for as many entries as the last group had: less than a sync takes, more
  /// than it takes to wake a few threads.
  private static let patience = Duration.microseconds(80)

  /// Writes the next group. Called and left with the gate held.
  func leadGroup(syncing: Bool, gathering: Bool) {
    isLed = true
    if gathering, pending.count < lastCount {
      gate.unlock()
      waitForOthers()
      gate.lock()
    }
    boardGroup(syncing: syncing)
    gate.unlock()
    writeBoardedGroup(syncing: syncing)
    gate.lock()
  }

  /// Writes the next group on another thread, while the caller goes on with the one behind it.
  /// Called and left with the gate held. Not inlined into what each entry goes through.
  @inline(never)
  func leadGroupElsewhere(syncing: Bool) {
    isLed = true
    boardGroup(syncing: syncing)
    side.async { self.writeBoardedGroup(syncing: syncing) }
  }

  /// Closes the next group: what comes from now on is in the one behind it.
  private func boardGroup(syncing: Bool) {
    swap(&pending, &writing)
    arrived.store(0, ordering: .relaxed)
    isFull.store(false, ordering: .relaxed)
    handedOver = max(handedOver, writing.end.seq)
    if syncing { swap(&waiting, &boarded) }
    isSyncing = syncing
    tellOfRoom()
  }

  /// Wakes those who wait for the next group to take more, or for nobody to write.
  private func tellOfRoom() {
    gate.wakeAll()
    for task in waitingForRoom { task.resume() }
    waitingForRoom = []
  }

  /// Writes the group that was closed, and tells those who wait for it. Called without the gate.
  private func writeBoardedGroup(syncing: Bool) {
    let outcome = writeAndSync(syncing)
    gate.lock()
    finish(outcome)
    let done = takeDone()
    let failure = failure
    let next = waiting.seats.popLast()
    isSyncing = false
    isLed = next != nil || !waiting.tasks.isEmpty
    if next == nil, isLed { leadForTasks() }
    tellOfRoom()
    gate.unlock()
    next?.wake(.lead)
    done.wake(failure: failure)
  }

  /// Writes the next group on the queue, because only tasks wait for it. Called with the gate held, while
  /// it is certain that nobody else leads.
  func leadForTasks() {
    isLed = true
    side.async {
      self.gate.lock()
      self.leadGroup(syncing: true, gathering: true)
      self.gate.unlock()
    }
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

  /// Those who are told how the group went that is finished now: all, if it failed.
  private func takeDone() -> Waiters {
    var done = boarded
    boarded = Waiters()
    guard failure != nil else { return done }
    if !done.tasks.isEmpty || !waiting.tasks.isEmpty { isFailureTold = true }
    done.add(waiting)
    waiting = Waiters()
    return done
  }
}

extension LogError {
  /// The error of a store that failed before.
  static func writerFailed(after failure: LogError) -> LogError {
    LogError(
      .writerFailed, "The store takes nothing more since it failed: \(failure.message)",
      seq: failure.seq, hint: failure.remedy ?? "Open the store again.")
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
      hint: isCertain ? remedy : "Open the store again.")
  }
}

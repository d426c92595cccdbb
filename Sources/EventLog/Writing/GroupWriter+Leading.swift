// Writing one group. The gate is open meanwhile, so that the next group can gather.
//
// The leader passes the lead to one of the waiters for the next group, and wakes it first.

import Platform

extension GroupWriter {
  /// The time that a leader waits for as many entries as the last group had: less than a sync takes, more
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
    takeBatch(syncing: syncing)
    gate.unlock()
    writeBatch(syncing: syncing)
    gate.lock()
  }

  /// Writes the next group on another thread, while the caller continues with the one after it.
  /// Called and left with the gate held. Not inlined into the path of each entry.
  @inline(never)
  func leadGroupElsewhere(syncing: Bool) {
    isLed = true
    takeBatch(syncing: syncing)
    side.async { self.writeBatch(syncing: syncing) }
  }

  /// Closes the next group: later entries are in the one after it.
  private func takeBatch(syncing: Bool) {
    swap(&pending, &writing)
    arrived.store(0, ordering: .relaxed)
    isFull.store(false, ordering: .relaxed)
    lastBatched = max(lastBatched, writing.end.seq)
    if syncing { swap(&waiting, &batched) }
    isSyncing = syncing
    signalRoom()
  }

  /// Wakes the callers that wait for room in the next group, or for the writer to be idle.
  private func signalRoom() {
    gate.wakeAll()
    for task in waitingForRoom { task.resume() }
    waitingForRoom = []
  }

  /// Writes the group that was closed, and informs its waiters. Called without the gate.
  private func writeBatch(syncing: Bool) {
    let outcome = writeAndSync(syncing)
    gate.lock()
    finish(outcome)
    let done = takeDone()
    let failure = failure
    let next = passLead()
    gate.unlock()
    next?.wake(.lead)
    done.wake(failure: failure)
  }

  /// Ends the caller's lead. Called with the gate held.
  ///
  /// - Returns: The next leader, which has to be woken.
  private func passLead() -> Follower? {
    isSyncing = false
    // They pass it on.
    let isWanted = waitingForIdle == 0
    let next = isWanted ? waiting.followers.popLast() : nil
    isLed = isWanted && (next != nil || !waiting.tasks.isEmpty)
    if next == nil, isLed { leadForTasks() }
    signalRoom()
    return next
  }

  /// Does something while nothing is being written, and what comes meanwhile is gathered.
  func whileIdle<R>(_ body: (SegmentWriter) throws(LogError) -> R) throws(LogError) -> R {
    try takeLead()
    let result = Result { () throws(LogError) in try body(segments) }
    gate.lock()
    let next = passLead()
    gate.unlock()
    next?.wake(.lead)
    return try result.get()
  }

  /// Makes what was written durable.
  ///
  /// - Parameter isSealing: Whether to seal the open segment, too.
  /// - Returns: The last entry that was written.
  /// - Throws: The error of the disk; nothing more is accepted then, as after a failed write.
  func syncSegment(sealing isSealing: Bool = false) throws(LogError) -> LogEnd {
    try changeSegments { (segments) throws(LogError) in
      if isSealing {
        try segments.sync()
        try segments.beginSegment(at: written.seq + 1)
      }
      return written
    }
  }

  /// Does something to the segments while nothing is being written, and makes it durable.
  ///
  /// - Parameter body: Its result is the last entry that is written then.
  func changeSegments(_ body: (SegmentWriter) throws(LogError) -> LogEnd) throws(LogError) -> LogEnd
  {
    try takeLead()
    let result = Result { () throws(LogError) in
      let end = try body(segments)
      try segments.sync()
      return end
    }
    gate.lock()
    switch result {
    case .success(let end):
      written = end
      (appended, lastBatched) = (max(appended, end.seq), max(lastBatched, end.seq))
      synced = written.seq
      onDurable(written, segments.size, segments.takeOpened())
    case .failure(let error):
      failure = error.storedThrough(synced, notThrough: appended, isCertain: false)
    }
    let end = written
    let done = failure == nil ? Waiters() : takeDone()
    let (next, failed) = (passLead(), failure)
    gate.unlock()
    next?.wake(.lead)
    done.wake(failure: failed)
    if let failed { throw failed }
    return end
  }

  /// Goes on in the file that took the open segment's place.
  func reopenSegment() throws(LogError) {
    _ = try changeSegments { (segments) throws(LogError) in
      try segments.reopen()
      return written
    }
  }

  private func takeLead() throws(LogError) {
    gate.lock()
    defer { gate.unlock() }
    waitingForIdle += 1
    while isLed { gate.wait() }
    waitingForIdle -= 1
    try checkFailure()
    isLed = true
  }

  /// Writes the next group on the queue, because only tasks wait for it. Called with the gate held,
  /// when there can't be another leader.
  func leadForTasks() {
    isLed = true
    side.async {
      self.gate.lock()
      self.leadGroup(syncing: true, gathering: true)
      self.gate.unlock()
    }
  }

  /// Callers that wait for their entry return together: it is better to share a sync with all of
  /// them than to begin one with the first.
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
      failure = error.storedThrough(written.seq, notThrough: appended, isCertain: true)
    case .syncFailed(let error):
      failure = error.storedThrough(synced, notThrough: appended, isCertain: false)
    case .written, .synced:
      if !writing.isEmpty {
        written = writing.end
        writing.removeAll()
      }
      if case .synced = outcome { synced = written.seq }
      onDurable(written, segments.size, segments.takeOpened())
    }
  }

  /// The waiters to inform about the group that is finished now: all, if it failed.
  private func takeDone() -> Waiters {
    var done = batched
    batched = Waiters()
    guard failure != nil else { return done }
    if !done.tasks.isEmpty || !waiting.tasks.isEmpty { isFailureReported = true }
    done.add(waiting)
    waiting = Waiters()
    return done
  }
}

extension LogError {
  static func writerFailed(after failure: LogError) -> LogError {
    LogError(
      .writerFailed, "The store accepts nothing more since it failed: \(failure.message)",
      seq: failure.seq, hint: failure.remedy ?? "Open the store again.")
  }

  fileprivate func storedThrough(_ stored: Int, notThrough last: Int, isCertain: Bool) -> LogError {
    let kept = stored == 0 ? "No entry is stored" : "Entries through \(stored) are stored"
    let lost =
      switch (last - stored, isCertain) {
      case (...0, _): ""
      case (1, true): "; \(last) is not"
      case (1, false): "; whether \(last) is stored will be known when the store is opened again"
      case (_, true): "; \(stored + 1) to \(last) are not"
      case (_, false):
        "; whether \(stored + 1) to \(last) are stored will be known when the store is opened again"
      }
    return LogError(
      code, "\(message) \(kept)\(lost).", at: place, seq: stored + 1,
      hint: isCertain ? remedy : "Open the store again.")
  }
}

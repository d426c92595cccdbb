// Turns: how an engine shares its store with others. Callers that wait when a turn begins decide in it, one after another,
// on what all writers have appended before; their lines are appended together. If another writer came first, they decide again.
//
// Until its entry is durable, what a command has changed is only in `StreamStates.ahead`. So no caller reads what may not
// happen, and nothing has to be undone. Entries that are durable are folded, the engine's own like those of others.

import Dispatch

/// The turns of an engine, one after another.
@usableFromInline final class Turns: @unchecked Sendable {
  private let store: any SharedEntryStore
  private let states: [AnyStreamStates]
  private let queue = DispatchQueue(label: "cleanstore.turns")
  /// The longest that a turn waits for as many callers as the last one had: their next commands come in a moment, and a turn
  /// of its own for the first of them would take as long as one for all.
  private static let gathering = DispatchTimeInterval.microseconds(300)
  /// The longest that a caller may let the others of its turn wait until it begins to decide.
  private let patience = DispatchTimeInterval.milliseconds(250)

  // Used by the queue only.
  private var reader: EntryReader

  // Guarded by the engine's gate.
  private var waiting: [TurnCaller] = []
  private var isRunning = false
  /// The number of callers of the last turn.
  private var lastCount = 1
  /// The number of callers that the next turn waits for; nil if it doesn't.
  private var wantedCount: Int?
  private let gathered = DispatchSemaphore(value: 0)
  /// The number of the turn in which callers may decide; nil if none is open.
  private var open: Int?
  private var lastNumber = 0
  /// The callers of the turn that have begun to decide, and the number of those that aren't done.
  private var deciding: Set<ObjectIdentifier> = []
  private var undecided = 0
  private let decided = DispatchSemaphore(value: 0)
  /// The lines of the open turn.
  var batch = PendingBatch()
  /// The store's time at the open turn.
  @usableFromInline private(set) var now: Timestamp?
  /// The latest time that the store accepts then.
  private(set) var latest: Timestamp?
  /// The ids of the open turn's commands.
  var idsAhead = CommandIDs()
  /// The thread whose commands are decided in groups, and what has become of them.
  var group = TurnGroup()

  init(_ store: any SharedEntryStore, _ states: [AnyStreamStates], after end: LogEnd)
    throws(LogError)
  {
    (self.store, self.states) = (store, states)
    reader = try EntryReader(of: store, after: end)
  }
}

// For callers.
extension Turns {
  @usableFromInline var isFull: Bool { batch.isFull }

  /// Throws if the store wouldn't accept a time that was given with a command.
  @usableFromInline func checkGiven(_ time: Timestamp) throws(EngineError) {
    guard let latest, time > latest else { return }
    throw .log(
      LogError(
        .clockBehind, "The command's time, \(time), is in the future.",
        hint: "Nothing was recorded. Correct the time, or the server's clock."))
  }

  /// Takes part in the next turn.
  func enter(_ caller: TurnCaller, _ engine: Engine) {
    let starts = engine.gate.withLock { _ in
      waiting.append(caller)
      if waiting.count == wantedCount { gathered.signal() }
      defer { isRunning = true }
      return !isRunning
    }
    if starts { queue.async { self.run(engine) } }
  }

  /// Begins to decide, which must end soon.
  ///
  /// - Returns: false if the turn has gone on without the caller.
  func begin(_ caller: TurnCaller, in number: Int, _ engine: Engine) -> Bool {
    engine.gate.withLock { _ in
      guard open == number else { return false }
      deciding.insert(ObjectIdentifier(caller))
      return true
    }
  }

  func end(_ engine: Engine) {
    let isLast = engine.gate.withLock { _ in
      undecided -= 1
      return undecided == 0
    }
    if isLast { decided.signal() }
  }
}

// On the queue.
extension Turns {
  private func run(_ engine: Engine) {
    while let callers = nextCallers(engine) {
      var present = callers
      do throws(LogError) {
        let failure = engine.gate.withLock { _ in engine.failure }
        if let failure { throw failure.afterFailure }
        if callers.contains(where: \.records) {
          let locks = callers.contains { $0.decidesOnce }
          let stored = try store.takeTurn(after: reader.seq, locking: locks) {
            (turn) throws(LogError) in
            try fold(turn.missed, into: engine, now: turn.now, latest: turn.latest)
            present = decide(present, engine)
            engine.gate.withLock { _ in swap(&turn.batch, &batch) }
          }
          try fold(ListOfChunks(stored.map { [$0] } ?? [], from: .start), into: engine)
        } else {
          try fold(try store.chunks(from: reader.cursor), into: engine)
          present = decide(present, engine)
        }
        for caller in present { caller.send(.stored) }
      } catch {
        for caller in present { caller.send(.failed(error)) }
      }
    }
  }

  /// The callers of the next turn; nil if none waits.
  private func nextCallers(_ engine: Engine) -> [TurnCaller]? {
    gather(engine)
    return engine.gate.withLock { _ in
      let callers = Array(waiting.prefix(EntryLine.maximumBatch))
      waiting.removeFirst(callers.count)
      (isRunning, lastCount) = (!callers.isEmpty, max(callers.count, 1))
      return callers.isEmpty ? nil : callers
    }
  }

  /// Waits a little for the callers of the last turn, if there were several.
  private func gather(_ engine: Engine) {
    let waits = engine.gate.withLock { _ in
      if lastCount > 1, waiting.count < lastCount { wantedCount = lastCount }
      return wantedCount != nil
    }
    guard waits else { return }
    let hasAll = gathered.wait(timeout: .now() + Self.gathering) == .success
    let isLate = engine.gate.withLock { _ in
      defer { wantedCount = nil }
      return !hasAll && waiting.count >= lastCount
    }
    if isLate { gathered.wait() }
  }

  /// Lets entries take effect that are durable. Nothing else is left of the turn before.
  private func fold(
    _ chunks: any ChunkReader, into engine: Engine, now: Timestamp? = nil,
    latest: Timestamp? = nil
  ) throws(LogError) {
    engine.gate.withLock { _ in
      for states in states { states.forgetAhead() }
      batch.removeAll()
      idsAhead = CommandIDs()
      (self.now, self.latest) = (now, latest)
      // The open turn may have counted on.
      (engine.seq, engine.lastAt) = (reader.seq, reader.at ?? .earliest)
      engine.lastRulesVersion = reader.rulesVersion
    }
    while true {
      // Not under the lock: it may have to wait for the store.
      var storage = ByteStorage.empty
      guard let chunk = try chunks.next(reusing: &storage) else { return }
      try fold(chunk, into: engine)
    }
  }

  private func fold(_ chunk: LogChunk, into engine: Engine) throws(LogError) {
    reader.proceed(with: ListOfChunks([chunk], from: .start))
    try engine.gate.withLock { (_) throws(LogError) in
      let unread = engine.unread
      var projection = StreamStatesProjection(states, where: unread.map { $0.hasRead })
      swap(&engine.commandIDs, &projection.commandIDs)
      defer { swap(&engine.commandIDs, &projection.commandIDs) }
      do throws(LogError) {
        while try reader.advance(into: &projection) {}
      } catch {
        // The states have some of the entries now, so it can't be tried again.
        engine.failure = error
        throw error
      }
      unread?.advance(to: reader.seq)
      engine.seq = reader.seq
      engine.lastAt = reader.at ?? .earliest
      engine.lastRulesVersion = reader.rulesVersion
    }
  }

  /// Opens a turn until the callers have decided.
  ///
  /// - Returns: The callers that have decided. The others enter again.
  private func decide(_ callers: [TurnCaller], _ engine: Engine) -> [TurnCaller] {
    if callers.isEmpty { return [] }
    let number = engine.gate.withLock { _ in
      lastNumber += 1
      (open, undecided, deciding) = (lastNumber, callers.count, [])
      return lastNumber
    }
    for caller in callers { caller.send(.decide(number)) }
    if decided.wait(timeout: .now() + patience) == .timedOut {
      // Callers that have begun will be done in a moment; the last one tells, unless others haven't begun.
      let tells = engine.gate.withLock { _ in
        open = nil
        let late = callers.count - deciding.count
        undecided -= late
        return late == 0 || undecided > 0
      }
      if tells { decided.wait() }
    }
    return engine.gate.withLock { _ in
      open = nil
      return callers.filter { deciding.contains(ObjectIdentifier($0)) }
    }
  }
}

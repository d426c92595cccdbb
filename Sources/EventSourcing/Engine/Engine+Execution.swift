// The way of one command through the engine, under its lock: the engine's own checks, the rules,
// the log, the state.

import JSONLines

/// Whether a command is recorded, and when that counts as done.
@usableFromInline enum ExecutionMode: Sendable {
  case preview
  case record(Durability)

  /// How full groups are written while a command waits for room.
  var durabilityOfFullGroups: Durability {
    if case .record(.none) = self { .none } else { .batch }
  }
}

/// A command that was evaluated. Not copyable, because it is passed on often and holds references.
@usableFromInline struct Decision<D: CodableDecider>: ~Copyable {
  @usableFromInline let result: Outcome<D>.Result
  /// The stream's number among the states; nil if it is new.
  @usableFromInline let index: Int?
  @usableFromInline let context: EntryContext

  @inlinable init(
    _ result: consuming Outcome<D>.Result, index: Int?, context: consuming EntryContext
  ) {
    self.result = result
    self.index = index
    self.context = context
  }

  @inlinable consuming func outcome(
    seq: Int, state: consuming D.State, through last: Int
  ) -> UnsyncedOutcome<D> {
    let (rev, at) = (result.rev(in: context), context.at)
    let outcome = Outcome<D>(
      result, stream: StreamName(checked: context.stream), seq: seq, rev: rev, at: at, state: state)
    return UnsyncedOutcome(outcome, through: last)
  }
}

/// The outcome of a command, to be returned once everything up to an entry is durable.
@usableFromInline struct UnsyncedOutcome<D: CodableDecider> {
  @usableFromInline let outcome: Outcome<D>
  @usableFromInline let seq: Int

  @inlinable init(_ outcome: consuming Outcome<D>, through seq: Int) {
    self.outcome = outcome
    self.seq = seq
  }
}

/// How far a command came while the engine's lock was held. Not copyable, as an outcome holds references.
@usableFromInline enum Attempt<D: CodableDecider>: ~Copyable {
  /// It is decided.
  case done(UnsyncedOutcome<D>)
  /// Something has to be done first, without the lock.
  case blocked(Obstacle)
}

extension Engine {
  /// Decides and records. The outcome may be returned once everything up to `seq` is durable.
  @inlinable func perform<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, _ mode: ExecutionMode
  ) throws(EngineError) -> UnsyncedOutcome<D> {
    switch try attempt(submission, in: states, mode) {
    case .done(let outcome): return outcome
    case .blocked(let obstacle):
      return try perform(submission, in: states, mode, clearing: obstacle)
    }
  }

  /// Decides, and records unless it is a preview. Holds the engine's lock, and waits for nothing.
  ///
  /// - Parameter isIDFree: Whether the command's id was looked up, and is reserved for it.
  @inlinable func attempt<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, _ mode: ExecutionMode,
    isIDFree: Bool = false
  ) throws(EngineError) -> Attempt<D> {
    // On another's states it would decide wrongly, and write what can't be read again.
    precondition(states.owner == ObjectIdentifier(self), "the states aren't this engine's")
    return try gate.withLock { (_) throws(EngineError) in
      if case .record = mode {
        if let failure { throw EngineError.log(failure.afterFailure) }
        if !store.hasRoom { return .blocked(.full(through: seq)) }
      }
      if unread != nil { try read(submission, in: states) }
      let now = submission.at ?? clock()
      // If the clock has stepped back, the time is that of the last entry.
      let context = try circumstances(of: submission, at: max(now, lastAt), in: states)
      if !isIDFree, let obstacle = obstacle(context, onAnyStream: submission.target == .new) {
        return .blocked(obstacle)
      }
      if submission.at == nil, !acceptsClock, now < lastAt.dayBefore {
        throw .log(clockIsBehind(now))
      }
      if hasBase { try checkErasure(D.type(of: submission.command), of: context.stream) }
      let decision = try decide(submission, in: states, context)
      guard case .record = mode else {
        return .done(foreseen(decision, in: states))
      }
      if case .unchanged = decision.result {
        let state = state(before: decision, in: states)
        return .done(decision.outcome(seq: 0, state: state, through: seq))
      }
      let index = try record(decision, of: submission, in: states)
      return .done(
        decision.outcome(seq: seq, state: states.projection.states[index], through: seq))
    }
  }

  /// Checks the expected revision, then evaluates the command.
  @inlinable func decide<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>,
    _ circumstances: consuming EntryContext
  ) throws(EngineError) -> Decision<D> {
    var context = circumstances
    let index = states.projection.streams.find(context.stream.bytes)
    let rev = index.map { states.projection.revisions[$0] } ?? 0
    context.revision = rev + 1
    if let expected = submission.expect, expected != rev {
      throw .revisionConflict(expected: expected, actual: rev)
    }
    let state = index.map { states.projection.states[$0] } ?? D.initial
    let result: Outcome<D>.Result
    do throws(D.Refusal) {
      let events = try D.decide(submission.command, on: state, in: context)
      result = events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      result = .refused(error)
    }
    return Decision(result, index: index, context: context)
  }

  /// The outcome as it would be.
  @inlinable func foreseen<D: CodableDecider>(
    _ decision: consuming Decision<D>, in states: StreamStates<D>
  ) -> UnsyncedOutcome<D> {
    var state = state(before: decision, in: states)
    if case .accepted(let events) = decision.result {
      for event in events { D.evolve(&state, with: event, in: decision.context) }
    }
    return decision.outcome(seq: 0, state: state, through: seq)
  }

  @inlinable func state<D: CodableDecider>(
    before decision: borrowing Decision<D>, in states: StreamStates<D>
  ) -> D.State {
    guard let index = decision.index else { return D.initial }
    return states.projection.states[index]
  }

  /// Writes the entry, then lets it take effect.
  ///
  /// - Returns: The stream's number among the states.
  @inlinable func record<D: CodableDecider>(
    _ decision: borrowing Decision<D>, of submission: Submission<D.Command>,
    in states: StreamStates<D>
  ) throws(EngineError) -> Int {
    var state = state(before: decision, in: states)
    if case .accepted(let events) = decision.result {
      for place in 0..<events.count {
        // It couldn't be read again.
        if let objection = D.objection(to: events[place], in: state) {
          throw .log(impossible(objection))
        }
        D.evolve(&state, with: events[place], in: decision.context)
      }
    }
    #if DEBUG
      let fault = D.codecFault(
        of: submission.command, on: self.state(before: decision, in: states), decision.result,
        in: decision.context)
      if let fault { throw .log(unreadable(fault)) }
    #endif
    line.fill(
      seq: seq + 1, submission, decision.result, in: decision.context, after: lastEngine,
      of: D.self, salts: salts)
    try appendLine()
    let index = decision.index ?? states.projection.number(of: decision.context.stream.bytes)
    if case .accepted = decision.result {
      states.projection.states[index] = state
      states.projection.accept(index)
    }
    advance(past: decision.context)
    return index
  }

  /// Throws for the erasure of a stream that has archived entries: nothing could take it out of these.
  @usableFromInline @inline(never)
  func checkErasure(_ type: StaticString, of stream: Text) throws(EngineError) {
    guard "\(type)" == "\(ErasureRecord.commandType)", let stream = StreamName(stream) else {
      return
    }
    do throws(LogError) {
      try store.requireWhole(stream)
    } catch {
      throw .log(error)
    }
  }

  @usableFromInline func impossible(_ objection: String) -> LogError {
    LogError(
      .entryTooLarge, "The command can't be recorded. " + objection, hint: "Nothing was recorded.")
  }

  @usableFromInline func unreadable(_ fault: CodecFault) -> LogError {
    LogError(
      .malformed, "The command can't be recorded: \(fault.part) isn't read back as it is written.",
      hint: "Nothing was recorded. A test with DeciderTesting shows both forms.")
  }

  @usableFromInline func appendLine() throws(EngineError) {
    do throws(LogError) {
      try store.append(line)
    } catch {
      if error.code != .entryTooLarge { failure = failure ?? error }
      throw .log(error)
    }
  }

  @usableFromInline func advance(past context: EntryContext) {
    seq += 1
    lastAt = context.at
    lastEngine = line.engine
    if let id = context.commandID { commandIDs.insert(id, stream: context.stream, seq: seq) }
  }

  /// Everything that the rules may use of an entry except its revision.
  @inlinable func circumstances<D: CodableDecider>(
    of submission: Submission<D.Command>, at time: Timestamp, in states: StreamStates<D>
  ) throws(EngineError) -> EntryContext {
    let id: String? =
      switch submission.target {
      case .id(let id): id
      case .new: String(states.freeNumber())
      case .single: nil
      }
    guard (id == nil) == D.isSingleStream else { throw .malformedID }
    let context = EntryContext(
      category: D.category, id: id, actor: submission.actor, commandID: submission.id,
      reason: submission.reason, at: time)
    guard let context else { throw .malformedID }
    return context
  }

  @usableFromInline func clockIsBehind(_ now: Timestamp) -> LogError {
    LogError(
      .clockBehind, "The clock says \(now), over a day before the last entry, at \(lastAt).",
      seq: seq, hint: .correctOrAcceptClock)
  }
}

extension LogError {
  /// The error of an engine after a failed write.
  @usableFromInline var afterFailure: LogError {
    LogError(
      .writerFailed, "An earlier write failed, so nothing more is accepted: \(message)", at: place,
      hint: "Open the store again.")
  }
}

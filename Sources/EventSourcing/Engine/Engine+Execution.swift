// The way of one command through the engine, under its lock, in steps: which stream it is for (its number), its time,
// making it, deciding, appending, evolving. The steps themselves are in Engine+Steps.

/// Whether a command is recorded, and when that counts as done.
@usableFromInline enum ExecutionMode: Sendable {
  case preview
  case record(Durability)

  /// Whether it may have something to append.
  @usableFromInline var records: Bool { if case .record = self { true } else { false } }

  /// The durability of full groups that are written while a command waits for room.
  var durabilityOfFullGroups: Durability {
    if case .record(.none) = self { .none } else { .batch }
  }
}

/// The outcome of a command, to be returned once everything up to an entry is durable. Not copyable, as it holds
/// references.
@frozen @usableFromInline struct UnsyncedOutcome<D: CodableDecider>: ~Copyable, Sendable {
  @usableFromInline let outcome: Outcome<D>
  @usableFromInline let seq: Int

  @inlinable init(_ outcome: consuming Outcome<D>, through seq: Int) {
    self.outcome = outcome
    self.seq = seq
  }

  /// The outcome, now that it may be returned.
  @inlinable consuming func synced() -> Outcome<D> { outcome }
}

/// The result of an attempt while the engine's lock was held.
@usableFromInline enum Attempt<D: CodableDecider, E: Error>: ~Copyable, Sendable {
  /// The command was decided.
  case done(UnsyncedOutcome<D>)
  /// The command wasn't made.
  case unmade(E)
  /// Something has to be done first, without the lock.
  case blocked(Obstacle)
}

extension Engine {
  /// Makes, decides and records. The outcome may be returned once everything up to `seq` is durable.
  @inlinable func perform<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<UnsyncedOutcome<D>, E> {
    switch try attemptInTurn(circumstances, in: states, mode, make) {
    case .done(let outcome): return .success(outcome)
    case .unmade(let error): return .failure(error)
    case .blocked(let obstacle):
      return try perform(circumstances, in: states, mode, make, clearing: obstacle)
    }
  }

  /// Makes and decides, and records unless it is a preview. Holds the engine's lock, and waits for nothing.
  ///
  /// - Parameter isIDFree: Whether the command's id was looked up, and is reserved for it.
  @inlinable func attempt<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command, isIDFree: Bool = false
  ) throws(EngineError) -> Attempt<D, E> {
    // States of another engine would decide wrongly, and lead to lines that can't be read again.
    precondition(states.owner == ObjectIdentifier(self), "the states aren't this engine's")
    gate.lock()
    defer { gate.unlock() }
    if case .record = mode {
      if let failure { throw EngineError.log(failure.afterFailure) }
      if !hasRoom { return .blocked(.full(through: seq)) }
    }
    if unread != nil { try read(circumstances, in: states) }
    let now = circumstances.at ?? time()
    var context = try self.context(of: circumstances, at: now, in: states)
    if !isIDFree, let obstacle = obstacle(context, onAnyStream: circumstances.target == .new) {
      return .blocked(obstacle)
    }
    if circumstances.at == nil {
      try checkClock(now)
    } else if let turns {
      try turns.checkGiven(now)
    }
    let stream = StreamName(checked: context.stream)
    var basis = CommandBasis(self, states, stream, expect: circumstances.expect)
    let command: D.Command
    do throws(E) {
      command = try make(&basis)
    } catch {
      return .unmade(error)
    }
    if let failure = basis.failure { throw failure }
    if let login, mode.records { try login.check(D.type(of: command)) }
    if hasBase { try checkErasure(D.type(of: command), of: stream) }
    let index = try index(of: &context, in: states, expect: basis.expect)
    var state = if let index { states.projection.states[index] } else { D.initial }
    if turns != nil, let ahead = states.ahead[context.stream] { state = ahead.state }
    let decision = Decision<D>(
      command, expect: basis.expect, on: state, index: index, in: context)
    try decision.evolve(&state)
    guard case .record = mode, basis.isRecorded else {
      return .done(decision.outcome(seq: 0, state: state, through: seq))
    }
    if case .unchanged = decision.result {
      return .done(decision.outcome(seq: 0, state: state, through: seq))
    }
    try append(decision, as: circumstances)
    take(state, after: decision, in: states)
    return .done(decision.outcome(seq: seq, state: state, through: seq))
  }
}

// An engine's callers take part in turns.

extension Engine {
  /// Does something in a turn, under no lock, and again if the turn wasn't the last one.
  ///
  /// - Parameters:
  ///   - records: Whether it may have something to append.
  ///   - body: Its result, or its error, counts once what all others of the turn have appended is durable.
  @usableFromInline func inTurn<R: ~Copyable>(
    of turns: Turns, records: Bool, _ body: () throws(EngineError) -> R
  ) throws(EngineError) -> R {
    var steps = TurnSteps<R>(turns, records: records, self)
    while true {
      if let result = try steps.take(steps.caller.wait(), body) { return result }
    }
  }

  /// Like the blocking one, but suspends the task and keeps no thread.
  @usableFromInline nonisolated(nonsending) func inTurn<R: ~Copyable>(
    of turns: Turns, records: Bool, _ body: () throws(EngineError) -> R
  ) async throws(EngineError) -> R {
    var steps = TurnSteps<R>(turns, records: records, self)
    while true {
      if let result = try steps.take(await steps.caller.wait(), body) { return result }
    }
  }
}

/// The steps of one caller, one for each signal.
private struct TurnSteps<R: ~Copyable>: ~Copyable {
  let caller: TurnCaller
  private let turns: Turns
  private let engine: Engine
  private var result: Result<R, EngineError>?

  init(_ turns: Turns, records: Bool, _ engine: Engine) {
    caller = TurnCaller(records: records)
    (self.turns, self.engine) = (turns, engine)
    turns.enter(caller, engine)
  }

  /// - Returns: The result, once it counts.
  mutating func take(_ signal: TurnCaller.Signal, _ body: () throws(EngineError) -> R)
    throws(EngineError) -> R?
  {
    switch signal {
    case .decide(let number):
      guard turns.begin(caller, in: number, engine) else {
        turns.enter(caller, engine)
        return nil
      }
      defer { turns.end(engine) }
      result = nil
      do throws(EngineError) {
        result = .success(try body())
      } catch {
        result = .failure(error)
      }
      return nil
    case .stored: return try result.take()?.get()
    case .failed(let error): throw .log(error)
    }
  }
}

extension Engine {
  /// An attempt, in a turn if the store is a shared one, by the store's login if it has one.
  @inlinable func attemptInTurn<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command, isIDFree: Bool = false
  ) throws(EngineError) -> Attempt<D, E> {
    guard turns != nil || login != nil else {
      return try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
    let circumstances = try login?.circumstances(circumstances, mode) ?? circumstances
    guard let turns else {
      return try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
    if try joinGroup(of: turns, mode) {
      return try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
    return try inTurn(of: turns, records: mode.records) { () throws(EngineError) in
      try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
  }

  /// Like the blocking one, but suspends the task and keeps no thread.
  @inlinable nonisolated(nonsending) func attemptInTurn<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command, isIDFree: Bool = false
  ) async throws(EngineError) -> Attempt<D, E> {
    guard turns != nil || login != nil else {
      return try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
    let circumstances = try login?.circumstances(circumstances, mode) ?? circumstances
    guard let turns else {
      return try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
    return try await inTurn(of: turns, records: mode.records) { () throws(EngineError) in
      try attempt(circumstances, in: states, mode, make, isIDFree: isIDFree)
    }
  }

  /// Reads what others have appended.
  func followOthers() throws(EngineError) {
    guard let turns, !isInGroup(of: turns) else { return }
    try inTurn(of: turns, records: false) { () throws(EngineError) in }
  }

  nonisolated(nonsending) func followOthers() async throws(EngineError) {
    if let turns { try await inTurn(of: turns, records: false) { () throws(EngineError) in } }
  }

  /// Whether an entry can be appended now.
  @inlinable var hasRoom: Bool { turns.map { !$0.isFull } ?? store.hasRoom }

  /// The time now: in a turn, the store's.
  @inlinable func time() -> Timestamp { turns?.now ?? clock() }
}

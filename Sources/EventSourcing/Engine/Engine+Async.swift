// The engine for callers that await. A command is decided at once, as for those that block; what waits for
// the disk afterwards is a continuation, which the store resumes, and not a thread.
//
// Cancelling a task neither undoes a command nor shortens the wait: a submitted command counts, and
// its outcome is returned like any other.

extension Engine {
  /// Executes one command; returns when its entry is durable.
  ///
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded. So it is in a task that was
  ///   cancelled.
  /// - Throws: `EngineError` if it was not decided, or not written.
  @inlinable public nonisolated(nonsending) func execute<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, durability: Durability = .sync
  ) async throws(EngineError) -> Outcome<D> {
    try await execute(
      submission.circumstances, in: states, durability,
      made: trace == nil ? nil : MadeCommand(submission)
    ) { _ in submission.command }.get()
  }

  /// Makes a command from the state that it is decided on, and executes it, in one step: no other command comes
  /// between. Returns when its entry is durable.
  ///
  /// - Parameters:
  ///   - circumstances: Everything about the command but what is requested.
  ///   - states: The domain's states.
  ///   - durability: The moment when the command counts as done.
  ///   - type: The name of the request in a trace if it ends before there is a command.
  ///   - make: Makes the command; sometimes more than once, and the last one counts. If the command's id was used before, it
  ///     makes it from the states of that time.
  /// - Returns: The outcome, or what `make` has thrown.
  /// - Throws: `EngineError` if it was not decided, or not written.
  @inlinable public nonisolated(nonsending) func execute<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, durability: Durability = .sync,
    tracedAs type: String = "unmade", _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) async throws(EngineError) -> Result<Outcome<D>, E> {
    try await execute(
      circumstances, in: states, durability,
      made: trace == nil ? nil : MadeCommand(type), make)
  }

  @inlinable nonisolated(nonsending) func execute<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ durability: Durability,
    made first: MadeCommand<D>?,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) async throws(EngineError) -> Result<Outcome<D>, E> {
    var made = first
    do throws(EngineError) {
      let result = try await performAsync(circumstances, in: states, .record(durability)) {
        (basis) throws(E) in
        let command = try make(&basis)
        if made != nil { made = MadeCommand(command, basis) }
        return command
      }
      switch consume result {
      case .success(let unsynced):
        try await committed(through: unsynced.seq, durability)
        let outcome = unsynced.synced()
        if let made { report(.success(outcome), of: made, circumstances) }
        return .success(outcome)
      case .failure(let error): return .failure(error)
      }
    } catch {
      if let made { report(.failure(error), of: made, circumstances) }
      throw error
    }
  }

  /// Executes commands one after another and waits once, for all of them.
  ///
  /// A batch isn't a transaction: each command is executed by itself, and has its own outcome, in
  /// the order given. If one fails, its error is its result; the others are still executed.
  public nonisolated(nonsending) func execute<D: CodableDecider>(
    batch: [Submission<D.Command>], in states: StreamStates<D>
  ) async throws(EngineError) -> [Result<Outcome<D>, EngineError>] {
    if turns != nil {
      let result = await withCheckedContinuation { task in
        reading.async {
          task.resume(
            returning: Result { () throws(EngineError) in try self.execute(batch: batch, in: states)
            })
        }
      }
      return try result.get()
    }
    var results: [Result<Outcome<D>, EngineError>] = []
    results.reserveCapacity(batch.count)
    for submission in batch {
      do throws(EngineError) {
        results.append(.success(try await execute(submission, in: states, durability: .batch)))
      } catch {
        results.append(.failure(error))
      }
    }
    try await committed(through: gate.withLock { _ in seq }, .sync)
    return results
  }

  /// Like the asynchronous `execute`, for callers that may block.
  public func execute<D: CodableDecider>(
    batch: [Submission<D.Command>], in states: StreamStates<D>
  ) throws(EngineError) -> [Result<Outcome<D>, EngineError>] {
    try inGroups { () throws(EngineError) in
      let results = batch.map { submission in
        Result { () throws(EngineError) in
          try execute(submission, in: states, durability: .batch)
        }
      }
      try commit()
      return results
    }
  }

  /// The state and the revision of a stream, as of what is durable when this returns.
  ///
  /// - Returns: nil if the stream has no entries.
  public nonisolated(nonsending) func state<D: CodableDecider>(
    of stream: StreamName, in states: StreamStates<D>
  ) async throws(EngineError) -> (state: D.State, rev: Int)? {
    try await followOthers()
    let (found, seq) = try gate.withLock { (_) throws(EngineError) in
      try read(stream)
      return (states.projection.state(of: stream), self.seq)
    }
    try await committed(through: seq, .sync)
    return found
  }

  /// The states of all streams that have entries, in the order of their first ones, as of what is durable
  /// when this returns. Those that were read on first use come before the others.
  ///
  /// - Complexity: O(n) in the number of streams.
  public nonisolated(nonsending) func states<D: CodableDecider>(
    in states: StreamStates<D>
  ) async throws(EngineError) -> [(stream: StreamName, state: D.State)] {
    try await followOthers()
    let (found, seq) = try gate.withLock { (_) throws(EngineError) in
      try readAll()
      let projection = states.projection
      let found = projection.states.indices.map { index in
        (StreamName(checked: Text(projection.streams.name(index))), projection.states[index])
      }
      return (found, self.seq)
    }
    try await committed(through: seq, .sync)
    return found
  }

  @inlinable nonisolated(nonsending) func performAsync<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) async throws(EngineError) -> Result<UnsyncedOutcome<D>, E> {
    switch try await attemptInTurn(circumstances, in: states, mode, make) {
    case .done(let outcome): return .success(outcome)
    case .unmade(let error): return .failure(error)
    case .blocked(let obstacle):
      return try await perform(circumstances, in: states, mode, make, clearing: obstacle)
    }
  }

  @usableFromInline nonisolated(nonsending) func committed(
    through seq: Int, _ durability: Durability
  ) async throws(EngineError) {
    do throws(LogError) {
      try await store.committed(through: seq, durability)
    } catch {
      throw failed(error)
    }
  }
}

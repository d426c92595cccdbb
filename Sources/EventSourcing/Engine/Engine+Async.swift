// The engine for callers that await. A command is decided at once, as for those that block; what waits for
// the disk afterwards is a continuation, which the store resumes, and not a thread.
//
// Cancelling a task neither undoes a command nor shortens the wait: a submitted command counts, and
// its outcome is returned like any other.

import JSONLines

extension Engine {
  /// Executes one command; returns when its entry is durable.
  ///
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded. So it is in a task that was
  ///   cancelled.
  /// - Throws: `EngineError` if it was not decided, or not written.
  @inlinable public nonisolated(nonsending) func execute<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, durability: Durability = .sync
  ) async throws(EngineError) -> Outcome<D> {
    do throws(EngineError) {
      let unsynced = try await performAsync(submission, in: states, .record(durability))
      try await committed(through: unsynced.seq, durability)
      if trace != nil { report(.success(unsynced.outcome), of: submission, in: states) }
      return unsynced.outcome
    } catch {
      if trace != nil { report(.failure(error), of: submission, in: states) }
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

  /// As the asynchronous one, for callers that may block.
  public func execute<D: CodableDecider>(
    batch: [Submission<D.Command>], in states: StreamStates<D>
  ) throws(EngineError) -> [Result<Outcome<D>, EngineError>] {
    let results = batch.map { submission in
      Result { () throws(EngineError) in
        try execute(submission, in: states, durability: .batch)
      }
    }
    try commit()
    return results
  }

  /// The state and the revision of a stream, as of what is durable when this returns.
  ///
  /// - Returns: nil if the stream has no entries.
  public nonisolated(nonsending) func state<D: CodableDecider>(
    of stream: StreamName, in states: StreamStates<D>
  ) async throws(EngineError) -> (state: D.State, rev: Int)? {
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

  /// The state of a stream as the next command will find it, which needn't be durable yet; nil if the
  /// stream has no entries.
  package func latestState<D: CodableDecider>(
    of stream: StreamName, in states: StreamStates<D>
  ) throws(EngineError) -> D.State? {
    try gate.withLock { (_) throws(EngineError) in
      try read(stream)
      return states.projection.state(of: stream)?.state
    }
  }

  @inlinable nonisolated(nonsending) func performAsync<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, _ mode: ExecutionMode
  ) async throws(EngineError) -> UnsyncedOutcome<D> {
    switch try attempt(submission, in: states, mode) {
    case .done(let outcome): return outcome
    case .blocked(let obstacle):
      return try await perform(submission, in: states, mode, clearing: obstacle)
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

// Obstacles that keep a command from being decided at once: its id may have been used, or the store has no room.
// A caller clears that without the engine's lock, and then tries again.

import Dispatch

/// An obstacle that a caller must clear before its command can be decided.
@usableFromInline enum Obstacle: Sendable {
  /// The store accepts nothing until it has written its pending entries, up to this one.
  case full(through: Int)
  /// Its id may have been used: this caller is to look it up, for others, too.
  case unclearID(CommandLookup)
  /// Another caller is looking up its id, and finds what this one would if it searches the same
  /// streams.
  case reservedID(CommandLookup, isSameSearch: Bool)
}

// Under the engine's lock.
extension Engine {
  /// The lookup that must precede a command with this id; nil if no entry has the id.
  ///
  /// - Parameter onAnyStream: A command for a new stream finds its id in the whole store, any other
  ///   on its own stream.
  @usableFromInline func obstacle(_ context: EntryContext, onAnyStream: Bool) -> Obstacle? {
    guard let id = context.commandID else { return nil }
    let stream = onAnyStream ? nil : context.stream
    if let lookup = lookups[id] {
      return .reservedID(lookup, isSameSearch: lookup.stream == stream)
    }
    if let turns, turns.idsAhead.find(id, stream: stream) != nil { return .full(through: seq) }
    guard let candidate = commandIDs.find(id, stream: stream) else { return nil }
    let lookup = CommandLookup(id, on: stream, from: candidate, through: seq)
    // In a turn that is repeated, it would wait for itself.
    if turns == nil { lookups[id] = lookup }
    return .unclearID(lookup)
  }
}

// Without the engine's lock.
extension Engine {
  /// Like `perform`, for a command that met an obstacle: rare, so it isn't specialised for its domain.
  @usableFromInline func perform<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command, clearing first: Obstacle
  ) throws(EngineError) -> Result<UnsyncedOutcome<D>, E> {
    var obstacle = first
    var reserved: CommandLookup?
    defer { release(reserved) }
    while true {
      let answer = try clear(obstacle, D.self, mode)
      if let earlier = try take(answer, to: obstacle, D.self, &reserved) {
        return try repeated(earlier, circumstances, in: states, make)
      }
      switch try attemptInTurn(
        circumstances, in: states, mode, make, isIDFree: reserved != nil)
      {
      case .done(let outcome): return .success(outcome)
      case .unmade(let error): return .failure(error)
      case .blocked(let next): obstacle = next
      }
    }
  }

  /// Like the blocking one, but suspends the task and keeps no thread.
  @usableFromInline nonisolated(nonsending) func perform<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command, clearing first: Obstacle
  ) async throws(EngineError) -> Result<UnsyncedOutcome<D>, E> {
    var obstacle = first
    var reserved: CommandLookup?
    defer { release(reserved) }
    while true {
      let answer = try await clear(obstacle, D.self, mode)
      if let earlier = try take(answer, to: obstacle, D.self, &reserved) {
        return try repeated(earlier, circumstances, in: states, make)
      }
      switch try await attemptInTurn(
        circumstances, in: states, mode, make, isIDFree: reserved != nil)
      {
      case .done(let outcome): return .success(outcome)
      case .unmade(let error): return .failure(error)
      case .blocked(let next): obstacle = next
      }
    }
  }

  private func clear<D: CodableDecider>(
    _ obstacle: Obstacle, _: D.Type, _ mode: ExecutionMode
  ) throws(EngineError) -> CommandLookup.Answer {
    switch obstacle {
    case .full(let seq):
      endGroup()
      try commit(through: seq, mode.durabilityOfFullGroups)
    case .reservedID(let lookup, _): return lookup.wait()
    case .unclearID(let lookup):
      do throws(EngineError) {
        endGroup()
        // The first one may still be waiting for its sync; its outcome mustn't be returned before.
        try commit(through: lookup.through, .sync)
      } catch {
        return .failed(error)
      }
      return find(lookup, D.self)
    }
    return .nothing
  }

  private nonisolated(nonsending) func clear<D: CodableDecider>(
    _ obstacle: Obstacle, _: D.Type, _ mode: ExecutionMode
  ) async throws(EngineError) -> CommandLookup.Answer {
    switch obstacle {
    case .full(let seq): try await committed(through: seq, mode.durabilityOfFullGroups)
    case .reservedID(let lookup, _): return await lookup.wait()
    case .unclearID(let lookup):
      do throws(EngineError) {
        try await committed(through: lookup.through, .sync)
      } catch {
        return .failed(error)
      }
      return await withCheckedContinuation { task in
        // Reading may take a while, and Swift's own threads are few.
        reading.async { task.resume(returning: self.find(lookup, D.self)) }
      }
    }
    return .nothing
  }

  private func find<D: CodableDecider>(_ lookup: CommandLookup, _: D.Type) -> CommandLookup.Answer {
    do throws(LogError) {
      return try EarlierCommand<D>.find(lookup, in: store).map { .found($0) } ?? .nothing
    } catch {
      return .failed(.log(error))
    }
  }

  /// The meaning of an answer for this caller: the earlier command, if there is one that it can use; nil if it
  /// is to try again, with the id reserved if it was this caller that looked it up.
  private func take<D: CodableDecider>(
    _ answer: CommandLookup.Answer, to obstacle: Obstacle, _: D.Type,
    _ reserved: inout CommandLookup?
  ) throws(EngineError) -> EarlierCommand<D>? {
    if case .unclearID(let lookup) = obstacle {
      if case .nothing = answer { reserved = lookup } else { release(lookup, answer) }
    }
    switch answer {
    case .failed(let error): throw error
    case .nothing: return nil
    case .found(let found):
      if case .reservedID(_, isSameSearch: false) = obstacle { return nil }
      // A caller with another domain couldn't read it.
      return found as? EarlierCommand<D>
    }
  }

  private func release(_ lookup: CommandLookup?, _ answer: CommandLookup.Answer = .nothing) {
    guard let lookup else { return }
    gate.withLock { _ in lookups[lookup.id] = nil }
    lookup.finish(answer)
  }

  private func repeated<D: CodableDecider, E: Error>(
    _ earlier: EarlierCommand<D>, _ circumstances: Circumstances, in states: StreamStates<D>,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<UnsyncedOutcome<D>, E> {
    guard let stream = earlier.stream, let command = earlier.command else {
      throw .commandIDReused(seq: earlier.seq)
    }
    var basis = CommandBasis(self, states, stream, repeating: command, seq: earlier.seq)
    let again: D.Command
    do throws(E) {
      again = try make(&basis)
    } catch {
      return .failure(error)
    }
    if let failure = basis.failure { throw failure }
    guard earlier.isSame(as: again) else { throw .commandIDReused(seq: earlier.seq) }
    return .success(
      try gate.withLock { (_) throws(EngineError) in
        try read(stream)
        let state = states.projection.state(of: stream)?.state ?? D.initial
        let outcome = Outcome<D>(
          earlier.result, stream: stream, seq: earlier.seq, rev: earlier.rev, at: earlier.at,
          state: state, isRepeated: true, isErased: earlier.isErased)
        return UnsyncedOutcome(outcome, through: seq)
      })
  }
}

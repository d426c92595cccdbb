// The steps that a command takes under the engine's lock, each by itself, so that each can also be taken with another
// store's clock, states and end of the log.

/// A command that was evaluated. Not copyable, because it is passed on often and holds references.
@usableFromInline struct Decision<D: CodableDecider>: ~Copyable {
  @usableFromInline let command: D.Command
  /// The revision that the caller had seen.
  @usableFromInline let expect: Int?
  /// Its stream's number among the states; nil if the stream is new.
  @usableFromInline let index: Int?
  @usableFromInline let context: EntryContext
  @usableFromInline let result: Outcome<D>.Result

  /// Evaluates the command by the rules.
  @inlinable init(
    _ command: consuming D.Command, expect: Int?, on before: borrowing D.State, index: Int?,
    in context: consuming EntryContext
  ) {
    do throws(D.Refusal) {
      let events = try D.decide(command, on: before, in: context)
      result = events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      result = .refused(error)
    }
    self.command = command
    self.expect = expect
    self.index = index
    self.context = context
  }

  /// Brings the state that it was made on up to date.
  ///
  /// - Throws: The error that keeps one of its events from being read again.
  @inlinable func evolve(_ state: inout D.State) throws(EngineError) {
    #if DEBUG
      if let fault = D.codecFault(of: command, on: state, result, in: context) {
        throw .log(.unreadable(fault))
      }
    #endif
    guard case .accepted(let events) = result else { return }
    // Through a pointer: the state would be copied to look at it.
    try withUnsafeMutablePointer(to: &state) { (state) throws(EngineError) in
      for place in events.indices {
        try events.lend(place) { (event) throws(EngineError) in
          if let objection = D.objection(to: event, in: state.pointee) {
            throw .log(.impossible(objection))
          }
          D.evolve(&state.pointee, with: event, in: context)
        }
      }
    }
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

extension Engine {
  /// Everything that the rules may use of an entry except its revision: for a new stream, its number, and the time.
  @inlinable func context<D: CodableDecider>(
    of circumstances: Circumstances, at now: Timestamp, in states: StreamStates<D>
  ) throws(EngineError) -> EntryContext {
    let id: String? =
      switch circumstances.target {
      case .id(let id): id
      case .new: String(states.freeNumber())
      case .single: nil
      }
    guard (id == nil) == D.isSingleStream else { throw .malformedID }
    // The time of the last entry is used if the clock has stepped back.
    let context = EntryContext(
      category: D.category, id: id, actor: circumstances.actor, commandID: circumstances.id,
      reason: circumstances.reason, at: max(now, lastAt))
    guard let context else { throw .malformedID }
    return context
  }

  /// Throws if the clock is over a day before the last entry.
  @inlinable func checkClock(_ now: Timestamp) throws(EngineError) {
    if !acceptsClock, now < lastAt.dayBefore { throw .log(clockIsBehind(now)) }
  }

  /// The stream of a context among the states, which then has its revision; nil if it is new.
  ///
  /// - Throws: A conflict if the stream is at another revision than the caller expects, and an error if a new one can't
  ///   have its id.
  @inlinable func index<D: CodableDecider>(
    of context: inout EntryContext, in states: StreamStates<D>, expect: Int?
  ) throws(EngineError) -> Int? {
    let index = states.projection.streams.find(context.stream.bytes)
    var rev = 0
    if let index { rev = states.projection.revisions[index] } else { try checkName(context.stream) }
    if turns != nil, let ahead = states.ahead[context.stream] { rev = ahead.rev }
    context.revision = rev + 1
    if let expect, expect != rev { throw .revisionConflict(expected: expect, actual: rev) }
    return index
  }

  /// Throws if a new stream would have a word for a moment as its id.
  @usableFromInline @inline(never) func checkName(_ stream: Text) throws(EngineError) {
    if let word = TimeWord(idOf: stream) { throw .reservedID(word.rawValue) }
  }

  /// Writes the entry.
  @inlinable func append<D: CodableDecider>(
    _ decision: borrowing Decision<D>, as circumstances: Circumstances
  ) throws(EngineError) {
    line.fill(
      seq: seq + 1, decision.command, expect: decision.expect, as: circumstances, decision.result,
      in: decision.context, after: lastRulesVersion, of: D.self, salts: salts)
    try appendLine()
  }

  /// Lets an entry that was appended take effect.
  @inlinable func take<D: CodableDecider>(
    _ state: consuming D.State, after decision: borrowing Decision<D>, in states: StreamStates<D>
  ) {
    if turns != nil {
      let rev = decision.result.rev(in: decision.context)
      states.ahead[decision.context.stream] = (state, rev)
      return advance(past: decision.context)
    }
    let index = decision.index ?? states.projection.number(of: decision.context.stream.bytes)
    if case .accepted = decision.result {
      states.projection.states[index] = state
      states.projection.accept(index)
    }
    advance(past: decision.context)
  }

  /// Throws for the erasure of a stream that has archived entries: nothing could take it out of these.
  @usableFromInline @inline(never)
  func checkErasure(_ type: StaticString, of stream: StreamName) throws(EngineError) {
    guard ErasureRecord.isRecorded(by: type) else { return }
    do throws(LogError) {
      try store.requireWhole(stream)
    } catch {
      throw .log(error)
    }
  }

  @usableFromInline func appendLine() throws(EngineError) {
    do throws(LogError) {
      if let turns { try turns.batch.append(line) } else { try store.append(line) }
    } catch {
      if error.code != .entryTooLarge { failure = failure ?? error }
      throw .log(error)
    }
  }

  @usableFromInline func advance(past context: EntryContext) {
    seq += 1
    lastAt = context.at
    lastRulesVersion = line.rulesVersion
    guard let id = context.commandID else { return }
    if let turns {
      turns.idsAhead.insert(id, stream: context.stream, seq: seq)
    } else {
      commandIDs.insert(id, stream: context.stream, seq: seq)
    }
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

  @usableFromInline static func impossible(_ objection: String) -> LogError {
    LogError(
      .entryTooLarge, "The command can't be recorded. " + objection, hint: "Nothing was recorded.")
  }

  @usableFromInline static func unreadable(_ fault: CodecFault) -> LogError {
    LogError(
      .malformed, "The command can't be recorded: \(fault.part) isn't read back as it is written.",
      hint: "Nothing was recorded. A test with EventSourcingTesting shows both forms.")
  }
}

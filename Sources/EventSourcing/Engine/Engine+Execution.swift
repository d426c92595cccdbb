// The way of one command through the engine, under its lock: the engine's own checks, the rules,
// the log, the state.

import JSONLines

/// A command that was put to the rules. Not copyable, as it is handed on a lot and holds references.
@usableFromInline struct Decision<D: RecordedDecider>: ~Copyable {
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

  @inlinable func outcome(seq: Int) -> Outcome<D> {
    Outcome(
      result, stream: StreamName(checked: context.stream), seq: seq,
      rev: result.rev(in: context), at: context.at)
  }
}

/// How far a command came before anything was written.
@usableFromInline enum Draft<D: RecordedDecider>: ~Copyable {
  /// No further: it was there before, under the same id.
  case done(Outcome<D>)
  /// Through the rules.
  case decided(Decision<D>)
}

extension Engine {
  /// Decides and records. The outcome may be told once everything up to `seq` is durable.
  @inlinable func perform<D: RecordedDecider>(
    _ submission: Submission<D.Command>, in category: Category<D>
  ) throws(EngineError) -> (outcome: Outcome<D>, seq: Int) {
    try gate.withLock { (_) throws(EngineError) in
      if let failure { throw EngineError.log(failure.afterFailure) }
      switch try draft(submission, in: category) {
      case .done(let outcome): return (outcome, seq)
      case .decided(let decision):
        if case .unchanged = decision.result { return (decision.outcome(seq: 0), seq) }
        try record(decision, of: submission, in: category)
        return (decision.outcome(seq: seq), seq)
      }
    }
  }

  /// The engine's own checks, then the rules'.
  @inlinable func draft<D: RecordedDecider>(
    _ submission: Submission<D.Command>, in category: Category<D>
  ) throws(EngineError) -> Draft<D> {
    // On another's states it would decide wrongly, and write what can't be read again.
    precondition(category.owner == ObjectIdentifier(self), "the category isn't this engine's")
    var context = try circumstances(of: submission, in: category)
    let index = category.projection.streams.find(context.stream.bytes)
    let rev = index.map { category.projection.revisions[$0] } ?? 0
    context.revision = rev + 1
    if let candidate = earlierEntry(context, onAnyStream: submission.target == .new),
      let earlier = try repeated(submission, in: context, from: candidate, of: D.self)
    {
      return .done(earlier)
    }
    if let expected = submission.expect, expected != rev {
      throw .revisionConflict(expected: expected, actual: rev)
    }
    let state = index.map { category.projection.states[$0] } ?? D.initial
    let result: Outcome<D>.Result
    do throws(D.Refusal) {
      let events = try D.decide(submission.command, on: state, in: context)
      result = events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      result = .refused(error)
    }
    return .decided(Decision(result, index: index, context: context))
  }

  /// Writes the entry, then lets it take effect.
  @inlinable func record<D: RecordedDecider>(
    _ decision: borrowing Decision<D>, of submission: Submission<D.Command>,
    in category: Category<D>
  ) throws(EngineError) {
    line.fill(
      seq: seq + 1, submission, decision.result, in: decision.context, after: lastEngine,
      of: D.self, salts: salts)
    try appendLine()
    let index = decision.index ?? category.projection.number(of: decision.context.stream.bytes)
    if case .accepted(let events) = decision.result {
      category.projection.evolve(index, with: events, in: decision.context)
      category.projection.accept(index)
    }
    advance(past: decision.context)
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

  /// All that the rules may know of an entry but its revision.
  @inlinable func circumstances<D: RecordedDecider>(
    of submission: Submission<D.Command>, in category: Category<D>
  ) throws(EngineError) -> EntryContext {
    let id: String? =
      switch submission.target {
      case .id(let id): id
      case .new: String(category.freeNumber())
      case .single: nil
      }
    let context = EntryContext(
      category: D.category, id: id, actor: submission.actor, commandID: submission.id,
      reason: submission.reason, at: max(submission.at ?? clock(), lastAt))
    guard let context else { throw .malformedID }
    return context
  }
}

extension LogError {
  /// What an engine says once a write has failed.
  @usableFromInline var afterFailure: LogError {
    LogError(
      .writerFailed, "An earlier write failed, so nothing more is taken: \(message)", at: place,
      hint: "Open the store again.")
  }
}

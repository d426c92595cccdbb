// The functions that are called for each entry and each import line, as closures that are compiled where the domain is:
// for its own types, which halves the time of a fold.

/// The functions that every entry of a domain goes through, compiled for its types.
public struct CompiledDomain<D: HistoryDomain>: Sendable {
  /// Takes an entry into the states of the domain's streams.
  @usableFromInline let read:
    @Sendable (Entry, inout StateProjection<D>) throws(EntryDefect) -> Void
  /// Applies an entry to the states that questions are about. Returns the number of its stream, if it is one of those
  /// that are evaluated.
  @usableFromInline let evaluate:
    @Sendable (Entry, inout ConditionProjection<D>) throws(EntryDefect) -> Int?
  /// Whether a condition, by its number, holds for the stream of the last entry.
  @usableFromInline let holds: @Sendable (Int, borrowing ConditionProjection<D>) -> Bool
  /// Whether the stream of the last entry has a state.
  @usableFromInline let exists: @Sendable (borrowing ConditionProjection<D>) -> Bool
  /// Looks at the stream of the last entry, which the states have read.
  @usableFromInline let check:
    @Sendable (Entry, borrowing ConditionProjection<D>, inout InvariantGuard<D>) -> Void
  /// Takes an entry into a replay of the domain's streams.
  @usableFromInline let replay:
    @Sendable (Entry, inout ReplayProjection<D>) throws(EntryDefect) -> Void
  /// Reads the command of an import line. Returns whether it erases personal data.
  @usableFromInline let readImport:
    @Sendable (inout JSONReader, inout ImportedCommand<D.Command>?, inout EntryContents)
      throws(JSONError) -> Bool
  /// Executes the command of an import line; nil if none was read.
  @usableFromInline let executeImport:
    @Sendable (
      inout ImportedCommand<D.Command>?, consuming Circumstances, StreamStates<D>, Engine,
      Durability
    ) throws(EngineError) -> ImportOutcome?

  @inlinable init() {
    read = { (entry, states) throws(EntryDefect) in try states.read(entry) }
    evaluate = { (entry, states) throws(EntryDefect) in
      try states.read(entry)
      return states.stream
    }
    holds = { $1.holds($0) }
    exists = { $0.exists }
    check = { (entry, states, watch) in watch.check(entry, states) }
    replay = { (entry, replay) throws(EntryDefect) in try replay.read(entry) }
    readImport = { (json, command, contents) throws(JSONError) in
      let read = try D.readImport(&json, reusing: &contents)
      let erases = ErasureRecord.isRecorded(by: D.type(of: read.command))
      command = read
      return erases
    }
    executeImport = {
      (
        command: inout ImportedCommand<D.Command>?, circumstances: consuming Circumstances,
        states: StreamStates<D>, engine: Engine, durability: Durability
      ) throws(EngineError) -> ImportOutcome? in
      guard let read = command.take() else { return nil }
      (circumstances.id, circumstances.expect, circumstances.reason) = (
        read.id, read.expect, read.reason
      )
      return ImportOutcome(
        try engine.execute(
          Submission(read.command, circumstances), in: states, durability: durability))
    }
  }
}

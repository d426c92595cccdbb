// Imports recorded commands: reads line by line, executes each, counts the outcomes.

extension ImportCommands: Interaction {
  package struct Context {
    /// The commands; only its lines are used, whatever they hold.
    let input: any EntrySource
    let engine: HistoryEngine
    /// The time now, after which no line may be.
    let clock: @Sendable () -> Timestamp
    /// Receives the number of lines read so far; called often.
    package var progress: (Int) -> Void = { _ in }
    /// Whether to stop at the next good place.
    package var isInterrupted: () -> Bool = { false }
    /// Takes the lines that aren't done, once it is known what was recorded.
    package var rejects: (any ByteOutput)?

    package init(
      _ input: any EntrySource, into engine: HistoryEngine,
      clock: @escaping @Sendable () -> Timestamp
    ) {
      (self.input, self.engine, self.clock) = (input, engine, clock)
    }
  }

  /// Executes the lines one after another.
  ///
  /// - Returns: Whether every line was done: of commands, whether all were accepted; of recorded entries, whether
  ///   all have the same outcome as before.
  /// - Throws: `Failure` for a line that isn't as it must be, a failing store, or an interruption.
  ///   What was executed before is kept and was presented.
  @discardableResult
  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    try context.engine.engine.inGroups { () throws(Failure) in
      try execute(request, in: context, presenter)
    }
  }

  private static func execute(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let engine = context.engine
    var run = ImportRun(request, in: context)
    let start = engine.store.end.seq
    var failure: Failure?
    do throws(Failure) {
      if request.resumes { run.resumesBehind = try lastEntry(of: request.name, in: engine.store) }
      switch request.format {
      case .commands: try execute(&run, in: context)
      case .cloudevents: try executeEntries(&run, in: context)
      }
      try run.checkLength()
    } catch {
      failure = error
    }
    do throws(EngineError) {
      try engine.engine.commit()
    } catch {
      // The first failure is the one that explains the others.
      let first = failure ?? Failure(error, about: engine.domains.words)
      // The stored commands aren't those that were decided: only the log knows them.
      guard (try? run.recount(storedAfter: start)) != nil else { throw first }
      failure = first
    }
    do throws(Failure) {
      try run.writeRejects()
    } catch {
      failure = failure ?? error
    }
    presenter.present(run.response)
    if let failure { throw failure }
    return run.response.isPositive
  }

  private static func execute(_ run: inout ImportRun, in context: Context) throws(Failure) {
    var storage = ByteStorage.empty
    let chunks = try Failure.of(context.input.chunks(from: .start))
    while let chunk = try Failure.ofInput(chunks.next(reusing: &storage)) {
      // A group ends with the lines that are there, so that other writers needn't wait for more.
      defer { context.engine.engine.endGroup() }
      try run.execute(chunk, context.progress, isInterrupted: context.isInterrupted)
    }
  }

  private static func executeEntries(_ run: inout ImportRun, in context: Context) throws(Failure) {
    var read = run.entries
    let engine = context.engine.engine
    var reader = try Failure.of(
      EntryReader(CloudEventsSource(context.input, beforeReading: { engine.endGroup() })))
    while let entry = try Failure.ofInput(reader.next(into: &read)) {
      if run.line % 256 == 0 {
        context.progress(run.line)
        if context.isInterrupted() { throw .interrupted(after: run.line) }
      }
      try run.execute(entry, read, at: reader.place())
    }
  }

  /// The last entry, not the highest line: an earlier file with the same name may have had more.
  private static func lastEntry(of name: String, in store: any EntryStore) throws(Failure)
    -> ImportRun.Earlier?
  {
    let name = Text(name)
    return try Failure.of { () throws(LogError) in
      let archived = store.base?.header.imports.first { Text($0.source) == name }
      var last = archived.map {
        ImportRun.Earlier(line: $0.line, at: $0.at, stream: Text($0.stream), actor: Text($0.actor))
      }
      var reader = try EntryReader(store)
      while let entry = try reader.next() {
        guard entry.source.isPresent, Text(entry.storage, entry.source) == name else { continue }
        last = ImportRun.Earlier(
          line: entry.sourceLine, at: entry.at, stream: Text(entry.storage, entry.stream),
          actor: Text(entry.storage, entry.actor))
      }
      return last
    }
  }
}

// Imports recorded commands: reads line by line, executes each, counts the outcomes.

package final class ImportCommandsInteractor {
  private let input: any EntrySource
  private let engine: HistoryEngine
  private let presenter: any Presenter<ImportCommands.Response>
  private let progress: (Int) -> Void
  private let clock: @Sendable () -> Timestamp
  private let isInterrupted: () -> Bool
  private let rejects: (any ByteOutput)?

  /// An interactor that reads the input's lines and executes them.
  ///
  /// - Parameters:
  ///   - input: The commands; only its lines are used, whatever they hold.
  ///   - engine: Executes them.
  ///   - presenter: Takes the counts.
  ///   - progress: Receives the number of lines read so far; called often.
  ///   - clock: The time now, after which no line may be.
  ///   - isInterrupted: Whether to stop at the next good place.
  ///   - rejects: Takes the lines that aren't done, once it is known what was recorded.
  package init(
    input: any EntrySource, engine: HistoryEngine,
    presenter: any Presenter<ImportCommands.Response>,
    progress: @escaping (Int) -> Void = { _ in },
    clock: @escaping @Sendable () -> Timestamp, isInterrupted: @escaping () -> Bool = { false },
    rejects: (any ByteOutput)? = nil
  ) {
    self.rejects = rejects
    self.input = input
    self.engine = engine
    self.presenter = presenter
    self.progress = progress
    self.clock = clock
    self.isInterrupted = isInterrupted
  }

  /// Executes the lines one after another and passes the counts to the presenter.
  ///
  /// - Returns: Whether every line was done: of commands, whether all were accepted; of recorded entries, whether
  ///   all have the same outcome as before.
  /// - Throws: `Failure` for a line that isn't as it must be, a failing store, or an interruption.
  ///   What was executed before is kept and was presented.
  @discardableResult
  package func handle(_ request: ImportCommands.Request) throws(Failure) -> Bool {
    var run = ImportRun(request, on: engine, clock: clock, rejects: rejects)
    let start = engine.store.end.seq
    var failure: Failure?
    do throws(Failure) {
      if request.resumes { run.resumesBehind = try lastEntry(of: request.name) }
      switch request.format {
      case .commands: try execute(&run)
      case .cloudevents: try executeEntries(&run)
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

  private func execute(_ run: inout ImportRun) throws(Failure) {
    var storage = ByteStorage.empty
    let chunks = try Failure.of { () throws(LogError) in try input.chunks(from: .start) }
    while let chunk = try next(of: chunks, reusing: &storage) {
      try run.execute(chunk, progress, isInterrupted: isInterrupted)
    }
  }

  private func executeEntries(_ run: inout ImportRun) throws(Failure) {
    var read = run.entries
    var reader = try Failure.of { () throws(LogError) in
      try EntryReader(CloudEventsSource(input))
    }
    while let entry = try next(of: &reader, into: &read) {
      if run.line % 256 == 0 {
        progress(run.line)
        if isInterrupted() { throw .interrupted(after: run.line) }
      }
      try run.execute(entry, read, at: reader.place())
    }
  }

  private func next(of reader: inout EntryReader, into read: inout RecordedEntries)
    throws(Failure) -> Entry?
  {
    do throws(LogError) {
      return try reader.next(into: &read)
    } catch {
      throw Failure(ofInput: error)
    }
  }

  private func next(
    of chunks: any ChunkReader, reusing storage: inout ByteStorage
  ) throws(Failure) -> LogChunk? {
    do throws(LogError) {
      return try chunks.next(reusing: &storage)
    } catch {
      throw Failure(ofInput: error)
    }
  }

  /// The last entry, not the highest line: an earlier file with the same name may have had more.
  private func lastEntry(of name: String) throws(Failure) -> ImportRun.Earlier? {
    let name = Text(name)
    return try Failure.of { () throws(LogError) in
      let archived = engine.store.base?.header.imports.first { Text($0.source) == name }
      var last = archived.map {
        ImportRun.Earlier(line: $0.line, at: $0.at, stream: Text($0.stream), actor: Text($0.actor))
      }
      var reader = try EntryReader(engine.store)
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

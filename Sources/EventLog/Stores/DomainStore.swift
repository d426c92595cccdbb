// A store of one domain's streams for apps: opened once, written to from anywhere, followed from any entry. The engine
// does the work.

/// A store of one domain's streams.
///
///     let quizzes = try await DomainStore(Quiz.self, at: "quizzes")
///     let outcome = try await quizzes.execute(.reveal, on: "spanish", by: "amy")
///
/// A store in a folder holds its lock until it is closed: one writer at a time, any number of readers. Any number of
/// tasks may use it. When a method returns, its entry is on stable storage; cancelling a task doesn't undo a command.
public final class DomainStore<D: CodableDecider>: Sendable {
  /// The engine that executes the commands; it can also preview them, or execute many at once.
  public let engine: Engine
  /// The states, as the engine's methods take them.
  public let streams: StreamStates<D>

  /// Opens the store in a folder; creates one if the folder doesn't exist or is empty.
  ///
  /// - Parameters:
  ///   - domain: The domain; all entries must be of its streams.
  ///   - path: The folder.
  ///   - timeout: The time to wait for another writer to close it.
  ///   - acceptsClock: Whether the clock may be over a day before the last entry; if not, commands fail with
  ///     `clock-behind`.
  ///   - trace: A file outside of any store, to which every attempt to execute a command is appended as a line of JSON.
  ///   - preallocates: Whether the log's last file is filled with line feeds ahead, which makes each command durable
  ///     sooner.
  /// - Throws: An error that keeps the store from being opened, such as `locked` if another process writes to it; or an
  ///   error of the log.
  @inlinable public init(
    _ domain: D.Type = D.self, at path: String, waiting timeout: Duration = .seconds(5),
    acceptingClock acceptsClock: Bool = false, tracingTo trace: String? = nil,
    preallocating preallocates: Bool = false
  ) async throws(LogError) {
    let streams = StreamStates(domain)
    self.streams = streams
    engine = try await blocking { () throws(LogError) in
      try Engine(
        states: [streams.erased], clock: SystemClock.time, acceptsClock: acceptsClock,
        salts: SystemClock.salt, trace: trace.map { TraceFile($0).append }
      ) { (fold) throws(LogError) in
        try openOrCreateStore(path, waiting: timeout, preallocating: preallocates, folding: fold)
      }
    }
  }

  /// Opens a domain on any store: a `MemoryStore` for tests and previews, or one of your own. Reads the whole log.
  ///
  /// - Parameters:
  ///   - domain: The domain; all entries must be of its streams.
  ///   - store: The store of the entries.
  ///   - clock: The time of each command.
  ///   - salts: A fresh salt at each call.
  /// - Throws: An error of the log.
  @inlinable public init(
    _ domain: D.Type = D.self, in store: any EntryStore,
    clock: @escaping @Sendable () -> Timestamp = SystemClock.time,
    salts: @escaping @Sendable () -> Salt = SystemClock.salt
  ) throws(LogError) {
    streams = StreamStates(domain)
    engine = try Engine(store, states: [streams.erased], clock: clock, salts: salts)
  }

  /// Evaluates a command and records its outcome; returns when that is on stable storage.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - id: The id of the stream. Without one, it is the only stream of a domain that has only one; else a new one,
  ///     with the next free number from 1001 up.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only once.
  ///   - revision: The revision that the caller has seen; any other is a conflict.
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded.
  /// - Throws: The error that kept the command from being evaluated or written.
  @discardableResult @inlinable
  public nonisolated(nonsending) func execute(
    _ command: D.Command, on id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(EngineError) -> Outcome<D> {
    let submission = Submission(
      command, on: Self.target(id), by: actor, id: commandID, expect: revision, reason: reason)
    return try await engine.execute(submission, in: streams)
  }

  /// Makes a command from the stream's state and executes it, in one step: no other command comes between.
  ///
  ///     try await quizzes.execute(on: "spanish", by: "amy") { quiz in
  ///       .init(quiz.isRevealed ? .next : .reveal)
  ///     }
  ///
  /// - Parameters:
  ///   - id: The id of the stream, as for a command.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only once.
  ///   - revision: The revision that the caller has seen; any other is a conflict.
  ///   - make: Makes the command; sometimes more than once, and the last one counts. It mustn't wait for anything, nor use
  ///     the store.
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded.
  /// - Throws: The error that kept the command from being evaluated or written.
  @discardableResult @inlinable
  public nonisolated(nonsending) func execute(
    on id: String? = nil, by actor: String, because reason: String? = nil,
    commandID: String? = nil, expecting revision: Int? = nil, _ make: (D.State) -> D.Command
  ) async throws(EngineError) -> Outcome<D> {
    let circumstances = Circumstances(
      on: Self.target(id), by: actor, id: commandID, expect: revision, reason: reason)
    return try await engine.execute(circumstances, in: streams) { make($0.state) }.get()
  }

  /// The state and the revision of a stream; nil if it has no entries.
  ///
  /// - Parameter id: The id of the stream; nil for the only one of a domain that has only one.
  public nonisolated(nonsending) func state(of id: String? = nil) async throws(EngineError)
    -> (state: D.State, rev: Int)?
  {
    try await engine.state(of: stream(id), in: streams)
  }

  /// The states of all streams that have entries, in the order of their first ones.
  ///
  /// - Complexity: O(n) in the number of streams.
  public nonisolated(nonsending) func states() async throws(EngineError)
    -> [(stream: StreamName, state: D.State)]
  {
    try await engine.states(in: streams)
  }

  /// The changes after a cursor, and then each new one as soon as it is on stable storage. Ends when the store is closed
  /// or the task is cancelled.
  ///
  /// - Parameters:
  ///   - cursor: The last change that is left out.
  ///   - follows: Whether it waits for new ones.
  public func changes(after cursor: HistoryCursor = .start, following follows: Bool = true)
    -> Changes<D>
  {
    engine.store.changes(of: D.self, after: cursor, following: follows)
  }

  /// The changes of one stream.
  ///
  /// - Throws: `malformedID`.
  public func changes(
    of id: String, after cursor: HistoryCursor = .start, following follows: Bool = true
  ) throws(EngineError) -> Changes<D> {
    engine.store.changes(of: D.self, in: try stream(id), after: cursor, following: follows)
  }

  /// Writes pending entries and releases the lock. Sequences of changes end. Closing twice is fine.
  public func close() async throws(LogError) {
    let store = engine.store
    try await blocking { () throws(LogError) in try store.close() }
  }

  @inlinable static func target(_ id: String?) -> Circumstances.Target {
    id.map { .id($0) } ?? (D.isSingleStream ? .single : .new)
  }

  private func stream(_ id: String?) throws(EngineError) -> StreamName {
    guard (id == nil) == D.isSingleStream, let stream = StreamName(category: D.category, id: id)
    else { throw .malformedID }
    return stream
  }
}

extension DomainStore where D: DescribedDecider {
  /// Evaluates a command of this type, and records its outcome.
  ///
  ///     try await quizzes.execute(.load, Quiz.deck("gato = cat"), on: "spanish", by: "amy")
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - values: The values of its members. All that are required must be there.
  ///   - id: The id of the stream, as for a whole command.
  ///   - actor: The person or program that requests it.
  ///   - reason: The reason of the request; optional.
  ///   - commandID: The caller's id of the command: with the same id again, it is executed only once.
  ///   - revision: The revision that the caller has seen; any other is a conflict.
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded.
  /// - Throws: The error that kept the command from being evaluated or written.
  @discardableResult @inlinable
  public nonisolated(nonsending) func execute(
    _ type: D.CommandType, _ values: MemberAssignment..., on id: String? = nil, by actor: String,
    because reason: String? = nil, commandID: String? = nil, expecting revision: Int? = nil
  ) async throws(EngineError) -> Outcome<D> {
    try await execute(
      D.Command(type, values), on: id, by: actor, because: reason, commandID: commandID,
      expecting: revision)
  }
}

// The engine: it evaluates one command after another, records the outcome, and applies it. It reads
// no clock and draws no random numbers; both are passed in.

import Dispatch

/// Executes commands against a store.
///
/// Any number of threads may call `execute` at once: decisions are made one after another under a
/// lock, and callers that wait for the disk share its syncs. After a failed write, the states may
/// be ahead of the log, so the engine accepts no more commands (`writer-failed`): open it again. In a
/// store with several writers they never are, and the engine goes on.
public final class Engine: @unchecked Sendable {
  /// The store of the entries.
  public let store: any EntryStore
  @usableFromInline let salts: @Sendable () -> Salt
  @usableFromInline let clock: @Sendable () -> Timestamp
  @usableFromInline let acceptsClock: Bool
  @usableFromInline let trace: (@Sendable (CommandAttempt) -> Void)?
  @usableFromInline let gate = Locked(())
  /// The turns in which commands are decided, if others write to the store, too.
  @usableFromInline let turns: Turns?
  /// The login by which commands are recorded, if the store has any.
  @usableFromInline package let login: StoreLogin?
  /// Whether the log's first entries are archived.
  @usableFromInline let hasBase: Bool
  // All of these are guarded by the gate, as are the states. So no other code accesses them, and
  // checking that at run time would cost each command a tenth of its time.
  @exclusivity(unchecked) @usableFromInline var line = EntryLine()
  @exclusivity(unchecked) @usableFromInline var seq: Int
  @exclusivity(unchecked) @usableFromInline var lastRulesVersion: String?
  @exclusivity(unchecked) @usableFromInline var failure: LogError?
  @exclusivity(unchecked) @usableFromInline var lastAt: Timestamp
  @exclusivity(unchecked) var commandIDs: CommandIDs
  /// The streams that are read on first use; nil if all were read.
  @exclusivity(unchecked) @usableFromInline var unread: UnreadStreams?
  /// The ids that are being looked up. A command with one of them has to wait.
  @exclusivity(unchecked) var lookups: [Text: CommandLookup] = [:]

  /// The queue on which the log is read for callers that mustn't wait.
  let reading = DispatchQueue(label: "cleanstore.lookups")

  /// Opens an engine on a store: reads the whole log and rebuilds every domain's states.
  ///
  /// - Parameters:
  ///   - store: The store of the entries.
  ///   - states: The domains, each as `StreamStates.erased`; they are this engine's from now on.
  ///   - clock: The time now; if it steps back, the last entry's time is used.
  ///   - acceptsClock: Whether a clock may be over a day before the last entry, too.
  ///     If not, commands then fail with `clock-behind`: the clock is wrong, or was.
  ///   - salts: A fresh salt at each call, from a good source of random numbers.
  /// - Throws: An error of the log.
  public convenience init(
    _ store: any EntryStore, states: [AnyStreamStates], clock: @escaping @Sendable () -> Timestamp,
    acceptsClock: Bool = false, salts: @escaping @Sendable () -> Salt
  ) throws(LogError) {
    try self.init(states: states, clock: clock, acceptsClock: acceptsClock, salts: salts) { _ in
      store
    }
  }

  /// Opens an engine together with its store, so that the log is read at most once for both.
  ///
  /// - Parameters:
  ///   - states: The domains, each as `StreamStates.erased`; they are this engine's from now on.
  ///   - clock: The time now; if it steps back, the last entry's time is used.
  ///   - acceptsClock: Whether a clock may be over a day before the last entry, too.
  ///     If not, commands then fail with `clock-behind`: the clock is wrong, or was.
  ///   - salts: A fresh salt at each call, from a good source of random numbers.
  ///   - trace: Told of every attempt to execute a command, on the thread that made it.
  ///   - onDemand: Whether streams are read on first use, if the log is long and indexed, and the rules at its
  ///     end are known. Errors of other streams then go unnoticed.
  ///   - open: Opens the store, which finds its end with the fold. It stays open if this throws
  ///     afterwards.
  /// - Throws: An error that keeps the store from being opened, or an error of the log.
  @usableFromInline package init(
    states: [AnyStreamStates], clock: @escaping @Sendable () -> Timestamp,
    acceptsClock: Bool = false, salts: @escaping @Sendable () -> Salt,
    trace: (@Sendable (CommandAttempt) -> Void)? = nil, onDemand: Bool = false,
    opening open: (OpeningFold) throws(LogError) -> any EntryStore
  ) throws(LogError) {
    let fold = OpeningFold(states, onDemand: onDemand)
    store = try open(fold)
    hasBase = store.base != nil
    login = (store as? any VouchingStore)?.login
    self.clock = clock
    self.acceptsClock = acceptsClock
    self.salts = salts
    self.trace = trace
    let (end, ids, unread) = try fold.finish(with: store)
    commandIDs = ids
    self.unread = unread
    seq = end.seq
    lastAt = end.at ?? .earliest
    lastRulesVersion = end.rulesVersion
    let shared = store as? any SharedEntryStore
    turns = if let shared { try Turns(shared, states, after: end) } else { nil }
    for states in states { states.claim(ObjectIdentifier(self)) }
  }

  /// Executes one command and waits until its entry is durable.
  ///
  /// - Returns: The outcome; a refusal is an outcome, too, and recorded.
  /// - Throws: `EngineError` if it was not evaluated, or not written.
  @inlinable public func execute<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>, durability: Durability = .sync
  ) throws(EngineError) -> Outcome<D> {
    try execute(
      submission.circumstances, in: states, durability, made: MadeCommand(submission)
    ) { _ in submission.command }.get()
  }

  /// Makes a command from the state that it is decided on, and executes it, in one step: no other command comes
  /// between. Waits until its entry is durable.
  ///
  ///     let outcome = try engine.execute(Circumstances(on: .id("amy"), by: "bank"), in: accounts) {
  ///       .withdraw($0.state.balance)
  ///     }
  ///
  /// - Parameters:
  ///   - circumstances: Everything about the command but what is requested.
  ///   - states: The domain's states.
  ///   - durability: The moment when the command counts as done.
  ///   - type: The name of the request in a trace if it ends before there is a command.
  ///   - make: Makes the command; sometimes more than once, and the last one counts. If the command's id was used before, it
  ///     makes it from the states of that time.
  /// - Returns: The outcome, or what `make` has thrown.
  /// - Throws: `EngineError` if it was not evaluated, or not written.
  @inlinable public func execute<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, durability: Durability = .sync,
    tracedAs type: String = "unmade", _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<Outcome<D>, E> {
    try execute(circumstances, in: states, durability, made: MadeCommand(type), make)
  }

  @inlinable func execute<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ durability: Durability,
    made first: @autoclosure () -> MadeCommand<D>,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<Outcome<D>, E> {
    guard trace != nil else {
      return try perform(circumstances, in: states, .record(durability), durability, make)
    }
    var made = first()
    let result: Result<Outcome<D>, E>
    do throws(EngineError) {
      result = try perform(circumstances, in: states, .record(durability), durability) {
        (basis) throws(E) in
        let command = try make(&basis)
        made = MadeCommand(command, basis)
        return command
      }
    } catch {
      report(.failure(error), of: made, circumstances)
      throw error
    }
    if case .success(let outcome) = result { report(.success(outcome), of: made, circumstances) }
    return result
  }

  /// Evaluates a command, and waits until what its outcome rests on is durable: the entries that a refused preview
  /// rests on may not be yet.
  @inlinable func perform<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>, _ mode: ExecutionMode,
    _ durability: Durability, _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<Outcome<D>, E> {
    switch try perform(circumstances, in: states, mode, make) {
    case .success(let unsynced):
      try commit(through: unsynced.seq, durability)
      return .success(unsynced.synced())
    case .failure(let error): return .failure(error)
    }
  }

  /// Evaluates a command without recording anything: its outcome if it were executed now, on what
  /// is durable when this returns.
  @inlinable public func preview<D: CodableDecider>(
    _ submission: Submission<D.Command>, in states: StreamStates<D>
  ) throws(EngineError) -> Outcome<D> {
    try preview(submission.circumstances, in: states) { _ in submission.command }.get()
  }

  /// Previews a command that is made from the state that it is evaluated on.
  @inlinable public func preview<D: CodableDecider, E: Error>(
    _ circumstances: Circumstances, in states: StreamStates<D>,
    _ make: (inout CommandBasis<D>) throws(E) -> D.Command
  ) throws(EngineError) -> Result<Outcome<D>, E> {
    try perform(circumstances, in: states, .preview, .sync, make)
  }

  /// The state and the revision of a stream, as of what is durable when this returns.
  ///
  /// - Returns: nil if the stream has no entries.
  public func state<D: CodableDecider>(of stream: StreamName, in states: StreamStates<D>)
    throws(EngineError) -> (state: D.State, rev: Int)?
  {
    try followOthers()
    let (found, seq) = try gate.withLock { (_) throws(EngineError) in
      try read(stream)
      return (states.projection.state(of: stream), self.seq)
    }
    try commit(through: seq, .sync)
    return found
  }

  /// The accepted entries of a stream whose personal data was erased.
  package func erasures<D: CodableDecider>(of stream: StreamName, in states: StreamStates<D>)
    throws(EngineError) -> [Erasure]
  {
    try gate.withLock { (_) throws(EngineError) in
      try read(stream)
      return states.projection.erasures(of: stream)
    }
  }

  /// Makes durable what was executed with a lesser durability.
  public func commit() throws(EngineError) {
    if let turns { return try commitGroup(of: turns) }
    try commit(through: gate.withLock { _ in seq }, .sync)
  }

  @usableFromInline func commit(through seq: Int, _ durability: Durability) throws(EngineError) {
    do throws(LogError) {
      try store.commit(through: seq, durability)
    } catch {
      throw failed(error)
    }
  }

  /// Accepts nothing more after an error of the store.
  func failed(_ error: LogError) -> EngineError {
    gate.withLock { _ in failure = failure ?? error }
    return .log(error)
  }
}

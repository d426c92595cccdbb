// The engine of a store with any domains: what interactors that change something are given.

package struct HistoryEngine: Sendable {
  package let engine: Engine
  package let domains: HistoryDomains
  /// A `StreamStates` for each domain.
  private let states: [any AnyObject & Sendable]

  package var store: any EntryStore { engine.store }

  /// Opens an engine together with its store, so that the log is read once for both.
  ///
  /// - Parameters:
  ///   - acceptsClock: Whether the clock may be over a day before the last entry.
  ///   - trace: Told of every attempt to execute a command.
  ///   - onDemand: Whether streams are read on first use, if the log is long.
  ///   - open: Opens the store with the fold that reads the log.
  /// - Throws: An error of the log.
  package init(
    of domains: HistoryDomains, clock: @escaping @Sendable () -> Timestamp,
    acceptsClock: Bool = false, salts: @escaping @Sendable () -> Salt,
    trace: (@Sendable (CommandAttempt) -> Void)? = nil, onDemand: Bool = false,
    opening open: (OpeningFold) throws(LogError) -> any EntryStore
  ) throws(LogError) {
    self.domains = domains
    var states: [any AnyObject & Sendable] = []
    var erased: [AnyStreamStates] = []
    func add<D: HistoryDomain>(_: D.Type) {
      let own = D.makeStates()
      states.append(own.states)
      erased.append(own.erased)
    }
    for domain in domains.all { add(domain) }
    self.states = states
    engine = try Engine(
      states: erased, clock: clock, acceptsClock: acceptsClock, salts: salts, trace: trace,
      onDemand: onDemand, opening: open)
  }

  /// The states of a domain's streams. The engine must have been opened with the domain.
  package func states<D: HistoryDomain>(of domain: D.Type = D.self) -> StreamStates<D> {
    let place = domains.all.firstIndex { $0 == domain }
    precondition(place != nil, "the engine was opened with this domain")
    return unsafeDowncast(states[place ?? 0], to: StreamStates<D>.self)
  }

  /// Records the outcome of a command, or only reports it.
  package func submit<D: HistoryDomain>(
    _ command: D.Command, to domain: D.Type, _ request: ChangeRequest,
    on target: Circumstances.Target, _ durability: Durability = .sync
  ) throws(EngineError) -> CommandOutcome<D> {
    let states = states(of: domain)
    let submission = Submission(command, request.circumstances(on: target))
    let outcome =
      request.isDryRun
      ? try engine.preview(submission, in: states)
      : try domain.execute(submission, in: states, of: engine, durability)
    return CommandOutcome(
      outcome: outcome, isDryRun: request.isDryRun, hasCommandID: submission.id != nil,
      lost: Erasures(try engine.erasures(of: outcome.stream, in: states)))
  }
}

// Decides commands on its own states, by the version of the rules that recorded them: nothing else that is
// recorded is used except their circumstances.

package struct Rerun<D: InspectableDecider> {
  package private(set) var streams = StateProjection<D>(checksRevisions: false)
  /// The entries whose outcomes were taken as recorded, because of personal data that was erased.
  package private(set) var taken: Set<Int> = []
  /// The entries whose outcomes can't be known because of such data, each the first of its stream. The rest
  /// of the stream isn't known either.
  package private(set) var undecided: [Int] = []
  /// The recorded commands that weren't decided again, because the domain doesn't have the rules that decided them.
  package private(set) var unknownRules = UnknownRules()
  /// Streams that have lost personal data.
  private var erased: Set<Int> = []
  /// Streams of which nothing is known any more, with the outcome of what follows in them.
  private var unknown: [Int: DecisionOutcome<D>] = [:]
  /// Streams that have lost other data than is recorded.
  private var strange: Set<Int> = []

  package init() {}

  /// Decides a command as the engine would, and lets its events take effect.
  ///
  /// A decision that depends on erased personal data is taken as recorded.
  ///
  /// - Parameter past: In another past than the recorded one, the state and the time at which the command was
  ///   recorded. The record tells nothing of another state, or another time.
  package mutating func execute(
    _ command: RecordedCommand<D>, recordedOn past: (state: D.State, at: Timestamp)? = nil
  ) -> DecisionOutcome<D> {
    if command.version == nil, command.recorded != nil {
      unknownRules.add(command.rulesVersion ?? "")
    }
    let verdict = answer(to: command, recordedOn: past)
    take(verdict, of: command, number(of: command))
    return verdict
  }

  /// The engine's answer to a command, with its check of the revision that is expected; nothing is applied.
  mutating func answer(
    to command: RecordedCommand<D>, recordedOn past: (state: D.State, at: Timestamp)? = nil
  ) -> DecisionOutcome<D> {
    let index = number(of: command)
    let rev = streams.revisions[index]
    if let expected = command.expect, expected != rev, unknown[index] == nil {
      return .conflict(actual: rev)
    }
    return judge(command, index, recordedOn: past)
  }

  /// The entry of a stream whose data was erased takes effect here and not in the record, or the other way round.
  mutating func markDiverged(_ stream: Text) {
    strange.insert(streams.number(of: stream.bytes))
  }

  /// The verdict of the rules on a command, whatever revision it expects; nothing is applied.
  package mutating func judge(_ command: RecordedCommand<D>) -> DecisionOutcome<D> {
    let index = number(of: command)
    return judge(command, index)
  }

  package mutating func follow(_ command: RecordedCommand<D>, _ verdict: DecisionOutcome<D>) {
    let index = number(of: command)
    take(verdict, of: command, index)
  }

  mutating func number(of command: RecordedCommand<D>) -> Int {
    let index = streams.number(of: command.stream.bytes)
    if command.isErased { erased.insert(index) }
    return index
  }

  private mutating func judge(
    _ command: RecordedCommand<D>, _ index: Int,
    recordedOn past: (state: D.State, at: Timestamp)? = nil
  ) -> DecisionOutcome<D> {
    if let unknown = unknown[index] { return unknown }
    guard let version = command.version else { return .unknown(rules: command.rulesVersion) }
    let context = command.context(rev: streams.revisions[index] + 1)
    guard erased.contains(index), let recorded = command.recorded else {
      return DecisionOutcome(command.command, on: streams.states[index], in: context, by: version)
    }
    let (verdict, isTaken, fields) = DecisionOutcome<D>.afterErasure(
      of: command.command, on: streams.states[index], in: context, by: version,
      isErased: command.isErased, recorded: recorded)
    guard isTaken else { return verdict }
    if let past, fields != [],
      strange.contains(index) || past.at != command.at
        || !D.decidesAlike(on: streams.states[index], past.state, reading: fields)
    {
      return .unknown(rules: nil)
    }
    taken.insert(command.seq)
    return verdict
  }

  private mutating func take(
    _ verdict: DecisionOutcome<D>, of command: RecordedCommand<D>, _ index: Int
  ) {
    if case .unknown(let rules) = verdict, unknown[index] == nil {
      unknown[index] = verdict
      if rules == nil { undecided.append(command.seq) }
    }
    guard case .accepted(let events) = verdict else { return }
    let context = command.context(rev: streams.revisions[index] + 1)
    streams.evolve(index, with: events, in: context)
    streams.accept(index)
  }

  /// Goes on with a stream from a state that it was given elsewhere.
  package mutating func begin(
    _ stream: Text, at state: D.State, rev: Int, lostPersonalData: Bool = false
  ) {
    let index = streams.number(of: stream.bytes)
    streams.states[index] = state
    streams.revisions[index] = rev
    if lostPersonalData { erased.insert(index) }
  }

  /// Whether the outcomes of all its commands are known.
  package func isKnown(_ stream: Text) -> Bool {
    streams.streams.find(stream.bytes).map { unknown[$0] == nil } ?? true
  }

  package func revision(of stream: Text) -> Int {
    streams.streams.find(stream.bytes).map { streams.revisions[$0] } ?? 0
  }

  package func state(of stream: Text) -> D.State {
    streams.streams.find(stream.bytes).map { streams.states[$0] } ?? D.initial
  }
}

package struct RerunProjection<D: InspectableDecider>: Projection {
  private var body = DomainBody<D>()
  package private(set) var rerun = Rerun<D>()
  /// The command of the entry that was applied last, and its outcome now; nil if the entry is of
  /// another domain.
  package private(set) var last: (command: RecordedCommand<D>, verdict: DecisionOutcome<D>)?
  /// The version of the rules that decided the recorded entries, where it is known.
  package var rulesVersion: String?

  package init() {}

  package var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    try body.read(entry)
    last = RecordedCommand(entry, body, rulesVersion: rulesVersion).map { ($0, rerun.execute($0)) }
  }
}

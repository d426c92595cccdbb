// Decides every recorded command again while a history is folded, each on the state that the recorded
// events lead to. It has nothing to write with, so a replay can't change what it reads.

/// Replays the commands of one domain.
@frozen @usableFromInline package struct ReplayProjection<D: InspectableDecider>: Projection {
  /// The states by the recorded events. A command that was compared is removed from its body.
  @usableFromInline package var states: StateProjection<D>
  @usableFromInline package var compared = 0
  /// The number of outcomes that were taken as recorded, at least in part, because they depend on personal data that
  /// was erased.
  package private(set) var taken = 0
  /// The commands that weren't decided again, because the domain doesn't have the rules that decided them.
  package private(set) var unknownRules = UnknownRules()
  /// The number that were compared before an entry named a version of the rules.
  private var comparedBefore = 0
  package var divergence: Divergence? { found.first }
  @inlinable package var hasDiverged: Bool { !found.isEmpty }
  /// Whether there is nothing left to compare: a divergence was found, and one is enough.
  public var isDone = false
  /// None or one: an array, because a whole optional divergence would be copied to look at it.
  @usableFromInline var found: [Divergence] = []
  @usableFromInline let options: ReplayOptions
  @usableFromInline let wanted: [Text]?
  @usableFromInline var erased: Set<Int> = []
  @usableFromInline var usedIDs = UsedIDs()
  /// The version of the rules that decided the recorded entries, if it is known. Entries of other
  /// domains name it, too, so a reader of those passes it on.
  @usableFromInline package var rulesVersion: String? {
    didSet {
      if oldValue == nil { comparedBefore = compared }
      rules = options.rules.version(of: D.self, recorded: rulesVersion)
    }
  }
  /// The version of the rules that decides: its place among the domain's; nil if it has none of that name.
  @usableFromInline var rules: Int?

  /// - Parameter checksRevisions: Whether revisions must be without gaps, as in a store.
  package init(_ options: ReplayOptions = ReplayOptions(), checksRevisions: Bool) {
    states = StateProjection(checksRevisions: checksRevisions, readsValues: true)
    self.options = options
    rules = options.rules.version(of: D.self, recorded: nil)
    wanted = options.streams.map { $0.map { Text($0) } }
  }

  /// The number of commands that the newest rules have decided, because their entries name no version.
  package var unnamed: Int {
    guard case .recorded = options.rules else { return 0 }
    return rulesVersion == nil ? compared : comparedBefore
  }

  /// Whether it sees the revisions of all streams, and they must be without gaps.
  public var checksRevisions: Bool { states.checksRevisions && wanted == nil }

  /// Brings old lines of the domain into today's form.
  @inlinable public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  /// Begins with the states that the archived entries have led to: those aren't compared.
  public mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    let wanted = wanted
    try states.restore(from: base) { wanted?.contains($0) ?? true }
    for index in states.states.indices where !states.erasures(of: index).isEmpty {
      erased.insert(index)
    }
    try base.eachCommandID { id, stream, _ in
      let index = withExtendedLifetime(stream) { states.streams.find(stream.bytes) }
      if let index { _ = usedIDs.insert(id, index) }
    }
  }

  /// Decides the entry's command again, compares, and applies the recorded events.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.decode(entry)
    if entry.rulesVersion.isPresent { rulesVersion = entry.storage.string(entry.rulesVersion) }
    if !found.isEmpty { found = [] }
    let name = entry.storage.slice(entry.stream)
    guard states.body.isOfDomain, isWanted(name) else { return }
    let index = states.number(of: name)
    if entry.isErased { erased.insert(index) }
    let isRepeated =
      states.body.head.id.isPresent && !usedIDs.insert(states.body.head.id, entry, index)
    if entry.seq > options.from && !isDone {
      compare(entry, index, isRepeated: isRepeated)
    }
    try states.apply(entry, to: index)
  }

  @inlinable func isWanted(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let wanted else { return true }
    return wanted.contains { $0.bytes.elementsEqual(name) }
  }

  @inlinable @inline(__always) mutating func compare(
    _ entry: Entry, _ index: Int, isRepeated: Bool
  ) {
    // Moved out, because it isn't needed again, and a copy counts references.
    guard let command = states.body.command.take() else { return }
    guard let rules else { return skip() }
    compared &+= 1
    let context = EntryContext(
      storage: entry.storage, stream: entry.stream, actor: entry.actor,
      commandID: states.body.head.id, reason: states.body.head.reason,
      rev: entry.isAccepted ? entry.rev : entry.rev &+ 1, at: entry.at)
    if isRepeated { return noteRepetition(of: entry, command, in: context) }
    if let expected = states.body.head.expect, expected != context.rev &- 1 {
      return note(.conflict(actual: context.rev &- 1), of: entry, command, in: context)
    }
    if !erased.isEmpty, erased.contains(index) {
      return compareAfterErasure(entry, command, in: context, index, by: rules)
    }
    do throws(D.Refusal) {
      let events = try D.decide(command, on: states.states[index], in: context, by: rules)
      if isRecorded(events) { return }
      note(DecisionOutcome(events), of: entry, command, in: context)
    } catch {
      if let refusal = states.body.refusal, refusal == error { return }
      note(.refused(error), of: entry, command, in: context)
    }
  }

  @inlinable @inline(__always) func isRecorded(_ events: [D.Event]) -> Bool {
    let recorded = states.body.events
    guard states.body.refusal == nil, events.count == recorded.count else { return false }
    return events.indices.allSatisfy { place in
      events.lend(place) { event in recorded.lend(place) { event == $0 } }
    }
  }

  @usableFromInline @inline(never) mutating func skip() { unknownRules.add(rulesVersion ?? "") }

  @usableFromInline @inline(never) mutating func compareAfterErasure(
    _ entry: Entry, _ command: D.Command, in context: EntryContext, _ index: Int, by rules: Int
  ) {
    let (outcome, isTaken, _) = DecisionOutcome<D>.afterErasure(
      of: command, on: states.states[index], in: context, by: rules, isErased: entry.isErased,
      recorded: states.body.recorded)
    if isTaken { taken += 1 }
    note(outcome, of: entry, command, in: context)
  }

  /// Looks closely at an outcome that may not be the recorded one.
  @usableFromInline @inline(never) mutating func note(
    _ outcome: DecisionOutcome<D>, of entry: Entry, _ command: D.Command, in context: EntryContext
  ) {
    let recorded = states.body.recorded
    guard let difference = recorded.difference(to: outcome, ignoring: options.ignored) else {
      return
    }
    let state = states.streams.find(entry.storage.slice(entry.stream)).map { states.states[$0] }
    note(
      difference, of: entry, command, in: context,
      CurrencyPair(
        old: recorded.currency(on: state ?? D.initial, in: context),
        new: outcome.currency(on: state ?? D.initial, in: context)))
  }

  @usableFromInline @inline(never) mutating func noteRepetition(
    of entry: Entry, _ command: D.Command, in context: EntryContext
  ) {
    note(states.body.recorded.differenceToRepetition, of: entry, command, in: context)
  }

  private mutating func note(
    _ difference: Difference, of entry: Entry, _ command: D.Command, in context: EntryContext,
    _ currencies: CurrencyPair = CurrencyPair()
  ) {
    isDone = !options.keepsGoing
    found = [
      Divergence(
        seq: entry.seq, at: context.at, stream: String(context.stream),
        command: "\(D.type(of: command))", difference: difference, in: currencies,
        recordedRulesVersion: rulesVersion,
        replayedRulesVersion: rules.map { D.versions[$0] } ?? "",
        compared: compared)
    ]
  }
}

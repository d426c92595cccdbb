// Watches over the invariants of the main domain, whichever domain that is.

protocol InvariantWatcher: Projection, SendableMetatype {
  mutating func check(_ entry: Entry)
  /// Whether one of them was broken.
  var isBroken: Bool { get }
  /// A condition on what an entry changes can't hold again: it is about that entry alone.
  var findings: [(name: String, rule: String, breach: Breach?, canHeal: Bool)] { get }
  /// The names of the fields in them.
  var fields: Set<String> { get }
  /// The failure of one of them for an order: taken once, after checking.
  func takeTypeError() -> Failure?
}

extension HistoryDomain {
  static func invariantWatcher(_ request: CheckInvariants.Request, _ history: History)
    throws(Failure) -> any InvariantWatcher
  {
    var reader = try InvariantReader<Self>(history.times)
    for file in request.files { try reader.read(file) }
    for line in request.invariants { try reader.read(line) }
    return Watcher<Self>(InvariantGuard(reader.invariants), reader.places, history)
  }
}

private struct Watcher<D: HistoryDomain>: InvariantWatcher {
  private var watch: InvariantGuard<D>
  private var states: ConditionProjection<D>
  private let places: [String: ConditionPlace]
  let checksRevisions: Bool

  init(_ watch: InvariantGuard<D>, _ places: [String: ConditionPlace], _ history: History) {
    self.watch = watch
    self.places = places
    checksRevisions = history.source.form == .store
    states = ConditionProjection(
      watch.formulas, checksRevisions: checksRevisions, compares: true,
      known: history.domains.streamNames)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }

  var findings: [(name: String, rule: String, breach: Breach?, canHeal: Bool)] {
    zip(watch.invariants, watch.breaches).map {
      ($0.name, $0.condition.text, $1, !$0.condition.formula.isMomentary)
    }
  }

  var isBroken: Bool { watch.isBroken }

  var fields: Set<String> { Set(watch.formulas.flatMap(\.fields)) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    _ = try D.read(entry, into: &states)
  }

  func takeTypeError() -> Failure? {
    for invariant in watch.invariants {
      guard let typeError = invariant.condition.formula.takeTypeError() else { continue }
      return Failure(typeError, at: places[invariant.name]?.place(of: typeError))
    }
    return nil
  }

  mutating func check(_ entry: Entry) { D.check(entry, states, by: &watch) }
}

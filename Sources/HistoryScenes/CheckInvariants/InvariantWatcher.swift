// Watches over the invariants of a domain.

struct InvariantWatcher<D: HistoryDomain>: Projection {
  private var watch: InvariantGuard<D>
  private var states: ConditionProjection<D>
  private let compiled = D.compiled
  private let places: [String: ConditionPlace]
  let checksRevisions: Bool

  init(_ request: CheckInvariants.Request, _ history: History) throws(Failure) {
    var reader = try InvariantReader<D>(history.times)
    for file in request.files { try reader.read(file) }
    for line in request.invariants { try reader.read(line) }
    watch = InvariantGuard(reader.invariants)
    places = reader.places
    checksRevisions = history.source.form == .store
    states = ConditionProjection(
      watch.formulas, checksRevisions: checksRevisions, compares: true,
      known: history.domains.streamNames)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }

  /// A condition on what an entry changes can't hold again: it is about that entry alone.
  var findings: [(name: String, rule: String, breach: Breach?, canHeal: Bool)] {
    zip(watch.invariants, watch.breaches).map {
      ($0.name, $0.condition.text, $1, !$0.condition.formula.isMomentary)
    }
  }

  /// Whether one of them was broken.
  var isBroken: Bool { watch.isBroken }
  /// Whether one of them is about personal fields.
  var asksPersonal: Bool { D.areAboutPersonalFields(Set(watch.formulas.flatMap(\.fields))) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    _ = try compiled.evaluate(entry, &states)
  }

  /// The failure of one of them for a stream: taken once, after checking.
  func takeTypeError() -> Failure? {
    for invariant in watch.invariants {
      guard let typeError = invariant.condition.formula.takeTypeError() else { continue }
      return Failure(typeError, at: places[invariant.name]?.place(of: typeError))
    }
    return nil
  }

  mutating func check(_ entry: Entry) { compiled.check(entry, states, &watch) }
}

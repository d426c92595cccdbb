// Formulas over the states of a domain, evaluated after each entry.

struct FormulaProjection<D: HistoryDomain>: Projection {
  /// The number of the last entry's stream, if it is one of those that are evaluated.
  private(set) var stream: Int?
  let checksRevisions: Bool
  private var states: ConditionProjection<D>
  private let compiled = D.compiled

  /// - Parameter stream: The only stream to evaluate them for; all if nil.
  init(_ formulas: [Formula<D.State>], only stream: StreamName?, of history: History) {
    checksRevisions = history.source.form == .store
    states = ConditionProjection(
      formulas, only: stream, checksRevisions: checksRevisions,
      known: history.domains.streamNames)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }
  /// Whether the stream of the last entry has a state.
  var exists: Bool { compiled.exists(states) }
  /// The code of the last entry's refusal; nil if it was accepted.
  var refusalCode: String? { states.states.body.refusal?.code }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    stream = nil
    stream = try compiled.evaluate(entry, &states)
  }

  func holds(_ number: Int) -> Bool { compiled.holds(number, states) }
  func value(_ number: Int) -> FormulaValue { states.value(number) }

  func hasEntries(of stream: StreamName) -> Bool {
    states.states.streams.find(stream.text.bytes) != nil
  }
}

// Conditions and formulas over the main domain's states, whichever domain that is.

protocol CompiledConditions {
  /// The texts as they were typed.
  var texts: [String] { get }
  /// The names of the fields in them.
  var fields: Set<String> { get }
  var types: [FieldType] { get }
  /// Whether any uses what only an entry has, so that it doesn't last.
  var isMomentary: Bool { get }
  /// The error of one of them for an order on which it was evaluated: taken once, after evaluating.
  func takeTypeError() -> ConditionError?
  /// - Parameter stream: The only stream to evaluate them for; all if nil.
  func projection(only stream: StreamName?, of history: History) -> any EvaluatedConditions
}

protocol EvaluatedConditions: Projection {
  var stream: Int? { get }
  /// Whether the stream of the last entry has a state.
  var exists: Bool { get }
  /// The code of the last entry's refusal; nil if it was accepted.
  var refusalCode: String? { get }
  func holds(_ number: Int) -> Bool
  func value(_ number: Int) -> FormulaValue
  func hasEntries(of stream: StreamName) -> Bool
}

extension HistoryDomain {
  /// - Parameter times: The context of times without a zone.
  static func compiled(condition text: String, _ times: TypedTimes) throws(ConditionError)
    -> any CompiledConditions
  {
    let condition = try Condition(text, of: schema, times: times)
    return ConditionsOfDomain<Self>(formulas: [condition.formula])
  }

  /// Compiles formulas; one that occurs twice counts once.
  static func compiled(formulas texts: [String], _ times: TypedTimes) throws(ConditionError)
    -> any CompiledConditions
  {
    var formulas: [Formula<State>] = []
    for text in texts where !formulas.contains(where: { $0.text == text }) {
      formulas.append(try Formula(text, of: schema, times: times))
    }
    return ConditionsOfDomain<Self>(formulas: formulas)
  }
}

private struct ConditionsOfDomain<D: HistoryDomain>: CompiledConditions {
  let formulas: [Formula<D.State>]

  var texts: [String] { formulas.map(\.text) }
  var fields: Set<String> { Set(formulas.flatMap(\.fields)) }
  var types: [FieldType] { formulas.map(\.type) }
  var isMomentary: Bool { formulas.contains { $0.isMomentary } }
  func takeTypeError() -> ConditionError? { formulas.compactMap { $0.takeTypeError() }.first }

  func projection(only stream: StreamName?, of history: History) -> any EvaluatedConditions {
    let isStore = history.source.form == .store
    return EvaluatedInDomain<D>(
      checksRevisions: isStore,
      states: ConditionProjection(
        formulas, only: stream, checksRevisions: isStore, known: history.domains.streamNames))
  }
}

private struct EvaluatedInDomain<D: HistoryDomain>: EvaluatedConditions {
  private(set) var stream: Int?
  let checksRevisions: Bool
  var states: ConditionProjection<D>

  var vocabularies: [Vocabulary] { states.vocabularies }
  var exists: Bool { D.exists(in: states) }
  var refusalCode: String? { states.states.body.refusal?.code }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    stream = nil
    stream = try D.read(entry, into: &states)
  }

  func holds(_ number: Int) -> Bool { D.holds(number, in: states) }
  func value(_ number: Int) -> FormulaValue { states.value(number) }

  func hasEntries(of stream: StreamName) -> Bool {
    states.states.streams.find(stream.text.bytes) != nil
  }
}

// Folds the main domain and keeps, of the last entry, what it changed of the amounts that are added up, and whether a
// condition holds after it.

/// An amount of each field that is added up, in one currency.
package struct Amounts: Equatable, Sendable {
  /// The code of the currency; empty for none.
  package let currency: String
  /// The amounts in minor units, in the order of the fields.
  package var values: [Int128]

  static prefix func - (amounts: Amounts) -> Amounts {
    Amounts(currency: amounts.currency, values: amounts.values.map { -$0 })
  }
}

protocol EntryAmountsPart: Projection {
  /// The fields that the condition is about.
  var fields: Set<String> { get }
  /// The failure of the condition for a stream that it was evaluated for: taken once, after evaluating.
  func takeTypeError() -> ConditionError?
  /// Whether the condition holds for the stream of the last entry; true without one.
  var isSelected: Bool { get }
  /// The currency of the last entry's stream; nil if it has none.
  var currency: String? { get }
  /// The changes of the last entry, by currency: two if it changed that, none if it was refused or the stream was never
  /// created.
  var changes: [Amounts] { get }
  /// The amount that a command names, such as that of a payment, in minor units; nil if it names none.
  func amountRequested(by entry: Entry) throws(JSONError) -> Int64?
}

extension HistoryDomain {
  static func entryAmounts(where condition: String?, in history: History) throws(Failure)
    -> any EntryAmountsPart
  {
    try EntryAmounts<Self>(where: condition, in: history)
  }
}

struct EntryAmounts<D: HistoryDomain>: EntryAmountsPart {
  /// The number of the last entry's stream, if it is of this domain.
  private(set) var stream: Int?
  private(set) var states: ConditionProjection<D>
  private let compiled = D.compiled
  let condition: Condition<D.State>?
  /// The field whose words count streams; one without it was never created.
  private let group = D.grouping.flatMap { D.schema.field($0.field) }
  private var ledger = Ledger<D.State>(of: D.schema, adding: D.totals.map(\.name))
  private(set) var changes: [Amounts] = []
  /// Whether the last entry created its stream.
  private(set) var isFirst = false

  init(where text: String?, in history: History) throws(Failure) {
    condition = try text.map { (text) throws(Failure) in
      try Failure.ofCondition(Condition(text, of: D.schema, times: history.times))
    }
    states = ConditionProjection(
      condition.map { [$0.formula] } ?? [], checksRevisions: history.source.form == .store,
      known: history.domains.streamNames)
  }

  var vocabularies: [Vocabulary] { states.vocabularies }
  var checksRevisions: Bool { states.checksRevisions }
  var fields: Set<String> { condition?.formula.fields ?? [] }
  func takeTypeError() -> ConditionError? { condition?.formula.takeTypeError() }
  mutating func read(_ entry: Entry) throws(EntryDefect) {
    stream = nil
    stream = try compiled.evaluate(entry, &states)
    (changes, isFirst) = ([], false)
    guard let stream, entry.isAccepted else { return }
    let before = ledger.balance(of: stream)
    // Events of a stream that was never created change nothing.
    guard before != nil || isCreated(states.states.states[stream]) else { return }
    let after = ledger.take(states.states.states[stream], of: stream)
    changes = after.since(before)
    isFirst = before == nil
  }

  func amountRequested(by entry: Entry) throws(JSONError) -> Int64? {
    try entry.commandMember(among: D.moneyOfCommands)?.integer
  }

  var isSelected: Bool { condition == nil || compiled.holds(0, states) }
  var currency: String? { stream.flatMap { ledger.balance(of: $0)?.currency } }

  /// Whether a condition on the state alone holds at the end.
  func isSelected(atEnd state: D.State) -> Bool {
    condition.map { isCreated(state) && $0.holds(state) } ?? true
  }

  private func isCreated(_ state: D.State) -> Bool {
    group.map { $0.read(state) != .absent } ?? D.exists(state)
  }
}

extension Amounts {
  /// The changes by an entry that brought a stream from others to these.
  fileprivate func since(_ before: Amounts?) -> [Amounts] {
    guard let before else { return [self] }
    guard before.currency == currency else { return [-before, self] }
    var change = self
    for place in change.values.indices { change.values[place] -= before.values[place] }
    return [change]
  }
}

/// The amounts of each stream when it was last looked at.
private struct Ledger<State> {
  private let fields: [FieldSchema<State>.Field]
  private let currency: FieldSchema<State>.Field?
  private var balances: [Amounts?] = []
  /// There are few, and so no text is made for each state.
  private var currencies: [(text: Text, code: String)] = []

  init(of schema: FieldSchema<State>, adding names: [String]) {
    fields = names.compactMap { schema.field($0) }
    currency = schema.currency.flatMap { schema.field($0) }
  }

  /// nil if it has come to nothing yet.
  func balance(of stream: Int) -> Amounts? { stream < balances.count ? balances[stream] : nil }

  mutating func take(_ state: borrowing State, of stream: Int) -> Amounts {
    while balances.count <= stream { balances.append(nil) }
    var values: [Int128] = []
    values.reserveCapacity(fields.count)
    for field in fields {
      if case .integer(let amount) = field.read(state) {
        values.append(Int128(amount))
      } else {
        values.append(0)
      }
    }
    var code = ""
    if let currency, case .text(let text) = currency.read(state) { code = self.code(of: text) }
    let balance = Amounts(currency: code, values: values)
    balances[stream] = balance
    return balance
  }

  private mutating func code(of text: Text) -> String {
    for known in currencies where known.text == text { return known.code }
    currencies.append((text, String(text)))
    return String(text)
  }
}

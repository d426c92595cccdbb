// A formula or a condition that was read, checked against a domain's fields and compiled.

/// The value of a formula.
package struct FormulaValue: Hashable, Sendable {
  package let value: FieldValue
  /// The currency of an amount of money, empty if it isn't known; nil for anything else.
  package let currency: String?

  package init(_ value: FieldValue, in currency: String? = nil) {
    self.value = value
    self.currency = currency
  }

  /// Whether it is the same; 0 is in every currency.
  package func isSame(as other: FormulaValue) -> Bool {
    value == other.value && (currency == other.currency || value == .integer(0))
  }
}

/// The parts of a moment that a formula reads.
struct FormulaNeeds: Sendable {
  /// The names of the fields in it.
  var fields: Set<String> = []
  /// The numbers that it takes of a state, by their places.
  var places: Set<Int> = []
  /// The entry's own fields.
  var entryFields: Set<EntryField> = []
  /// The range of the first part that needs an entry; nil if none does.
  var entryPart: Range<Int>?
  /// Whether it takes more of the state before an entry than its numbers.
  var before = false
  /// Whether it takes details of a state, and anything else that isn't a number of it.
  var details = false
  var others = false

  /// The changes of a state after which its value may be another; nil if it depends on more.
  var changes: StateChanges? {
    guard entryPart == nil, !others, places.allSatisfy({ $0 < 64 }) else { return nil }
    return StateChanges(numbers: places.reduce(0) { $0 | 1 << UInt64($1) }, details: details)
  }

  mutating func take(detail isDetail: Bool) {
    if isDetail { details = true } else { others = true }
  }

  mutating func take(_ field: EntryField, at range: Range<Int>) {
    entryFields.insert(field)
    entryPart = entryPart ?? range
  }
}

/// The differences between two states: numbers, by their places, and details.
@usableFromInline struct StateChanges: BitwiseCopyable, Sendable {
  @usableFromInline var numbers: UInt64
  @usableFromInline var details: Bool

  @usableFromInline init(numbers: UInt64, details: Bool) {
    (self.numbers, self.details) = (numbers, details)
  }

  @inlinable func intersects(_ other: StateChanges) -> Bool {
    numbers & other.numbers != 0 || details && other.details
  }
}

/// An expression that can be computed from a stream's state after each of its entries:
/// `total - paid`.
package struct Formula<State>: Sendable {
  package let text: String
  let term: Term
  /// The fields and calls in it.
  let parts: [(name: String, term: Term)]
  let needs: FormulaNeeds
  /// Reads the numbers that states have at hand, by their places.
  let numbers: [@Sendable (UnsafeRawPointer) -> Int64?]
  private let typeErrors = TypeErrors()

  /// - Parameter times: The context of times without a zone, and the locale that amounts are written in.
  /// - Throws: The error of the text, with its place.
  package init(
    _ text: String, of schema: FieldSchema<State>, times: TypedTimes = .utc
  ) throws(ConditionError) {
    self.text = text
    let typeErrors = typeErrors
    let expression = try ConditionParser.parse(text, times)
    var compiler = ConditionCompiler(schema, text, times.locale, typeErrors)
    term = try compiler.term(expression)
    var needs = compiler.needs
    var parts: [(name: String, term: Term)] = []
    for (name, part) in compiler.parts {
      var other = ConditionCompiler(schema, text, times.locale, typeErrors)
      parts.append((name, try other.term(part)))
      // The state before is needed for the currency of an amount.
      needs.before = needs.before || other.needs.before
    }
    self.parts = parts
    self.needs = needs
    numbers = schema.numbers.compactMap(\.number)
  }

  package var type: FieldType { term.code.type }

  /// The names of the fields in it.
  package var fields: Set<String> { needs.fields }

  /// An amount in it that it met no currency for: where that happened, it is absent. Asked for after
  /// evaluating, and once.
  package func takeTypeError() -> ConditionError? { typeErrors.take() }

  /// Whether its value depends on how entries are numbered.
  package var usesNumbers: Bool { needs.entryFields.contains(.seq) }

  /// Whether its value depends on an entry, and not on the state alone.
  package var isMomentary: Bool { needs.entryPart != nil }
}

/// Something that a stream's state fulfils or doesn't: `status == "shipped" and paid < total`.
public struct Condition<State>: Sendable {
  package let formula: Formula<State>

  /// Reads a condition; times without a zone are in UTC. O(n) in its length.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - schema: The fields that it may use.
  /// - Throws: The error of the text, with its place.
  public init(_ text: String, of schema: FieldSchema<State>) throws(ConditionError) {
    try self.init(text, of: schema, times: .utc)
  }

  package init(
    _ text: String, of schema: FieldSchema<State>, times: TypedTimes
  ) throws(ConditionError) {
    formula = try Formula(text, of: schema, times: times)
    guard case .boolean = formula.term.code else {
      throw ConditionError(
        code: .wrongType, message: "This is \(formula.term.code.kind), not a condition.",
        hint: "Compare it with something, as in total > 0.", text: text,
        range: 0..<text.utf8.count)
    }
  }

  /// Reads a condition that is evaluated on states alone, so that nothing in it may belong to an entry.
  package init(ofStates text: String, of schema: FieldSchema<State>) throws(ConditionError) {
    try self.init(text, of: schema)
    guard let part = formula.needs.entryPart else { return }
    throw ConditionError(
      code: .wrongType, message: "This belongs to an entry, and here a condition is about a state.",
      hint: "Use the fields of the state only.", text: text, range: part)
  }

  /// Whether it holds of a state; what belongs to an entry is absent.
  package func holds(_ state: borrowing State) -> Bool {
    withUnsafePointer(to: state) { state in
      RowReader([formula]).at(state, before: nil) { formula.term.holds(at: $0) }
    }
  }

  /// The condition as it was written.
  public var text: String { formula.text }
}

// A formula or a condition that was read, checked against a domain's fields and compiled.

import Conventions
import EventSourcing

/// What a formula comes to.
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

/// An expression that can be computed from a stream's state after each of its entries:
/// `total - paid`.
package struct Formula<State>: Sendable {
  package let text: String
  let term: Term<State>
  /// The fields and calls in it.
  let parts: [(name: String, term: Term<State>)]
  /// The names of the fields in it.
  package let fields: Set<String>
  let inputs: [Input<State>]
  fileprivate let entryPart: Range<Int>?
  private let misfits: AmountMisfits

  /// - Parameter times: What times without a zone refer to, and the locale that amounts are written in.
  /// - Throws: What is wrong with the text, and where.
  package init(
    _ text: String, of schema: FieldSchema<State>, times: TypedTimes = .utc
  ) throws(ConditionError) {
    var compiler = ConditionCompiler(schema, text, times.locale)
    term = compiler.term(try compiler.code(of: ConditionParser.parse(text, times)))
    parts = compiler.parts.map { ($0.name, compiler.term($0.code)) }
    self.text = text
    fields = compiler.fields
    inputs = compiler.inputs
    entryPart = compiler.entryPart
    misfits = compiler.misfits
  }

  var code: Code<State> { term.code }
  package var type: FieldType { code.type }

  /// An amount in it that it met no currency for: where that happened, it is absent. Asked for after
  /// evaluating, and once.
  package func takeMisfit() -> ConditionError? { misfits.take() }

  /// Whether its value depends on how entries are numbered.
  package var usesNumbers: Bool {
    inputs.contains { if case .entry(.seq) = $0 { true } else { false } }
  }

  /// Whether its value depends on an entry, and not on the state alone.
  package var isMomentary: Bool { entryPart != nil }
}

/// Something that a stream's state fulfils or doesn't: `status == "shipped" and paid < total`.
public struct Condition<State>: Sendable {
  package let formula: Formula<State>
  /// Whether it holds: of a state and the formula's inputs.
  @usableFromInline package typealias Test =
    @Sendable (borrowing State, borrowing [FieldValue], Int) -> Bool?

  @usableFromInline package let test: Test

  /// Reads a condition; times without a zone are in UTC. O(n) in its length.
  ///
  /// - Parameters:
  ///   - text: The condition.
  ///   - schema: The fields that it may use.
  /// - Throws: What is wrong with the text, and where.
  public init(_ text: String, of schema: FieldSchema<State>) throws(ConditionError) {
    try self.init(text, of: schema, times: .utc)
  }

  package init(
    _ text: String, of schema: FieldSchema<State>, times: TypedTimes
  ) throws(ConditionError) {
    formula = try Formula(text, of: schema, times: times)
    guard case .boolean(let test) = formula.code else {
      throw ConditionError(
        code: .wrongType, message: "This is \(formula.code.kind), not a condition.",
        hint: "Compare it with something, as in total > 0.", text: text,
        range: 0..<text.utf8.count)
    }
    self.test = test
  }

  /// Reads a condition that is evaluated on states alone, so that nothing in it may belong to an entry.
  package init(ofStates text: String, of schema: FieldSchema<State>) throws(ConditionError) {
    try self.init(text, of: schema)
    guard let part = formula.entryPart else { return }
    throw ConditionError(
      code: .wrongType, message: "This belongs to an entry, and here a condition is about a state.",
      hint: "Use the fields of the state only.", text: text, range: part)
  }

  /// Whether it holds of a state; what belongs to an entry is absent.
  package func holds(_ state: borrowing State) -> Bool {
    test(state, Array(repeating: .absent, count: formula.inputs.count), 0) ?? false
  }

  /// As it was written.
  public var text: String { formula.text }
}

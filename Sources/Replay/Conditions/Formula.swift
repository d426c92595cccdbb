// A formula or a condition that was read, checked against a domain's fields and compiled.

import Conventions
import EventSourcing

/// An expression that can be computed from a stream's state after each of its entries:
/// `total - paid`.
package struct Formula<State>: Sendable {
  package let text: String
  package let parts: [(name: String, type: FieldType)]
  let code: Code<State>
  let inputs: [Input<State>]
  let partCodes: [Code<State>]
  private let misfits: AmountMisfits

  /// - Parameter times: What times without a zone refer to.
  /// - Throws: What is wrong with the text, and where.
  package init(
    _ text: String, of schema: FieldSchema<State>, times: TypedTimes = .utc
  ) throws(ConditionError) {
    var compiler = ConditionCompiler(schema, text)
    code = try compiler.code(of: ConditionParser.parse(text, times))
    self.text = text
    inputs = compiler.inputs
    parts = compiler.parts.map { ($0.name, $0.code.type) }
    partCodes = compiler.parts.map(\.code)
    misfits = compiler.misfits
  }

  package var type: FieldType { code.type }

  /// An amount in it that it met no currency for: where that happened, it is absent. Asked for after
  /// evaluating, and once.
  package func takeMisfit() -> ConditionError? { misfits.take() }

  /// Whether its value depends on how entries are numbered.
  package var usesNumbers: Bool {
    inputs.contains { if case .entry(.seq) = $0 { true } else { false } }
  }

  /// Whether its value depends on an entry, and not on the state alone.
  package var isMomentary: Bool { !inputs.isEmpty }
}

/// Something that a stream's state fulfils or doesn't: `status == "shipped" and paid < total`.
public struct Condition<State>: Sendable {
  package let formula: Formula<State>
  @usableFromInline let test: @Sendable (borrowing State, borrowing [FieldValue], Int) -> Bool?

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

  /// As it was written.
  public var text: String { formula.text }
}

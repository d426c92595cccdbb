// Finds out what the names in a condition mean and whether the kinds of values fit, and makes code
// of it.

import Conventions
import EventSourcing
import JSONLines

struct ConditionCompiler<State> {
  typealias Schema = FieldSchema<State>

  enum Scope {
    case entry
    case before
    /// In the elements of a list, then in the state.
    case element(Schema.List)
  }

  let schema: Schema
  let blame: ConditionBlame
  /// In which the condition was written: an amount may mean something else in others.
  let locale: LocaleRules
  /// The names of the fields that it met.
  var fields: Set<String> = []
  let misfits = AmountMisfits()
  var scope = Scope.entry
  /// The fields of the list that the current sum is over, by their places, in the order of their first use.
  var columns: [Int] = []
  /// Where the elements were, before the entry, that the current `old` is of.
  var elementsBefore: [@Sendable (borrowing State, borrowing State) -> Int?] = []
  private(set) var inputs: [Input<State>] = []
  /// Where the first part is that needs an entry; nil if none does.
  var entryPart: Range<Int>?
  /// The input that is the currency before the entry, if there is one.
  var currencyBefore: Int?
  /// The fields and calls in the condition, each once.
  private(set) var parts: [(name: String, code: Code<State>)] = []

  init(_ schema: Schema, _ text: String, _ locale: LocaleRules) {
    self.schema = schema
    self.locale = locale
    blame = ConditionBlame(text: text)
  }

  mutating func code(of expression: Expression) throws(ConditionError) -> Code<State> {
    switch expression.kind {
    case .integer(let value): return .integer { _, _, _ in value }
    case .amount(let text): return try amount(text, at: expression.range)
    case .text(let value):
      let text = Text(value)
      return .text({ _, _, _ in text }, words: nil, literal: value)
    case .time(let span):
      return .time(first: { _, _, _ in span.lowerBound }, last: { _, _, _ in span.upperBound })
    case .boolean(let value): return .boolean { _, _, _ in value }
    case .field(let path): return try field(path, at: expression.range)
    case .call(let function, let values): return try call(function, of: values, expression)
    case .not(let operand):
      let holds = try condition(operand)
      return .boolean { state, inputs, index in holds(state, inputs, index) != true }
    case .negative(let operand):
      let (value, origin) = try number(operand, for: "-")
      return .number(origin?.negated) { state, inputs, index in
        value(state, inputs, index).flatMap {
          checked((0 as Int64).subtractingReportingOverflow($0))
        }
      }
    case .both(let operation, let left, let right):
      return try code(of: operation, left, right)
    case .combined(let all, let operands): return try combination(all: all, operands)
    case .oneOf(let value, let list, let isNegated):
      return try membership(of: value, in: list, isNegated: isNegated)
    }
  }

  mutating func condition(_ expression: Expression) throws(ConditionError)
    -> Reading<State, Bool>
  {
    let code = try code(of: expression)
    guard case .boolean(let reading) = code else {
      throw wrongType("This must be a condition, not \(code.kind).", expression)
    }
    return reading
  }

  /// A number, or an amount of money with its origin.
  mutating func number(_ expression: Expression, for operation: String) throws(ConditionError)
    -> (reading: Reading<State, Int64>, origin: AmountOrigin?)
  {
    let code = try code(of: expression)
    switch code {
    case .integer(let reading): return (reading, nil)
    case .money(let reading, let origin): return (reading, origin)
    default: throw notNumber(code, for: operation, expression)
    }
  }

  func notNumber(_ code: Code<State>, for operation: String, _ expression: Expression)
    -> ConditionError
  {
    wrongType("'\(operation)' takes numbers, not \(code.kind).", expression)
  }

  func wrongType(_ message: String, hint: String? = nil, _ expression: Expression)
    -> ConditionError
  {
    blame.error(.wrongType, message, hint: hint, at: expression.range)
  }

  /// The number of an input; each is computed once.
  mutating func input(_ input: Input<State>) -> Int {
    if case .entry(let field) = input {
      let known = inputs.firstIndex { if case .entry(field) = $0 { true } else { false } }
      if let known { return known }
    }
    inputs.append(input)
    return inputs.count - 1
  }

  mutating func note(_ name: String, _ code: Code<State>) {
    if case .entry = scope, !parts.contains(where: { $0.name == name }) {
      parts.append((name, code))
    }
  }

  func text(of expression: Expression) -> String {
    let utf8 = blame.text.utf8.dropFirst(expression.range.lowerBound)
    return String(decoding: utf8.prefix(expression.range.count), as: UTF8.self)
  }

  private mutating func combination(all: Bool, _ operands: [Expression]) throws(ConditionError)
    -> Code<State>
  {
    var readings: [Reading<State, Bool>] = []
    for operand in operands { readings.append(try condition(operand)) }
    if readings.count == 2 {
      let (first, second) = (readings[0], readings[1])
      return all
        ? .boolean { state, inputs, index in
          first(state, inputs, index) == true && second(state, inputs, index) == true
        }
        : .boolean { state, inputs, index in
          first(state, inputs, index) == true || second(state, inputs, index) == true
        }
    }
    let conditions = readings
    return .boolean { state, inputs, index in
      for condition in conditions where (condition(state, inputs, index) == true) != all {
        return !all
      }
      return all
    }
  }
}

func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
  result.overflow ? nil : result.partialValue
}

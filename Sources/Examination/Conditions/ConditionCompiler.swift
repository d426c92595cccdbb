// Finds out what the names in a condition mean and whether the kinds of values fit, and makes a program of it.

struct ConditionCompiler<State> {
  typealias Schema = FieldSchema<State>

  let schema: Schema
  let blame: ConditionBlame
  /// The locale in which the condition was written: an amount may mean something else in others.
  let locale: LocaleRules
  /// The place where amounts are collected that a currency doesn't have.
  let typeErrors: TypeErrors
  var program = Program()
  /// Whether values are those before the entry.
  var isBefore = false
  /// The list whose elements the current sum is over; names mean its fields first.
  var list: Schema.List?
  /// The fields of that list that the sum needs, by their places, in the order of their first use.
  var columns: [(place: Int, register: Register)] = []
  /// The fields and calls in the condition, each once.
  private(set) var parts: [(name: String, expression: Expression)] = []
  var needs = FormulaNeeds()
  /// The number of amounts in the condition that some currency doesn't have.
  var riskyAmounts = 0

  init(_ schema: Schema, _ text: String, _ locale: LocaleRules, _ typeErrors: TypeErrors) {
    self.schema = schema
    self.locale = locale
    self.typeErrors = typeErrors
    blame = ConditionBlame(text: text)
  }

  /// An expression, with the currency of its value. Before the first entry, `old(total) else 0` is in that of now.
  mutating func term(_ expression: Expression) throws(ConditionError) -> Term {
    let code = settled(try code(of: expression))
    guard case .money(_, let origin) = code else {
      return Term(code, program)
    }
    let now = currency(before: false)
    if origin == .now { return Term(code, program, in: now) }
    let old = currency(before: true)
    return Term(code, program) { old($0) ?? now($0) }
  }

  mutating func code(of expression: Expression) throws(ConditionError) -> Code {
    switch expression.kind {
    case .integer(let value): return .integer(program.constant(value))
    case .amount(let text): return try amount(text, at: expression.range)
    case .text(let value):
      let text = Text(value)
      return .text({ _ in text }, literal: value)
    case .time(let span):
      return .time(
        first: program.constant(span.lowerBound.microseconds),
        last: program.constant(span.upperBound.microseconds))
    case .boolean(let value): return .boolean(program.constant(value ? 1 : 0))
    case .field(let path): return try field(path, expression)
    case .call(let function, let values): return try call(function, of: values, expression)
    case .not(let operand): return .boolean(program.emit(.not, try condition(operand)))
    case .negative(let operand):
      let code = try code(of: operand)
      if case .amount(let literal) = code { return .amount(literal.negated) }
      let (value, origin) = try number(code, for: "-", operand)
      return .number(program.emit(.negate, value), origin)
    case .both(let operation, let left, let right):
      return try code(of: operation, left, right)
    case .combined(let all, let operands):
      return try chain(all: all, operands) { (compiler, operand) throws(ConditionError) in
        try compiler.condition(operand)
      }
    case .oneOf(let value, let list, let isNegated):
      // `in` holds where the value equals any element, `not in` where it differs from each of them: both compare, so
      // neither holds for an absent value.
      let code = try code(of: value)
      return try chain(all: isNegated, list) { (compiler, element) throws(ConditionError) in
        try compiler.comparison(isNegated ? .different : .equal, value, code, element)
      }
    }
  }

  mutating func condition(_ expression: Expression) throws(ConditionError) -> Register {
    let code = try code(of: expression)
    guard case .boolean(let register) = code else {
      throw wrongType("This must be a condition, not \(code.kind).", expression)
    }
    return register
  }

  /// A number, or an amount of money with its origin.
  mutating func number(_ code: Code, for operation: String, _ expression: Expression)
    throws(ConditionError) -> (register: Register, origin: AmountOrigin?)
  {
    switch settled(code) {
    case .integer(let register): return (register, nil)
    case .money(let register, let origin): return (register, origin)
    default: throw wrongType("'\(operation)' takes numbers, not \(code.kind).", expression)
    }
  }

  func wrongType(_ message: String, hint: String? = nil, _ expression: Expression)
    -> ConditionError
  {
    blame.error(.wrongType, message, hint: hint, at: expression.range)
  }

  /// Has a part shown where the condition is broken; those within `old` and `sum` are parts of these.
  mutating func note(_ name: String, _ expression: Expression) {
    if !isBefore, list == nil, !parts.contains(where: { $0.name == name }) {
      parts.append((name, expression))
    }
  }

  func text(of expression: Expression) -> String {
    let utf8 = blame.text.utf8.dropFirst(expression.range.lowerBound)
    return String(decoding: utf8.prefix(expression.range.count), as: UTF8.self)
  }

  /// All of the conditions must hold, or any of them; those after the one that decides aren't looked at.
  private mutating func chain(
    all: Bool, _ operands: [Expression],
    _ condition: (inout Self, Expression) throws(ConditionError) -> Register
  ) throws(ConditionError) -> Code {
    let (base, riskyBefore) = (program.steps.count, riskyAmounts)
    var conditions: [(steps: [Step], register: Register)] = []
    for operand in operands {
      let register = try condition(&self, operand)
      conditions.append((program.cut(from: base), register))
    }
    // Parts with numbers alone come first, unless they would hide that an amount is wrong.
    if riskyAmounts == riskyBefore {
      let reads = { (steps: [Step]) in steps.contains { $0.kind == .read || $0.kind == .sum } }
      conditions =
        conditions.filter { !reads($0.steps) } + conditions.filter { reads($0.steps) }
    }
    let result = program.register()
    var skips: [Int] = []
    for (index, condition) in conditions.enumerated() {
      program.append(condition.steps, cutFrom: base)
      program.store(condition.register, to: result)
      if index + 1 < conditions.count {
        skips.append(program.skip(all ? .skipUnless : .skipIf, result))
      }
    }
    program.land(skips)
    return .boolean(result)
  }
}

// Comparisons and arithmetic. A comparison with an absent value is false; what 64 bits can't hold is
// absent.

extension ConditionCompiler {
  mutating func code(of operation: Expression.Operator, _ left: Expression, _ right: Expression)
    throws(ConditionError) -> Code
  {
    switch operation {
    case .plus, .minus, .times: try arithmetic(operation, left, right)
    case .otherwise: try alternative(left, right)
    case .contains, .startsWith: try search(operation, left, right)
    default: .boolean(try comparison(operation, left, try code(of: left), right))
    }
  }

  private mutating func arithmetic(
    _ operation: Expression.Operator, _ left: Expression, _ right: Expression
  ) throws(ConditionError) -> Code {
    let written = try code(of: left)
    var start = program.steps.count
    let other = try code(of: right)
    let one = try settled(written, left, beside: other, since: &start)
    let numbers =
      operation == .times
      ? try factors(left, one, right, other)
      : try sameUnit(left, one, right, other, for: .sum)
    guard let numbers else {
      let (code, side) = one.isNumber ? (other, right) : (one, left)
      _ = try number(code, for: operation.rawValue, side)
      return code
    }
    let kind: Step.Kind =
      switch operation {
      case .plus: .add
      case .minus: .subtract
      default: .multiply
      }
    let target = program.register()
    emit(kind, numbers.one, numbers.other, to: target, unless: .absentWithout, one, since: start)
    return .number(target, numbers.origin)
  }

  /// A step on two values. What the second one takes isn't done where the first is absent.
  private mutating func emit(
    _ kind: Step.Kind, _ one: Register, _ other: Register, to target: Register,
    unless absent: Step.Kind, _ first: Code, since start: Int
  ) {
    guard let first = first.register, program.reads(since: start) else {
      program.emit(kind, one, other, to: target)
      return
    }
    let skip = program.insert(before: start) { $0.skip(absent, first, to: target) }
    program.emit(kind, one, other, to: target)
    program.land([skip])
  }

  /// The left value, or the right one where it is absent.
  private mutating func alternative(_ left: Expression, _ right: Expression)
    throws(ConditionError) -> Code
  {
    let written = try code(of: left)
    var start = program.steps.count
    let other = try code(of: right)
    let one = try settled(written, left, beside: other, since: &start)
    if let (first, second, origin) = try sameUnit(left, one, right, other, for: .alternative) {
      return .number(orElse(first, second, unless: one, since: start), origin)
    }
    switch (one, other) {
    case (.boolean(let first), .boolean(let second)):
      return .boolean(orElse(first, second, unless: one, since: start))
    case (.text(let one, _, _), .text(let other, _, _)): return .text({ one($0) ?? other($0) })
    case (.time(let first, let last), .time(let otherFirst, let otherLast)):
      return .time(
        first: program.emit(.orElse, first, otherFirst),
        last: program.emit(.orElse, last, otherLast))
    default:
      throw wrongType("'else' takes two values of the same type; the first is \(one.kind).", right)
    }
  }

  private mutating func orElse(
    _ one: Register, _ other: Register, unless first: Code, since start: Int
  ) -> Register {
    if one == first.register, program.reads(since: start) {
      let skip = program.insert(before: start) { $0.skip(.skipIfPresent, one) }
      program.land([skip])
    }
    return program.emit(.orElse, one, other)
  }

  mutating func comparison(
    _ operation: Expression.Operator, _ left: Expression, _ one: Code, _ right: Expression
  ) throws(ConditionError) -> Register {
    var start = program.steps.count
    let other = try code(of: right)
    let one = try settled(one, left, beside: other, since: &start)
    let target = program.register()
    if let numbers = try sameUnit(left, one, right, other, for: .comparison) {
      let (kind, swaps) = operation.step
      let (first, second) = swaps ? (numbers.other, numbers.one) : (numbers.one, numbers.other)
      emit(kind, first, second, to: target, unless: .falseWithout, one, since: start)
      return target
    }
    switch (one, other) {
    case (.time(let one, let oneEnd), .time(let other, let otherEnd)):
      return compared(operation, (one, oneEnd), (other, otherEnd))
    case (.boolean(let one), .boolean(let other)):
      try requireEquality(operation, "Conditions", right)
      return program.emit(operation.step.kind, one, other, to: target)
    case (.text(let read, let words, let literal), .text(let otherRead, let otherWords, let word)):
      if let words = words ?? otherWords {
        try requireEquality(operation, "Words", right)
        if otherWords == nil { try check(word, among: words.all, of: left, right) }
        if otherWords != nil { try check(literal, among: words.all, of: right, left) }
        if let number = words.number, let other = otherWords?.number, words.all == otherWords?.all {
          return program.emit(operation.step.kind, number, other)
        }
        if let number = words.number, let word = word ?? literal,
          let place = words.all.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) })
        {
          let place = program.constant(Int64(place))
          return program.emit(operation.step.kind, number, place, to: target)
        }
      }
      return program.read { moment in
        guard let one = read(moment), let other = otherRead(moment) else { return 0 }
        return operation.holds(between: one, other) ? 1 : 0
      }
    default:
      throw wrongType(
        "\(one.kind.capitalizedFirst) can't be compared with \(other.kind).",
        hint: hint(for: one, other, right), right)
    }
  }

  /// A day is all of its moments: before it is before the first, and equal is any of them.
  private mutating func compared(
    _ operation: Expression.Operator, _ one: (first: Register, last: Register),
    _ other: (first: Register, last: Register)
  ) -> Register {
    switch operation {
    case .less: return program.emit(.less, one.last, other.first)
    case .lessOrEqual: return program.emit(.lessOrEqual, one.first, other.last)
    case .greater: return program.emit(.less, other.last, one.first)
    case .greaterOrEqual: return program.emit(.lessOrEqual, other.first, one.last)
    case .different:
      let isBefore = program.emit(.less, one.last, other.first)
      return program.emit(.either, isBefore, program.emit(.less, other.last, one.first))
    default:
      let begins = program.emit(.lessOrEqual, one.first, other.last)
      return program.emit(.both, begins, program.emit(.lessOrEqual, other.first, one.last))
    }
  }

  private func hint(for one: Code, _ other: Code, _ right: Expression) -> String? {
    if case .text(_, let words?, _) = one, case .field(let path) = right.kind,
      words.all.contains(path.description)
    {
      return Self.quotingHint(path.description)
    }
    return switch (one, other) {
    case (.time, .text), (.text, .time): "Write times without quotes: 2026-01-31T12:00Z."
    case (.integer, .text), (.text, .integer): "Write numbers without quotes, and texts in quotes."
    default: nil
    }
  }

  private func requireEquality(
    _ operation: Expression.Operator, _ what: String, _ right: Expression
  ) throws(ConditionError) {
    guard operation == .equal || operation == .different else {
      throw wrongType("\(what) can only be compared with == and !=.", right)
    }
  }

  private func check(
    _ word: String?, among words: [String], of field: Expression, _ place: Expression
  ) throws(ConditionError) {
    guard let word, !words.contains(word) else { return }
    throw blame.error(
      .unknownWord, "\(text(of: field)) is never \"\(word)\".",
      hint: suggestion(for: word, among: words, quoted: true)
        ?? "It is one of \(words.joined(separator: ", ")).", at: place.range)
  }
}

extension Expression.Operator {
  /// The comparison of numbers, and whether their sides are swapped for it.
  fileprivate var step: (kind: Step.Kind, swaps: Bool) {
    switch self {
    case .less: (.less, false)
    case .lessOrEqual: (.lessOrEqual, false)
    case .greater: (.less, true)
    case .greaterOrEqual: (.lessOrEqual, true)
    case .different: (.different, false)
    default: (.equal, false)
    }
  }

  fileprivate func holds(between one: Text, _ other: Text) -> Bool {
    switch self {
    case .less: one < other
    case .lessOrEqual: one <= other
    case .greater: one > other
    case .greaterOrEqual: one >= other
    case .different: one != other
    default: one == other
    }
  }
}

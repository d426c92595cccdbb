// Comparisons and arithmetic. A comparison with an absent value is false; what 64 bits can't hold is
// absent.

import EventSourcing
import JSONLines

extension ConditionCompiler {
  mutating func code(of operation: Expression.Operator, _ left: Expression, _ right: Expression)
    throws(ConditionError) -> Code<State>
  {
    switch operation {
    case .plus, .minus, .times: try arithmetic(operation, left, right)
    case .otherwise: try alternative(left, right)
    case .contains, .startsWith: try search(operation, left, right)
    default: .boolean(try comparison(operation, left, try code(of: left), right))
    }
  }

  /// `in` holds where the value equals any element, `not in` where it differs from each of them: both
  /// compare, so neither holds for an absent value.
  mutating func membership(of value: Expression, in list: [Expression], isNegated: Bool)
    throws(ConditionError) -> Code<State>
  {
    let code = try code(of: value)
    var readings: [Reading<State, Bool>] = []
    for element in list {
      readings.append(try comparison(isNegated ? .different : .equal, value, code, element))
    }
    let comparisons = readings
    return .boolean { state, inputs, index in
      for holds in comparisons where (holds(state, inputs, index) == true) != isNegated {
        return !isNegated
      }
      return isNegated
    }
  }

  private mutating func arithmetic(
    _ operation: Expression.Operator, _ left: Expression, _ right: Expression
  ) throws(ConditionError) -> Code<State> {
    let (leftCode, rightCode) = (try code(of: left), try code(of: right))
    let numbers =
      operation == .times
      ? try factors(leftCode, right, rightCode)
      : try sameUnit(left, leftCode, right, rightCode, for: .sum)
    guard let (one, other, origin) = numbers else {
      let isLeft = !leftCode.isNumber
      throw notNumber(
        isLeft ? leftCode : rightCode, for: operation.rawValue, isLeft ? left : right)
    }
    return .number(origin) { state, inputs, index in
      guard let one = one(state, inputs, index), let other = other(state, inputs, index) else {
        return nil
      }
      return switch operation {
      case .plus: checked(one.addingReportingOverflow(other))
      case .minus: checked(one.subtractingReportingOverflow(other))
      default: checked(one.multipliedReportingOverflow(by: other))
      }
    }
  }

  /// The left value, or the right one where it is absent.
  private mutating func alternative(_ left: Expression, _ right: Expression)
    throws(ConditionError) -> Code<State>
  {
    let (one, other) = (try code(of: left), try code(of: right))
    if let (one, other, origin) = try sameUnit(left, one, right, other, for: .alternative) {
      return .number(origin) { one($0, $1, $2) ?? other($0, $1, $2) }
    }
    switch (one, other) {
    case (.boolean(let one), .boolean(let other)):
      return .boolean { one($0, $1, $2) ?? other($0, $1, $2) }
    case (.text(let one, _, _), .text(let other, _, _)):
      return .text({ one($0, $1, $2) ?? other($0, $1, $2) }, words: nil, literal: nil)
    case (.time(let first, let last), .time(let otherFirst, let otherLast)):
      return .time(
        first: { first($0, $1, $2) ?? otherFirst($0, $1, $2) },
        last: { last($0, $1, $2) ?? otherLast($0, $1, $2) })
    default:
      throw wrongType("'else' takes two values of the same type; the first is \(one.kind).", right)
    }
  }

  private mutating func comparison(
    _ operation: Expression.Operator, _ left: Expression, _ one: Code<State>, _ right: Expression
  ) throws(ConditionError) -> Reading<State, Bool> {
    let other = try code(of: right)
    if let (one, other, _) = try sameUnit(left, one, right, other, for: .comparison) {
      return compared(operation, one, other)
    }
    switch (one, other) {
    case (.time(let one, let oneEnd), .time(let other, let otherEnd)):
      return compared(operation, (one, oneEnd), (other, otherEnd))
    case (.boolean(let one), .boolean(let other)):
      try requireEquality(operation, "Conditions", right)
      return compared(operation, one, other)
    case (.text(let read, let words, let literal), .text(let otherRead, let otherWords, let word)):
      if let words = words ?? otherWords {
        try requireEquality(operation, "Words", right)
        if otherWords == nil { try check(word, among: words.all, of: left, right) }
        if otherWords != nil { try check(literal, among: words.all, of: right, left) }
        if let readPlace = words.readPlace, let word = word ?? literal,
          let place = words.all.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) })
        {
          return compared(operation, readPlace, place)
        }
      }
      return compared(operation, read, otherRead)
    default:
      throw wrongType(
        "\(one.kind.capitalizedFirst) can't be compared with \(other.kind).",
        hint: hint(for: one, other, right), right)
    }
  }

  private func hint(for one: Code<State>, _ other: Code<State>, _ right: Expression) -> String? {
    if case .text(_, let words?, _) = one, case .field(let path) = right.kind,
      words.all.contains(path.description)
    {
      return "Put texts in quotes: \"\(path.description)\"."
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

  // One function a kind: a generic one couldn't be specialised, since the compiler itself is
  // generic, and would look for its types' metadata at every entry.

  private func compared(
    _ operation: Expression.Operator, _ one: @escaping Reading<State, Int64>,
    _ other: @escaping Reading<State, Int64>
  ) -> Reading<State, Bool> {
    { state, inputs, index in
      guard let one = one(state, inputs, index), let other = other(state, inputs, index) else {
        return false
      }
      return operation.holds(isLess: one < other, isEqual: one == other)
    }
  }

  private func compared(
    _ operation: Expression.Operator, _ one: @escaping Reading<State, Text>,
    _ other: @escaping Reading<State, Text>
  ) -> Reading<State, Bool> {
    { state, inputs, index in
      guard let one = one(state, inputs, index), let other = other(state, inputs, index) else {
        return false
      }
      return operation.holds(isLess: one < other, isEqual: one == other)
    }
  }

  /// A word with one that is written in the condition, both by their places.
  private func compared(
    _ operation: Expression.Operator, _ one: @escaping Reading<State, Int>, _ other: Int
  ) -> Reading<State, Bool> {
    { state, inputs, index in
      guard let one = one(state, inputs, index) else { return false }
      return operation.holds(isLess: false, isEqual: one == other)
    }
  }

  private func compared(
    _ operation: Expression.Operator, _ one: @escaping Reading<State, Bool>,
    _ other: @escaping Reading<State, Bool>
  ) -> Reading<State, Bool> {
    { state, inputs, index in
      guard let one = one(state, inputs, index), let other = other(state, inputs, index) else {
        return false
      }
      return operation.holds(isLess: false, isEqual: one == other)
    }
  }

  /// A day is all of its moments: before it is before the first, and equal is any of them.
  private func compared(
    _ operation: Expression.Operator,
    _ one: (first: Reading<State, Timestamp>, last: Reading<State, Timestamp>),
    _ other: (first: Reading<State, Timestamp>, last: Reading<State, Timestamp>)
  ) -> Reading<State, Bool> {
    let ((first, last), (otherFirst, otherLast)) = (one, other)
    return { state, inputs, index in
      guard let first = first(state, inputs, index), let last = last(state, inputs, index),
        let otherFirst = otherFirst(state, inputs, index),
        let otherLast = otherLast(state, inputs, index)
      else { return false }
      return switch operation {
      case .less: last < otherFirst
      case .lessOrEqual: first <= otherLast
      case .greater: first > otherLast
      case .greaterOrEqual: last >= otherFirst
      case .different: last < otherFirst || first > otherLast
      default: first <= otherLast && last >= otherFirst
      }
    }
  }
}

extension Expression.Operator {
  /// Whether a comparison holds between two values whose order is known.
  @inline(__always) fileprivate func holds(
    isLess: @autoclosure () -> Bool, isEqual: @autoclosure () -> Bool
  ) -> Bool {
    switch self {
    case .less: isLess()
    case .lessOrEqual: isLess() || isEqual()
    case .greater: !isLess() && !isEqual()
    case .greaterOrEqual: !isLess()
    case .different: !isEqual()
    default: isEqual()
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

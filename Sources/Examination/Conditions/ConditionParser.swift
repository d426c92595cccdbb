// Parses a condition. The grammar is in Docs/Conditions.md.

struct ConditionParser {
  /// The deepest nesting of parts: less than any thread's stack can take.
  static let maximumDepth = 48

  private let tokens: [PlacedToken]
  private let blame: ConditionBlame
  private var index = 0
  private var depth = 0

  private init(_ text: String, _ times: TypedTimes) throws(ConditionError) {
    blame = ConditionBlame(text: text)
    tokens = try ConditionLexer.tokens(of: text, times)
  }

  static func parse(_ text: String, _ times: TypedTimes) throws(ConditionError) -> Expression {
    var parser = try ConditionParser(text, times)
    if parser.current.token == .end {
      throw parser.unexpected("A condition is missing here.")
    }
    let expression = try parser.expression(from: 1)
    guard parser.current.token == .end else {
      throw parser.unexpected(
        "The condition ends before this.",
        hint: parser.current.is(",")
          ? "Write amounts as 1234.50 or, as they are shown, in quotes: \"1,234.50\"." : nil)
    }
    return expression
  }

  private var current: PlacedToken { tokens[index] }

  private mutating func advance() { if index + 1 < tokens.count { index += 1 } }

  private mutating func take(_ word: String) -> Bool {
    guard current.is(word) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ symbol: String, _ what: String) throws(ConditionError) {
    if !take(symbol) { throw unexpected("'\(symbol)' is missing here, \(what).") }
  }

  private func unexpected(_ message: String, hint: String? = nil) -> ConditionError {
    var hint = hint
    if case .name(let name) = current.token, hint == nil,
      Keyword.all.contains(name.lowercased()), !Keyword.all.contains(name)
    {
      hint = "Write \(name.lowercased()) in lower case."
    } else if current.is("starts") {
      hint = "Write starts with."
    }
    return blame.error(.syntax, message, hint: hint, at: current.range)
  }

  private func node(_ kind: Expression.Kind, from start: Int, over parts: [Expression] = [])
    throws(ConditionError) -> Expression
  {
    let range = start..<(index > 0 ? tokens[index - 1].range.upperBound : start)
    let depth = (parts.map(\.depth).max() ?? 0) + 1
    if depth > Self.maximumDepth { throw tooDeep(range) }
    return Expression(kind: kind, range: range, depth: depth)
  }

  private func tooDeep(_ range: Range<Int>) -> ConditionError {
    blame.error(
      .tooComplex, "More than \(Self.maximumDepth) levels are nested here.",
      hint: "Split it into several conditions.", at: range)
  }
}

extension ConditionParser {
  /// Reads what is combined by operators of at least this strength.
  private mutating func expression(from strength: Int) throws(ConditionError) -> Expression {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw tooDeep(current.range) }
    let start = current.range.lowerBound
    var left = try prefix()
    while true {
      if strength <= 1, current.is("or") {
        left = try combination(of: left, by: "or", from: start)
      } else if strength <= 2, current.is("and") {
        left = try combination(of: left, by: "and", from: start)
      } else if strength <= 3, let isNegated = takeIn() {
        left = try membership(of: left, isNegated: isNegated, from: start)
        try refuseChain()
      } else if let operation = operation, operation.strength >= strength {
        advance()
        if operation == .startsWith { advance() }
        let right = try expression(from: operation.strength + 1)
        left = try node(.both(operation, left, right), from: start, over: [left, right])
        if operation.isComparison { try refuseChain() }
      } else {
        return left
      }
    }
  }

  private var operation: Expression.Operator? {
    switch current.token {
    case .name("starts") where tokens[index + 1].is("with"): .startsWith
    case .symbol(let word), .name(let word): Expression.Operator(rawValue: word)
    default: nil
    }
  }

  /// Consumes `in` or `not in`; returns whether it was negated.
  private mutating func takeIn() -> Bool? {
    if take("in") { return false }
    guard current.is("not"), tokens[index + 1].is("in") else { return nil }
    index += 2
    return true
  }

  /// Reads the other conditions of a chain of `and` or `or`, which is as deep as its deepest part.
  private mutating func combination(of first: Expression, by word: String, from start: Int)
    throws(ConditionError) -> Expression
  {
    var parts = [first]
    while take(word) { parts.append(try expression(from: word == "or" ? 2 : 3)) }
    return try node(.combined(all: word == "and", parts), from: start, over: parts)
  }

  private mutating func membership(of value: Expression, isNegated: Bool, from start: Int)
    throws(ConditionError) -> Expression
  {
    let closing = current.is("(") ? ")" : "]"
    guard take("[") || take("(") else {
      throw unexpected(#"A list is missing here, as in ["paid", "shipped"]."#)
    }
    var list: [Expression] = []
    repeat { list.append(try expression(from: 4)) } while take(",")
    try expect(closing, "after the list")
    return try node(.oneOf(value, list, isNegated: isNegated), from: start, over: [value] + list)
  }

  /// `1 < total < 5` doesn't mean what it looks like.
  private mutating func refuseChain() throws(ConditionError) {
    let place = index
    guard operation?.isComparison == true || takeIn() != nil else { return }
    index = place
    throw unexpected("Comparisons can't be chained.", hint: "Write a < b and b < c.")
  }

  private mutating func prefix() throws(ConditionError) -> Expression {
    let start = current.range.lowerBound
    if take("not") {
      let operand = try expression(from: 3)
      return try node(.not(operand), from: start, over: [operand])
    }
    if take("-") {
      let operand = try expression(from: 7)
      return try node(.negative(operand), from: start, over: [operand])
    }
    if take("(") {
      let inner = try expression(from: 1)
      try expect(")", "after the opening '('")
      return inner
    }
    return try operand(from: start)
  }

  private mutating func operand(from start: Int) throws(ConditionError) -> Expression {
    switch current.token {
    case .integer(let value):
      advance()
      return try node(.integer(value), from: start)
    case .amount(let value):
      advance()
      return try node(.amount(value), from: start)
    case .text(let value):
      advance()
      return try node(.text(value), from: start)
    case .time(let value):
      advance()
      return try node(.time(value), from: start)
    case .name("true"), .name("false"):
      defer { advance() }
      return Expression(kind: .boolean(current.is("true")), range: current.range, depth: 1)
    case .name(let name) where !Keyword.all.contains(name):
      advance()
      return try current.is("(") ? call(name, from: start) : field(name, from: start)
    default:
      throw unexpected("A value is missing here: a field, a number, a text or a time.")
    }
  }

  private mutating func call(_ name: String, from start: Int) throws(ConditionError) -> Expression {
    guard let function = Expression.Function(rawValue: name) else {
      let known = Expression.Function.allCases.map(\.rawValue).joined(separator: ", ")
      throw blame.error(
        .unknownField, "There is no function '\(name)'.", hint: "The functions are \(known).",
        at: start..<start + name.utf8.count)
    }
    advance()
    var values: [Expression] = []
    repeat { values.append(try expression(from: 1)) } while take(",")
    guard values.count == function.arity else {
      throw blame.error(
        .syntax, "'\(name)' takes \(function.arity == 1 ? "one value" : "a list and a value").",
        hint: "Write \(function.form).", at: start..<current.range.lowerBound)
    }
    try expect(")", "after the arguments of '\(name)'")
    return try node(.call(function, values), from: start, over: values)
  }

  private mutating func field(_ name: String, from start: Int) throws(ConditionError) -> Expression
  {
    var path = FieldPath(name: name)
    while true {
      if take(".") {
        guard case .name(let part) = current.token else {
          throw unexpected("The name of a field is missing after the dot.")
        }
        advance()
        path.append(part)
      } else if path.element == nil, take("[") {
        guard case .integer(let place) = current.token, let place = Int(exactly: place) else {
          throw unexpected("An index is missing here; the first element has index 0.")
        }
        advance()
        try expect("]", "after the index")
        path.element = (place, "")
      } else {
        return try node(.field(path), from: start)
      }
    }
  }
}

extension FieldPath {
  fileprivate mutating func append(_ part: String) {
    guard let element else {
      name += "." + part
      return
    }
    self.element?.field = element.field.isEmpty ? part : element.field + "." + part
  }
}

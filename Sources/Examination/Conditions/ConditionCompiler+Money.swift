// The operations on amounts of money: they are compared with, and added to, other amounts of their currency;
// whole numbers only multiply them. 0 is an amount in every currency.

/// The currency of an amount: that of the state, or of the state before the entry.
enum AmountOrigin: Sendable {
  case now
  case before
}

/// A use of two amounts, which says what one from before the entry is where the currency has changed: 0 is the same
/// in every currency, so that it can be compared with any amount, but nothing is added to an amount of another currency.
enum AmountUse: Sendable {
  case comparison
  case sum
  /// The one if there is no other.
  case alternative
}

extension ConditionCompiler {
  /// An amount that is written without quotes: as a number with decimals, or as it is shown with its currency.
  func amount(_ text: String, at range: Range<Int>) throws(ConditionError) -> Code {
    guard schema.currency != nil else {
      throw blame.error(.syntax, "Numbers must be whole.", at: range)
    }
    guard WrittenAmount(text).symbol.isEmpty else { return try amount(written: text, at: range) }
    guard let literal = AmountLiteral(plain: text, at: range) else {
      throw blame.error(
        .numberTooLarge, "No currency has this amount.",
        hint:
          "Amounts have at most \(Currency.maximumDecimals) decimals, and no more than 64 bits.",
        at: range)
    }
    return .amount(literal)
  }

  /// An amount as it is typed in other places, or shown.
  private func amount(written text: String, at range: Range<Int>) throws(ConditionError) -> Code {
    let written = WrittenAmount(text)
    guard written.symbol.isEmpty || written.currency != nil else {
      throw blame.error(
        .wrongType, "'\(written.symbol)' isn't the code or symbol of a currency.",
        hint: "Write the code of ISO 4217, as in \"12.99 USD\".", at: range)
    }
    guard let literal = AmountLiteral(written, in: locale, at: range) else {
      throw blame.error(
        .wrongType, "This text isn't an amount of money.",
        hint:
          "Write 12.99 in the currency of each order, or as amounts are shown: \"1,234.50 USD\".",
        at: range)
    }
    if let code = literal.currency,
      literal.minorUnits(decimals: Currency.exponent(of: code)) == nil
    {
      throw literal.typeError(code, blame)
    }
    return .amount(literal)
  }

  /// A text that is written beside an amount is one, too.
  private func amount(_ code: Code, beside other: Code, _ expression: Expression)
    throws(ConditionError) -> Code
  {
    guard schema.currency != nil, case .text(_, nil, let text?) = code, other.type == .money else {
      return code
    }
    return try amount(written: text, at: expression.range)
  }

  /// Code whose number is known: a written amount is in the currency of the state.
  mutating func settled(_ code: Code) -> Code {
    guard case .amount(let literal) = code else { return code }
    return .money(register(literal, before: isBefore), .now)
  }

  /// A left side that is an amount is looked at before the right side, unless that is of the state before.
  mutating func settled(_ one: Code, _ left: Expression, beside other: Code, since start: inout Int)
    throws(ConditionError) -> Code
  {
    let one = try amount(one, beside: other, left)
    if case .money(_, .before) = other { return one }
    guard case .amount = one, other.type == .money || other.type == .text else { return one }
    let moved = program.cut(from: start)
    let code = settled(one)
    program.append(moved, cutFrom: start)
    start = program.steps.count - moved.count
    return code
  }

  /// The currency of a state.
  mutating func currency(before isBefore: Bool) -> Reading<Text> {
    guard let field = schema.currency.flatMap({ schema.field($0) }) else { return { _ in nil } }
    needs.take(detail: field.isDetail)
    needs.before = needs.before || isBefore
    return text(of: field, before: isBefore)
  }

  private mutating func register(_ literal: AmountLiteral, before isBefore: Bool) -> Register {
    let (typeErrors, blame, currency) = (typeErrors, blame, currency(before: isBefore))
    let named = literal.currency.map { Text($0) }
    if !literal.fitsAll { riskyAmounts += 1 }
    return program.read { moment in
      guard let code = currency(moment), named == nil || named == code else { return nil }
      let decimals = withExtendedLifetime(code) { Currency.exponent(of: code.bytes) }
      if let amount = literal.minorUnits(decimals: decimals) { return amount }
      typeErrors.note(literal.typeError(String(code), blame))
      return nil
    }
  }

  /// Both sides as numbers of the same unit: nil if they are none. `origin` is nil for plain numbers.
  mutating func sameUnit(
    _ left: Expression, _ one: Code, _ right: Expression, _ other: Code, for use: AmountUse
  ) throws(ConditionError) -> (one: Register, other: Register, origin: AmountOrigin?)? {
    let one = try amount(one, beside: other, left)
    let other = try amount(other, beside: one, right)
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return (one, other, nil)
    case (.amount(let literal), .money(let other, let origin)):
      return (register(literal, before: isBefore || origin == .before), other, origin)
    case (.money(let one, let origin), .amount(let literal)):
      return (one, register(literal, before: isBefore || origin == .before), origin)
    case (.money(let one, .before), .money(let other, .now)):
      return (current(one, beside: other, for: use), other, .now)
    case (.money(let one, .now), .money(let other, .before)):
      return (one, current(other, beside: one, for: use), .now)
    case (.integer(let zero), _) where left.isZero && other.isNumber:
      let (other, origin) = try number(other, for: "", right)
      return (zero, other, origin)
    case (_, .integer(let zero)) where right.isZero && one.isNumber:
      let (one, origin) = try number(one, for: "", left)
      return (one, zero, origin)
    case (.integer, _) where other.isNumber: throw unitMissing(left, beside: other)
    case (_, .integer) where one.isNumber: throw unitMissing(right, beside: one)
    case _ where one.isNumber && other.isNumber:
      let (one, origin) = try number(one, for: "", left)
      return (one, try number(other, for: "", right).register, origin)
    default: return nil
    }
  }

  /// Whether the currency is the same as before the entry.
  private mutating func currencyIsSame() -> Register {
    let (now, old) = (currency(before: false), currency(before: true))
    let field = schema.currency.flatMap { schema.field($0) }
    let haveSameDetails = field?.isDetail == true ? schema.haveSameDetails : nil
    return program.read { moment in
      if let haveSameDetails, let before = moment.before, haveSameDetails(before, moment.state) {
        return 1
      }
      return old(moment) == now(moment) ? 1 : 0
    }
  }

  /// An amount from before the entry as one of now: absent if the currency has changed, but for 0.
  private mutating func current(
    _ amount: Register, beside other: Register, for use: AmountUse
  ) -> Register {
    let zero = program.constant(0)
    var isSame = currencyIsSame()
    if use != .sum { isSame = program.emit(.either, isSame, program.emit(.equal, amount, zero)) }
    if use == .comparison {
      isSame = program.emit(.either, isSame, program.emit(.equal, other, zero))
    }
    return program.emit(.onlyIf, amount, isSame)
  }

  /// Whether an amount, 0 where it is absent, is another than before the entry.
  mutating func changed(_ new: Register, from old: Register) -> Register {
    let result = program.emit(.unlikeOrZero, new, old)
    let isChanged = program.skip(.skipIf, result)
    program.emit(.unlikeOrZero, old, program.constant(0), to: result)
    let isZero = program.skip(.skipUnless, result)
    program.emit(.not, currencyIsSame(), to: result)
    program.land([isChanged, isZero])
    return result
  }

  /// - Parameter number: The plain number beside an amount.
  private func unitMissing(_ number: Expression, beside amount: Code) -> ConditionError {
    if let value = number.literal {
      let cents = Money.format(value, currency: Currency.usd.code)
      return wrongType(
        "An amount of money needs its decimals.",
        hint:
          "Write \(value).00 for \(value) units of the currency, and \(cents) for \(value) cents.",
        number)
    }
    let hint =
      if case .amount = amount { "Only amounts have decimals: write a whole number." } else {
        "A number times an amount is an amount, as in quantity * unitPrice."
      }
    return wrongType(
      "This is a number, and can't be compared with or added to an amount of money.", hint: hint,
      number)
  }

  /// The product of two numbers, or of a number and an amount.
  mutating func factors(
    _ left: Expression, _ one: Code, _ right: Expression, _ other: Code
  ) throws(ConditionError) -> (one: Register, other: Register, origin: AmountOrigin?)? {
    guard one.isNumber, other.isNumber else { return nil }
    if one.type == .money, other.type == .money {
      throw wrongType(
        "An amount of money can't be multiplied by another.",
        hint: "It can be multiplied by a whole number.", right)
    }
    let (first, origin) = try number(one, for: "*", left)
    let (second, otherOrigin) = try number(other, for: "*", right)
    return (first, second, origin ?? otherOrigin)
  }
}

extension Expression {
  /// The number, if it is one that is written in the condition.
  fileprivate var literal: Int64? {
    switch kind {
    case .integer(let value): value
    case .negative(let operand): operand.literal.map { 0 &- $0 }
    default: nil
    }
  }

  fileprivate var isZero: Bool { literal == 0 }
}

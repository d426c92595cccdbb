// What may be done with amounts of money: they are compared with, and added to, other amounts of their currency;
// whole numbers only multiply them. 0 is an amount in every currency.

import Conventions
import EventSourcing
import JSONLines

/// In which currency an amount is.
enum AmountOrigin: Sendable {
  case now
  /// In that of the state before the entry.
  case before
  /// Written in the condition: in the currency of what it is combined with.
  case literal(AmountLiteral)
}

/// What is done with two amounts, and so what one from before the entry is where the currency has changed: 0 is the same
/// in every currency, so that it can be compared with any amount, but nothing is added to an amount of another currency.
enum AmountUse: Sendable {
  case comparison
  case sum
  /// The one if there is no other.
  case alternative
}

extension ConditionCompiler {
  /// An amount that is written without quotes: as a number with decimals, or as it is shown with its currency.
  func amount(_ text: String, at range: Range<Int>) throws(ConditionError) -> Code<State> {
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
    return .money(reading(literal, in: currency), .literal(literal))
  }

  /// An amount as it is typed in other places, or shown.
  private func amount(written text: String, at range: Range<Int>) throws(ConditionError)
    -> Code<State>
  {
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
      throw literal.misfit(code, blame)
    }
    return .money(reading(literal, in: currency), .literal(literal))
  }

  /// A text that is written beside an amount is one, too.
  private func amount(_ code: Code<State>, beside other: Code<State>, _ expression: Expression)
    throws(ConditionError) -> Code<State>
  {
    guard schema.currency != nil, case .text(_, nil, let text?) = code, case .money = other else {
      return code
    }
    return try amount(written: text, at: expression.range)
  }

  /// The currency of the state that the condition is evaluated on.
  private var currency: Reading<State, Text> {
    guard let read = schema.currency.flatMap({ schema.field($0) })?.read else {
      return { _, _, _ in nil }
    }
    return { state, _, _ in if case .text(let code) = read(state) { code } else { nil } }
  }

  private func reading(_ literal: AmountLiteral, in currency: @escaping Reading<State, Text>)
    -> Reading<State, Int64>
  {
    let (misfits, blame) = (misfits, blame)
    let named = literal.currency.map { Text($0) }
    return { state, inputs, index in
      guard let code = currency(state, inputs, index), named == nil || named == code else {
        return nil
      }
      let decimals = withExtendedLifetime(code) { Currency.exponent(of: code.bytes) }
      if let amount = literal.minorUnits(decimals: decimals) { return amount }
      misfits.note(literal.misfit(String(code), blame))
      return nil
    }
  }

  /// Both sides as numbers of the same unit: nil if they are none. `origin` is nil for plain numbers.
  ///
  mutating func sameUnit(
    _ left: Expression, _ one: Code<State>, _ right: Expression, _ other: Code<State>,
    for use: AmountUse
  ) throws(ConditionError)
    -> (one: Reading<State, Int64>, other: Reading<State, Int64>, origin: AmountOrigin?)?
  {
    let one = try amount(one, beside: other, left)
    let other = try amount(other, beside: one, right)
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return (one, other, nil)
    case (.money(_, .literal(let literal)), .money(let other, .before)):
      return (readingBefore(literal), other, .before)
    case (.money(let one, .before), .money(_, .literal(let literal))):
      return (one, readingBefore(literal), .before)
    case (.money(let one, .before), .money(let other, .before)): return (one, other, .before)
    case (.money(let one, .before), .money(let other, _)):
      return (current(one, beside: other, for: use), other, .now)
    case (.money(let one, _), .money(let other, .before)):
      return (one, current(other, beside: one, for: use), .now)
    case (.money(let one, _), .money(let other, _)): return (one, other, .now)
    case (.money(let one, let origin), .integer(let zero)) where right.isZero:
      return (one, zero, origin.combined)
    case (.integer(let zero), .money(let other, let origin)) where left.isZero:
      return (zero, other, origin.combined)
    case (.money(_, let origin), .integer): throw unitMissing(right, literal: origin)
    case (.integer, .money(_, let origin)): throw unitMissing(left, literal: origin)
    default: return nil
    }
  }

  private mutating func readingBefore(_ literal: AmountLiteral) -> Reading<State, Int64> {
    reading(literal, in: oldCurrency())
  }

  /// The currency of the state before the entry.
  private mutating func oldCurrency() -> Reading<State, Text> {
    let slot =
      currencyBefore ?? input(.before(Code.text(currency, words: nil, literal: nil).readingOfState))
    currencyBefore = slot
    return { _, inputs, _ in if case .text(let code) = inputs[slot] { code } else { nil } }
  }

  /// An amount from before the entry as one of now: absent if the currency has changed, but for 0.
  private mutating func current(
    _ amount: @escaping Reading<State, Int64>, beside other: @escaping Reading<State, Int64>,
    for use: AmountUse
  ) -> Reading<State, Int64> {
    let (currency, old) = (currency, oldCurrency())
    return { state, inputs, index in
      guard let amount = amount(state, inputs, index) else { return nil }
      let isSame =
        use != .sum && amount == 0 || old(state, inputs, index) == currency(state, inputs, index)
        || use == .comparison && other(state, inputs, index) == 0
      return isSame ? amount : nil
    }
  }

  /// Whether an amount, 0 where it is absent, is another than before the entry.
  mutating func changed(
    _ new: @escaping Reading<State, Int64>, from old: @escaping Reading<State, Int64>
  ) -> Reading<State, Bool> {
    let current = current(old, beside: new, for: .alternative)
    return { state, inputs, index in
      let before = old(state, inputs, index) ?? 0
      return before != new(state, inputs, index) ?? 0
        || before != 0 && current(state, inputs, index) == nil
    }
  }

  /// With the currency that its value is in. Before the first entry, `old(total) else 0` is in that of now.
  mutating func term(_ code: Code<State>) -> Term<State> {
    guard case .money(_, let origin) = code else { return Term(code: code, currency: nil) }
    guard case .before = origin else { return Term(code: code, currency: currency) }
    let (old, currency) = (oldCurrency(), currency)
    return Term(code: code) { old($0, $1, $2) ?? currency($0, $1, $2) }
  }

  /// - Parameter number: What is a plain number beside an amount.
  private func unitMissing(_ number: Expression, literal origin: AmountOrigin) -> ConditionError {
    if let value = number.literal {
      let cents = Money.format(value, currency: Currency.usd.code)
      return wrongType(
        "An amount of money needs its decimals.",
        hint:
          "Write \(value).00 for \(value) units of the currency, and \(cents) for \(value) cents.",
        number)
    }
    let hint =
      if case .literal = origin { "Only amounts have decimals: write a whole number." } else {
        "A number times an amount is an amount, as in quantity * unitPrice."
      }
    return wrongType(
      "This is a number, and can't be compared with or added to an amount of money.", hint: hint,
      number)
  }

  /// The product of two numbers, or of a number and an amount.
  func factors(_ one: Code<State>, _ right: Expression, _ other: Code<State>) throws(ConditionError)
    -> (one: Reading<State, Int64>, other: Reading<State, Int64>, origin: AmountOrigin?)?
  {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return (one, other, nil)
    case (.money(let one, let origin), .integer(let other)): return (one, other, origin.combined)
    case (.integer(let one), .money(let other, let origin)): return (one, other, origin.combined)
    case (.money, .money):
      throw wrongType(
        "An amount of money can't be multiplied by another.",
        hint: "It can be multiplied by a whole number.", right)
    default: return nil
    }
  }
}

extension AmountOrigin {
  var negated: AmountOrigin {
    if case .literal(let literal) = self { .literal(literal.negated) } else { self }
  }

  /// That of what is computed with it: such an amount isn't written in the condition any more.
  var combined: AmountOrigin { if case .before = self { .before } else { .now } }
}

extension Code {
  /// A number; an amount of money if it has an origin.
  static func number(_ origin: AmountOrigin?, _ read: @escaping Reading<State, Int64>) -> Self {
    origin.map { .money(read, $0) } ?? .integer(read)
  }

  var isNumber: Bool {
    switch self {
    case .integer, .money: true
    default: false
    }
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

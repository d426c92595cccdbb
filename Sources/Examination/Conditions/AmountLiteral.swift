// Amounts of money as conditions have them: 12.99, in the currency of the order that the condition is evaluated
// on, so that what one is in minor units is known only then; or as they are shown, with their currency.

import Synchronization

/// An amount that is written in a condition.
struct AmountLiteral: Sendable {
  let range: Range<Int>
  /// The code of the currency that it names: in others, it has no value. Nil for that of each state.
  let currency: String?
  /// The meanings, by the decimals of the currency.
  private let meanings: [Meaning]

  private enum Meaning {
    case minorUnits(Int64)
    /// Points or commas are between thousands, or before the decimals.
    case either(String, String)
    /// An amount with thousands grouped, but without all decimals, as it is written without separators.
    case ungrouped(String)
    case tooManyDecimals
  }

  private init(_ range: Range<Int>, in currency: String?, _ meaning: (_ decimals: Int) -> Meaning) {
    (self.range, self.currency) = (range, currency)
    meanings = (0...Currency.maximumDecimals).map(meaning)
  }

  /// Digits, a point and digits.
  ///
  /// - Returns: nil if 64 bits can't hold it, or if no currency has as many decimals.
  init?(plain text: String, at range: Range<Int>) {
    // 12.50 has one decimal that counts: 12.00 is an amount in a currency without decimals, too.
    let digits = text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()
    guard let money = Money(String(digits)) else { return nil }
    self.init(range, in: nil) { decimals in
      money.minorUnits(decimals: decimals).map { .minorUnits($0) } ?? .tooManyDecimals
    }
  }

  /// An amount as it is typed in other places, or shown: `1.234,50 €`.
  ///
  /// - Returns: nil if it is none in any currency.
  init?(_ written: WrittenAmount, in locale: LocaleRules, at range: Range<Int>) {
    guard Money.isAmount(written.number) else { return nil }
    self.init(range, in: written.currency) { decimals in
      if let (one, other) = locale.meanings(of: written.number, decimals: decimals) {
        return .either(one, other)
      }
      return Money.parse(written.number, decimals: decimals, by: locale).map { .minorUnits($0) }
        ?? Money.ungrouped(written.number, decimals: decimals, by: locale).map { .ungrouped($0) }
        ?? .tooManyDecimals
    }
  }

  var negated: AmountLiteral {
    AmountLiteral(range, in: currency) { decimals in
      guard case .minorUnits(let amount) = meanings[decimals] else { return meanings[decimals] }
      return .minorUnits(-amount)
    }
  }

  func minorUnits(decimals: Int) -> Int64? {
    if case .minorUnits(let amount) = meanings[decimals] { amount } else { nil }
  }

  /// Whether it has a value in every currency.
  var fitsAll: Bool { meanings.indices.allSatisfy { minorUnits(decimals: $0) != nil } }

  /// The reason why it has no value in a currency.
  func typeError(_ code: String, _ blame: ConditionBlame) -> ConditionError {
    let decimals = Currency.exponent(of: code)
    let (message, hint): (String, String?) =
      switch meanings[decimals] {
      case .either(let one, let other):
        ("In \(code), this amount may be \(one) or \(other).", "Write one of these.")
      case .ungrouped(let plain):
        (
          "With thousands grouped, an amount in \(code) needs all \(decimals) decimals.",
          "Or write it with nothing between thousands: \(plain)."
        )
      case .minorUnits, .tooManyDecimals:
        (
          "The amount has more decimals than \(code), which has \(decimals).",
          currency == nil
            ? "If other currencies are meant, say so: currency != \"\(code)\" and …." : nil
        )
      }
    return blame.error(.wrongType, message, hint: hint, at: range)
  }
}

/// The amounts in a condition that the currency of an order doesn't have.
final class TypeErrors: Sendable {
  private let first = Mutex<ConditionError?>(nil)

  /// The first one since it was last asked.
  func take() -> ConditionError? {
    first.withLock { first in
      defer { first = nil }
      return first
    }
  }

  func note(_ error: @autoclosure () -> ConditionError) {
    first.withLock { if $0 == nil { $0 = error() } }
  }
}

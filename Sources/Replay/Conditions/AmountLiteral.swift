// Amounts of money as conditions have them: 12.99, in the currency of the order that the condition is evaluated
// on. So what one is in minor units is known only then.

import Conventions
import JSONLines
import Synchronization

/// An amount that is written in a condition.
struct AmountLiteral: Sendable {
  let range: Range<Int>
  /// Its minor units by the decimals of the currency; nil where it has more decimals than that.
  private let minorUnits: [Int64?]

  /// - Returns: nil if 64 bits can't hold it, or if no currency has as many decimals.
  init?(_ text: String, at range: Range<Int>) {
    // 12.50 has one decimal that counts: 12.00 is an amount in a currency without decimals, too.
    let digits = text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()
    guard let money = Money(String(digits)) else { return nil }
    let units = (0...Currency.maximumDecimals).map { money.minorUnits(decimals: $0) }
    self.init(minorUnits: units, at: range)
  }

  private init(minorUnits: [Int64?], at range: Range<Int>) {
    self.minorUnits = minorUnits
    self.range = range
  }

  var negated: AmountLiteral {
    AmountLiteral(minorUnits: minorUnits.map { $0.map { -$0 } }, at: range)
  }

  func minorUnits(decimals: Int) -> Int64? { minorUnits[decimals] }
}

/// What a condition ran into: an amount in it that the currency of an order doesn't have.
final class AmountMisfits: Sendable {
  private let first = Mutex<ConditionError?>(nil)

  /// The first one since it was last asked.
  func take() -> ConditionError? {
    first.withLock { first in
      defer { first = nil }
      return first
    }
  }

  func note(_ literal: AmountLiteral, _ currency: Text, decimals: Int, _ blame: ConditionBlame) {
    let code = String(currency)
    let error = blame.error(
      .wrongType, "The amount has more decimals than \(code), which has \(decimals).",
      hint: "If other currencies are meant, say so: currency != \"\(code)\" and ….",
      at: literal.range)
    first.withLock { if $0 == nil { $0 = error } }
  }
}

// The wording for wrong amounts: for people in the currency that they type, for programs in minor units.

import Conventions

struct AmountWording {
  /// The code of the currency; empty if it isn't known.
  var currency = ""
  /// How people read amounts; nil for programs.
  var formatting: Formatting?

  /// The largest amount, or another limit.
  func limit(_ limit: Int64) -> String {
    guard let formatting else { return "\(Self.written(limit)) minor units" }
    return currency.isEmpty
      ? formatting.amount(limit, currency: "") : formatting.money(limit, currency: currency)
  }

  /// How an amount is typed.
  var form: String {
    formatting != nil && Currency.exponent(of: currency) == 0
      ? "must be a whole amount like 1299, with nothing between thousands, because \(currency) has no "
        + "decimals"
      : "must be an amount like 12.99 or 12,99, with no more decimals than the currency has, and "
        + "nothing between thousands"
  }

  /// A limit in digits, or as a power of ten where there are too many to count.
  private static func written(_ limit: Int64) -> String {
    let digits = String(limit)
    let isPower = digits.first == "1" && digits.dropFirst().allSatisfy { $0 == "0" }
    return isPower && digits.count > 9 ? "10^\(digits.count - 1)" : digits
  }
}

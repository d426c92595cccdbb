// The wording for wrong amounts: for people in the currency that they type, for programs in minor units.

import Conventions

struct AmountWording {
  /// The code of the currency; empty if it isn't known.
  var currency = ""
  /// How people read amounts; nil for programs.
  var formatting: Formatting?
  /// What was typed into fields, by their names.
  var typed: [String: String] = [:]

  /// The largest amount, or another limit.
  func limit(_ limit: Int64) -> String {
    guard let formatting else { return "\(Self.written(limit)) minor units" }
    return formatting.money(limit, currency: currency)
  }

  /// How the amount of a field is typed.
  func form(of field: String) -> String {
    if let formatting, let text = typed[field],
      let (one, other) = formatting.locale.meanings(of: text, currency: currency)
    {
      return "may be \(one) or \(other): write one of these"
    }
    if let plain = ungrouped(field) { return "must have nothing between thousands: \(plain)" }
    return formatting != nil && Currency.exponent(of: currency) == 0
      ? "must be a whole amount like 1299, with nothing between thousands, because \(currency) has no "
        + "decimals"
      : "must be an amount like 12.99 or 12,99, with no more decimals than the currency has, and "
        + "nothing between thousands"
  }

  /// What was typed, without what is between thousands; a card's number is never repeated.
  private func ungrouped(_ field: String) -> String? {
    guard formatting != nil, let text = typed[field], !PaymentCard.isNumberIn(text) else {
      return nil
    }
    return Money.ungrouped(text, currency: currency)
  }

  /// A limit in digits, or as a power of ten where there are too many to count.
  private static func written(_ limit: Int64) -> String {
    let digits = String(limit)
    let isPower = digits.first == "1" && digits.dropFirst().allSatisfy { $0 == "0" }
    return isPower && digits.count > 9 ? "10^\(digits.count - 1)" : digits
  }
}

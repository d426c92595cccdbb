// The wording for wrong amounts: for people in the currency that they type, for programs in minor units.

struct AmountWording {
  /// The code of the currency; empty if it isn't known.
  var currency = ""
  /// The format of amounts for people; nil for programs.
  var formatting: Formatting?
  /// The typed texts of fields, by their names.
  var typed: [String: String] = [:]

  /// The largest amount, or another limit.
  func limit(_ limit: Int64) -> String {
    guard let formatting else { return "\(Self.written(limit)) minor units" }
    return formatting.money(limit, currency: currency)
  }

  /// The form in which the amount of a field is typed.
  func form(of field: String) -> String {
    // A card's number is never repeated.
    if let formatting, let text = typed[field], !PaymentCard.isNumberIn(text),
      let problem = problem(of: text, formatting.locale)
    {
      return problem
    }
    return formatting != nil && decimals == 0
      ? "must be a whole amount like 1299, because \(currency) has no decimals"
      : "must be an amount like 12.99 or 12,99, with no more decimals than the currency has, and all of them if "
        + "thousands are grouped"
  }

  private var decimals: Int { Currency.exponent(of: currency) }

  /// The error that keeps a typed amount from being read, if it is more than its form.
  private func problem(of text: String, _ locale: LocaleRules) -> String? {
    if let (one, other) = locale.meanings(of: text, currency: currency) {
      return "may be \(one) or \(other): write one of these"
    }
    let written = WrittenAmount(text)
    if let number = written.number(in: currency) {
      return Money.ungrouped(number, decimals: decimals, by: locale).map {
        "must have all its decimals, or nothing between thousands: \($0)"
      }
    }
    guard written.namesCurrency else { return nil }
    let order =
      currency.isEmpty ? "the order's currency isn't known" : "the order is in \(currency)"
    return written.currency.map { "is in \($0); \(order)" }
      ?? "'\(written.symbol)' isn't the code or symbol of a currency; \(order)"
  }

  /// A limit in digits, or as a power of ten where there are too many to count.
  private static func written(_ limit: Int64) -> String {
    let digits = String(limit)
    let isPower = digits.first == "1" && digits.dropFirst().allSatisfy { $0 == "0" }
    return isPower && digits.count > 9 ? "10^\(digits.count - 1)" : digits
  }
}

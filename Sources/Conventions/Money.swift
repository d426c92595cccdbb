// Amounts as people type and read them: major units with a decimal point. Always integers inside,
// no rounding, no grouping of digits, no locale.

/// Conversion between minor units (cents) and what people write.
public enum Money {
  /// The minor units of an amount as people type it, `12.99` in USD being 1299.
  ///
  /// A minus sign may lead. Fewer decimals than the currency has are fine, more aren't.
  ///
  /// - Returns: nil if it is anything else, or more than 64 bits hold.
  public static func parse(_ text: String, currency: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...])
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let exponent = Currency.exponent(of: currency)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    let decimals = parts.count > 1 ? parts[1] : ""
    guard decimals.utf8.count <= exponent, parts.count == 1 || !decimals.isEmpty else { return nil }
    var amount: Int64 = 0
    for byte in Array(whole.utf8) + Array(decimals.utf8) {
      guard (0x30...0x39).contains(byte), let next = appending(Int64(byte - 0x30), to: amount)
      else { return nil }
      amount = next
    }
    for _ in decimals.utf8.count..<exponent {
      guard let next = appending(0, to: amount) else { return nil }
      amount = next
    }
    return isNegative ? -amount : amount
  }

  private static func appending(_ digit: Int64, to amount: Int64) -> Int64? {
    let (tenfold, overflows) = amount.multipliedReportingOverflow(by: 10)
    let (sum, overflowsToo) = tenfold.addingReportingOverflow(digit)
    return overflows || overflowsToo ? nil : sum
  }

  /// What people read: 1299 minor units of USD as `12.99`, of JPY as `1299`.
  public static func format(_ amount: Int64, currency: String) -> String {
    let exponent = Currency.exponent(of: currency)
    var digits = Array(String(amount.magnitude).utf8)
    while digits.count <= exponent { digits.insert(0x30, at: 0) }
    if exponent > 0 { digits.insert(0x2E, at: digits.count - exponent) }
    return (amount < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}

// Amounts as people type and read them: major units with a decimal point, or a comma where the currency is
// known. Always integers inside, no rounding.

/// An amount of money in the currency of its order, exact to a ten-thousandth of the currency's unit.
///
///     let price: Money = 12.50
///     let fee = Money("4.95")
///
/// An order has one currency, so its amounts don't repeat it. A literal with up to four decimals and up to
/// 900 billion units is exact: it is rounded to the nearest ten-thousandth, once, and is an integer from
/// then on. No currency has more than four decimals.
public struct Money: Hashable, Comparable, Sendable {
  private let tenThousandths: Int64
  private static let decimals = Currency.maximumDecimals

  private init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

  /// An amount in the currency's smallest unit: 1250 cents are 12.50 USD. What 64 bits can't hold is held
  /// at their ends.
  public init(minorUnits: Int64, _ currency: Currency) {
    self.init(minorUnits, decimals: currency.decimals)
  }

  private init(_ value: Int64, decimals: Int) {
    let (scaled, overflows) = value.multipliedReportingOverflow(by: Self.scale(decimals))
    tenThousandths = overflows ? (value < 0 ? .min : .max) : scaled
  }

  /// Reads an amount as people type it, `12.50`; nil if it is anything else.
  public init?(_ text: String) {
    // A comma with four digits after it might as well separate thousands.
    guard let value = Self.parse(text, decimals: Self.decimals, separators: ".") else { return nil }
    tenThousandths = value
  }

  /// The amount in the currency's smallest unit; nil if it has more decimals than the currency.
  public func minorUnits(in currency: Currency) -> Int64? {
    minorUnits(decimals: currency.decimals)
  }

  package func minorUnits(decimals: Int) -> Int64? {
    let (quotient, rest) = tenThousandths.quotientAndRemainder(dividingBy: Self.scale(decimals))
    return rest == 0 ? quotient : nil
  }

  /// The factor for an amount with this many decimals.
  private static func scale(_ decimals: Int) -> Int64 {
    (decimals..<max(decimals, Self.decimals)).reduce(1) { scale, _ in scale * 10 }
  }

  /// Whether the left amount is less than the right one.
  public static func < (left: Money, right: Money) -> Bool {
    left.tenThousandths < right.tenThousandths
  }
}

extension Money: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// The amount of a literal without decimals, in whole units: `25` is 25.00 USD.
  public init(integerLiteral value: Int64) { self.init(value, decimals: 0) }

  /// The amount of a literal with decimals, rounded to the nearest ten-thousandth.
  public init(floatLiteral value: Double) {
    tenThousandths = Int64((value * 10_000).rounded())
  }
}

extension Money: CustomStringConvertible {
  /// The amount with at least two decimals: `25.00`; ``Currency/format(_:)`` uses the decimals of the currency.
  public var description: String {
    var text = Self.format(tenThousandths, decimals: Self.decimals)
    for _ in 0..<2 where text.hasSuffix("0") { text.removeLast() }
    return text
  }
}

// Conversion between minor units and what people write.
extension Money {
  /// The minor units of an amount as people type it, `12.99` or `12,99` in USD being 1299.
  ///
  /// A minus sign may lead. Fewer decimals than the currency has are fine, more aren't. An amount can also be typed as it
  /// is shown in any locale, `1.234,50 €`: with its currency, and with its thousands grouped if it has all decimals.
  ///
  /// - Parameter locale: The conventions by which it was typed.
  /// - Returns: nil if the text is no amount, has two meanings in the locale, or exceeds 64 bits.
  package static func parse(_ text: String, currency: String, by locale: LocaleRules = .iso)
    -> Int64?
  {
    WrittenAmount(text).number(in: currency).flatMap {
      parse($0, decimals: Currency.exponent(of: currency), by: locale)
    }
  }

  /// The minor units of a number without a currency, where the currency has this many decimals.
  package static func parse(_ number: String, decimals: Int, by locale: LocaleRules = .iso)
    -> Int64?
  {
    guard locale.meanings(of: number, decimals: decimals) == nil else { return nil }
    return plain(number, decimals: decimals)
      ?? ungrouped(number, decimals: decimals, by: locale).flatMap { ungrouped in
        let typed = ungrouped.drop { $0.isNumber || $0 == "-" }.dropFirst().count
        return typed == decimals ? plain(ungrouped, decimals: decimals) : nil
      }
  }

  /// Whether it is the number of an amount in some currency.
  package static func isAmount(_ number: String) -> Bool {
    (0...Currency.maximumDecimals).contains { parse(number, decimals: $0) != nil }
  }

  /// The minor units of a number with no separators between thousands.
  static func plain(_ number: String, decimals: Int) -> Int64? {
    parse(number, decimals: decimals, separators: ".,")
  }

  private static func parse(_ text: String, decimals exponent: Int, separators: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...])
      .split(maxSplits: 1, omittingEmptySubsequences: false) { separators.contains($0) }
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

  package static func format(_ amount: Int64, currency: String) -> String {
    format(amount, decimals: Currency.exponent(of: currency))
  }

  private static func format(_ amount: Int64, decimals exponent: Int) -> String {
    var digits = Array(String(amount.magnitude).utf8)
    while digits.count <= exponent { digits.insert(0x30, at: 0) }
    if exponent > 0 { digits.insert(0x2E, at: digits.count - exponent) }
    return (amount < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }
}

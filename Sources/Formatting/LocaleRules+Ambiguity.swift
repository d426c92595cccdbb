// Amounts that may be read in two ways: points and commas are between thousands in some locales, and before decimals in
// others.

extension LocaleRules {
  /// The two amounts that a typed one may mean, as each can be typed: `1.234` and `1234.000` for `1,234` in KWD where
  /// commas are between thousands, `1` and `1000` for `1,000` in JPY where they aren't; nil if it has one meaning, or
  /// none.
  package func meanings(of typed: String, currency: String) -> (String, String)? {
    WrittenAmount(typed).number(in: currency).flatMap {
      meanings(of: $0, decimals: Currency.exponent(of: currency))
    }
  }

  /// The two amounts that a number without a currency may mean, where the currency has this many decimals.
  package func meanings(of typed: String, decimals: Int) -> (String, String)? {
    let sign = typed.hasPrefix("-") ? "-" : ""
    let number = typed.dropFirst(sign.count)
    guard let point = number.first(where: { $0 == "." || $0 == "," }) else { return nil }
    let parts = number.split(separator: point, omittingEmptySubsequences: false)
    // A group of thousands doesn't begin with 0.
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      parts[1].count == 3, (1...3).contains(parts[0].count), parts[0].first != "0"
    else { return nil }
    if decimals == 0, parts[1] == "000", !groups(with: point) {
      return (sign + parts[0], sign + parts.joined())
    }
    guard decimals >= 3, groups(with: point) else { return nil }
    let zeros = String(repeating: "0", count: decimals)
    return (
      sign + parts.joined(separator: decimalSeparator),
      sign + parts.joined() + decimalSeparator + zeros
    )
  }

  /// Whether a character is between thousands.
  func groups(with character: Character) -> Bool { groupingSeparator == String(character) }

  /// An amount as it can be typed: `12.50`; with the locale's own decimal separator, `1,234`, where a point might be
  /// between thousands.
  package func typed(_ amount: Int64, currency: String) -> String {
    let text = Money.format(amount, currency: currency)
    return meanings(of: text, currency: currency) == nil
      ? text : text.replacing(".", with: decimalSeparator)
  }
}

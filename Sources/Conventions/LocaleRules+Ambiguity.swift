// Amounts that people of some locale would read otherwise than they are read.

extension LocaleRules {
  /// The two amounts that a typed one may mean, `1.234` and `1234.000` for `1,234` in KWD where commas are between
  /// thousands; nil if it has one meaning. A point is before decimals everywhere: forms and hints are written so.
  package func meanings(of typed: String, currency: String) -> (String, String)? {
    WrittenAmount(typed).number(in: currency).flatMap {
      meanings(of: $0, decimals: Currency.exponent(of: currency))
    }
  }

  /// The same of its number, where the currency has this many decimals.
  package func meanings(of number: String, decimals: Int) -> (String, String)? {
    let parts = number.split(separator: ",", omittingEmptySubsequences: false)
    let digits = parts.map { $0.drop { $0 == "-" } }
    guard groupingSeparator == ",", parts.count == 2, decimals >= 3,
      digits.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }), digits[1].count == 3,
      (1...3).contains(digits[0].count), digits[0].first != "0"
    else { return nil }
    let zeros = String(repeating: "0", count: decimals)
    return (parts.joined(separator: "."), "\(parts.joined()).\(zeros)")
  }
}

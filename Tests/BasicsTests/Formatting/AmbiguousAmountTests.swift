import Testing

@testable import Formatting

@Suite struct AmbiguousAmountTests {
  @Test(arguments: [
    ("en-US", "1,234", "KWD"), ("en-GB", "12,345", "BHD"), ("ja-JP", "-123,456", "OMR"),
    ("en-US", "1,234", "CLF"),
  ]) func `a comma may be between thousands, or before as many decimals as thousands have digits`(
    _ locale: String, _ text: String, _ currency: String
  ) throws {
    let rules = try #require(LocaleRules(named: locale))
    let (one, other) = try #require(rules.meanings(of: text, currency: currency))
    #expect(one == text.replacing(",", with: "."))
    #expect(other.hasPrefix(text.replacing(",", with: "") + ".000"))
  }

  @Test(arguments: ["KWD 1,234", "1,234 KWD", "KWD1,234"])
  func `a currency beside it changes nothing`(_ text: String) throws {
    let rules = try #require(LocaleRules(named: "en-US"))
    #expect(try #require(rules.meanings(of: text, currency: "KWD")) == ("1.234", "1234.000"))
  }

  @Test(arguments: [
    ("en-US", "1,234", "USD"), ("en-US", "1,234", "JPY"), ("en-US", "1,23", "KWD"),
    ("en-US", "0,234", "KWD"), ("en-US", "1.234", "KWD"), ("en-US", "1,234.000", "KWD"),
    ("en-US", "1,-234", "KWD"),
    ("en-US", "1234,567", "KWD"), ("de-DE", "1,234", "KWD"),
    ("iso", "1,234", "KWD"), ("en-US", "a,234", "KWD"), ("en-US", "", "KWD"),
  ]) func `others have one meaning, or none`(_ locale: String, _ text: String, _ currency: String)
    throws
  {
    let rules = try #require(LocaleRules(named: locale))
    #expect(rules.meanings(of: text, currency: currency) == nil)
  }
}

/// The amount that a typed text means, by where points and commas are between thousands.
@Suite struct TypedAmountTests {
  private enum Meaning: Equatable {
    case amount(Int64)
    /// Either of two.
    case either(Int64, Int64)
    case malformed
  }

  private struct Row {
    let text: String
    let currency: String
    let meanings: [Meaning]

    init(_ text: String, _ currency: String, _ meanings: Meaning...) {
      (self.text, self.currency) = (text, currency)
      self.meanings = meanings.count == 1 ? [meanings[0], meanings[0], meanings[0]] : meanings
    }
  }

  /// Locales with points between thousands, with commas, and with neither.
  private static let locales = [
    ["de-DE", "es-ES", "pt-BR"], ["en-US", "en-GB", "ja-JP"], ["iso", "fr-FR"],
  ]

  private static let rows: [Row] = [
    Row("1000", "JPY", .amount(1000)),
    Row("1.000", "JPY", .amount(1000), .either(1, 1000), .either(1, 1000)),
    Row("1,000", "JPY", .either(1, 1000), .amount(1000), .either(1, 1000)),
    Row("-12.000", "JPY", .amount(-12_000), .either(-12, -12_000), .either(-12, -12_000)),
    Row("1.000 JPY", "JPY", .amount(1000), .either(1, 1000), .either(1, 1000)),
    Row("¥1,000", "JPY", .either(1, 1000), .amount(1000), .either(1, 1000)),
    Row("1.234", "JPY", .amount(1234), .malformed, .malformed),
    Row("1,234", "JPY", .malformed, .amount(1234), .malformed),
    Row("1.234", "KRW", .amount(1234), .malformed, .malformed),
    Row("1.234.567", "JPY", .amount(1_234_567)), Row("1,234,567", "JPY", .amount(1_234_567)),
    Row("1 000", "JPY", .amount(1000)), Row("1'000", "JPY", .amount(1000)),
    Row("0.500", "JPY", .malformed), Row("0,250", "JPY", .malformed),
    Row("00.123", "JPY", .malformed), Row("000.100", "JPY", .malformed),
    Row("0.000", "JPY", .malformed), Row("0 500", "JPY", .malformed),
    Row("-0.500", "JPY", .malformed), Row("0.500.000", "JPY", .malformed),
    Row("1.00", "JPY", .malformed), Row("1.0000", "JPY", .malformed),
    Row("1.234", "USD", .malformed), Row("1,234", "USD", .malformed),
    Row("1.234,50", "USD", .amount(123_450)), Row("1,234.50", "USD", .amount(123_450)),
    Row("0.50", "USD", .amount(50)), Row("0,50", "USD", .amount(50)),
    Row("0.500,00", "USD", .malformed), Row("0,500.00", "USD", .malformed),
    Row("00 500.00", "USD", .malformed), Row("007.50", "USD", .amount(750)),
    Row("1.234", "KWD", .either(1234, 1_234_000), .amount(1234), .amount(1234)),
    Row("1,234", "KWD", .amount(1234), .either(1234, 1_234_000), .amount(1234)),
    Row("-123.456", "BHD", .either(-123_456, -123_456_000), .amount(-123_456), .amount(-123_456)),
    Row("KWD 1.234", "KWD", .either(1234, 1_234_000), .amount(1234), .amount(1234)),
    Row("0.500", "KWD", .amount(500)), Row("0,250", "KWD", .amount(250)),
    Row("00.123", "KWD", .amount(123)), Row("1.23", "KWD", .amount(1230)),
    Row("1234.567", "KWD", .amount(1_234_567)), Row("1.234.567", "KWD", .malformed),
    Row("1.234,000", "KWD", .amount(1_234_000)), Row("1,234.000", "KWD", .amount(1_234_000)),
    Row("0.234,000", "KWD", .malformed),
    Row("1.234", "CLF", .either(12_340, 12_340_000), .amount(12_340), .amount(12_340)),
    Row("1,234", "CLF", .amount(12_340), .either(12_340, 12_340_000), .amount(12_340)),
    Row("1.2345", "CLF", .amount(12_345)), Row("0.125", "CLF", .amount(1250)),
  ]

  private func meaning(of text: String, _ currency: String, _ locale: LocaleRules) -> Meaning {
    let amount = Money.parse(text, currency: currency, by: locale)
    guard let (one, other) = locale.meanings(of: text, currency: currency) else {
      return amount.map { .amount($0) } ?? .malformed
    }
    // Each of the two can be typed.
    guard amount == nil, let one = Money.parse(one, currency: currency, by: locale),
      let other = Money.parse(other, currency: currency, by: locale)
    else { return .malformed }
    return .either(one, other)
  }

  @Test(arguments: rows.indices) func `it is read, has two meanings, or none`(_ index: Int) throws {
    let row = Self.rows[index]
    for (names, expected) in zip(Self.locales, row.meanings) {
      for name in names {
        let locale = try #require(LocaleRules(named: name))
        #expect(meaning(of: row.text, row.currency, locale) == expected, "\(row.text) in \(name)")
      }
    }
  }

  @Test func `the table has locales that there are`() {
    #expect(Set(Self.locales.joined()).isSubset(of: LocaleRules.all.map(\.name)))
  }
}

// Amounts as they are typed and as they are kept.

import Formatting
import Testing

@Suite struct MoneyTests {
  static let amounts: [(text: String, currency: String, minor: Int64)] = [
    ("12.99", "USD", 1299), ("0.05", "USD", 5), ("0.00", "USD", 0), ("-12.99", "USD", -1299),
    ("1299", "JPY", 1299), ("1.299", "KWD", 1299), ("0.1299", "CLF", 1299), ("7.00", "???", 700),
    ("92233720368547758.07", "USD", .max),
  ]

  @Test(arguments: amounts) func `amounts are typed and shown in major units`(
    text: String, currency: String, minor: Int64
  ) {
    #expect(Money.parse(text, currency: currency) == minor)
    #expect(Money.format(minor, currency: currency) == text)
  }

  @Test func `the lowest amount is shown, too`() {
    #expect(Money.format(.min, currency: "USD") == "-92233720368547758.08")
  }

  @Test(arguments: amounts) func `a comma is as good as a point`(
    text: String, currency: String, minor: Int64
  ) {
    #expect(Money.parse(text.replacing(".", with: ","), currency: currency) == minor)
  }

  @Test func `without a currency, a comma might be between thousands`() {
    #expect(Money("1,234") == nil)
  }

  @Test func `fewer decimals may be typed`() {
    #expect(Money.parse("12,9", currency: "USD") == 1290)
    #expect(Money.parse("12", currency: "USD") == 1200)
    #expect(Money.parse("12.9", currency: "USD") == 1290)
  }

  @Test(arguments: [
    "", "-", ".", "12.", ".5", "12.999", "1,234", "1.234.567", "1,234.5", "1.234,5", "12.99 EUR",
    "€12.99", "12.99 USD USD", "USD", "12.99US", ",5", "12,",
    "1 2", "+1", "--1", "1e2", "٣", "1.2.3", "0x1",
    "92233720368547758.08", "99999999999999999999999",
  ]) func `anything else isn't an amount`(text: String) {
    #expect(Money.parse(text, currency: "USD") == nil)
  }

  @Test func `a currency without decimals has none`() {
    #expect(Money.parse("12.0", currency: "JPY") == nil)
  }
}

/// Amounts with something between their thousands.
@Suite struct GroupedMoneyTests {
  static let clear: [(text: String, currency: String, plain: String)] = [
    ("1.239,40", "EUR", "1239,40"), ("1,239.40", "USD", "1239.40"), ("1.239,4", "EUR", "1239,4"),
    ("12.345.678", "EUR", "12345678"), ("1.239.400", "JPY", "1239400"),
    ("1 239,40", "EUR", "1239,40"), ("1\u{202F}239,40", "EUR", "1239,40"), ("1 239", "EUR", "1239"),
    ("1'239.40", "CHF", "1239.40"), ("1’239", "CHF", "1239"), ("-1.239,40", "EUR", "-1239,40"),
    ("1,23,456.00", "INR", "123456.00"), ("12,34,567", "INR", "1234567"),
    ("1,239.400", "KWD", "1239.400"),
  ]

  @Test(arguments: clear.indices) func `the amount is known if there is one meaning`(_ index: Int) {
    let row = Self.clear[index]
    let decimals = row.plain.drop { $0.isNumber || $0 == "-" }.dropFirst().count
    let isWhole = decimals == (["JPY": 0, "KWD": 3][row.currency] ?? 2)
    #expect((Money.parse(row.text, currency: row.currency) != nil) == isWhole)
    #expect(Money.ungrouped(row.text, decimals: Currency.exponent(of: row.currency)) == row.plain)
  }

  @Test(arguments: LocaleRules.all.map(\.name)) func `every amount is read as it is shown`(
    _ locale: String
  ) throws {
    let formatting = Formatting(locale: try #require(LocaleRules(named: locale)))
    for currency in ["USD", "EUR", "GBP", "JPY", "BRL", "KWD", "CHF", "CLF"] {
      for amount: Int64 in [0, 5, 99, 1234, 100_000, 123_450, 123_456_789, -5, -1_234_567] {
        for text in [
          formatting.money(amount, currency: currency),
          formatting.amount(amount, currency: currency),
          formatting.locale.typed(amount, currency: currency),
        ] {
          #expect(
            Money.parse(text, currency: currency, by: formatting.locale) == amount, "\(text)")
        }
      }
    }
    #expect(Money.parse(formatting.money(1234, currency: "EUR"), currency: "USD") == nil)
  }

  @Test(arguments: [
    "1.239", "1,239", "12.50", "1239,40", "much", "", "-", ".", "1.2.3", "1.23,40", "1.239,",
    ",239.40",
    "1.239,405", "0.239,40", "000,239.40", "0 239", "1,239.40.50", "1234.567,00",
    "4111 1111 1111 1111", "1 2", "1,2,345", "1.239,4O",
  ])
  func `there is no other way to type what has several meanings, or none`(_ text: String) {
    #expect(Money.ungrouped(text, decimals: 2) == nil)
  }
}

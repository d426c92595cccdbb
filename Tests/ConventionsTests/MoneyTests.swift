// What people type and what is kept.

import Conventions
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
    "", "-", ".", "12.", ".5", "12.999", "1,234", "1.234.567", "1,234.56", "1.234,56", ",5", "12,",
    "1 2", "+1", "--1", "1e2", "٣", "1.2.3", "0x1",
    "92233720368547758.08", "99999999999999999999999",
  ]) func `anything else isn't an amount`(text: String) {
    #expect(Money.parse(text, currency: "USD") == nil)
  }

  @Test func `a currency without decimals has none`() {
    #expect(Money.parse("12.0", currency: "JPY") == nil)
  }
}

import CleanStore
import Testing

/// Amounts, exact from their literals to the log.
@Suite struct MoneyTests {
  @Test func `every cent that a literal can say is that cent`() {
    for cents in stride(from: Int64(0), through: 1_000_000, by: 7) {
      let text = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
      let value = Double(text).map { Money(floatLiteral: $0) }
      #expect(value?.minorUnits(in: .usd) == cents)
      #expect(Money(text) == value && value?.description == text)
    }
  }

  @Test func `each currency has its own decimals`() {
    #expect(Money(minorUnits: 1250, .usd) == 12.50 && Money(minorUnits: 1250, .jpy) == 1250)
    #expect(Money(minorUnits: 1250, "KWD") == 1.25)
    #expect(Currency("KWD").format(1.25) == "1.250 KWD" && Currency.usd.format(-3) == "-3.00 USD")
    #expect((1.005 as Money).minorUnits(in: .usd) == nil)
    #expect((1.005 as Money).minorUnits(in: "KWD") == 1005)
  }

  @Test func `texts are read strictly`() {
    #expect(Money("12.5") == 12.50 && Money("-3") == -3 && Money("0.0001") != 0)
    for text in ["", "12,50", "1e3", "0.00001", " 1", "12.", ".5"] { #expect(Money(text) == nil) }
  }

  @Test func `what 64 bits can't hold is held at their ends`() {
    #expect(Money(minorUnits: .max, .usd) > 900_000_000_000_000)
    #expect((1 as Money) < 1.01)
  }
}

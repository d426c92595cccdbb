import EventSourcing
import Formatting
import JSONLines
import Testing

@testable import Examination

/// Amounts in conditions are written in the currency of the state. The parcel's price is 12.50 USD; its parts
/// are 2 of 1.00 and 3 of 2.00.
@Suite struct MoneyConditionTests {
  @Test(arguments: [
    "price == 12.50", "price == 12.5", "price == 12.5000", "price > 12.49", "12.51 > price",
    "price != 0", "0 < price", "-price == -12.50", "-(12.50) == -price", "price > -0",
    "price in [0, 12.50]", "price not in [0.00, 12.51]", "price - 2.50 == 10.00",
    "price + price == 25.00", "price * 2 == 25.00", "2 * 12.50 == 2 * price", "price * 0 == 0.00",
    "(price else 1.00) == 12.50", "(price else 0) > 12.00", "12.50 - 2.50 < price",
    "sum(parts, quantity * value) == 8.00", "sum(parts, value + 0.50) == 4.00",
    "parts[1].value == 2.00", "exists(price)",
  ]) func `an amount is in units of the currency`(_ text: String) throws {
    #expect(try Parcel().fulfils(text))
  }

  @Test(arguments: [
    ("USD", "12.50", 1250), ("JPY", "1250.00", 1250), ("JPY", "1250.0", 1250),
    ("KWD", "1.250", 1250), ("KWD", "1.25", 1250), ("CLF", "0.125", 1250),
    ("XYZ", "12.50", 1250),
  ]) func `the decimals are those of each state's currency`(
    currency: String, amount: String, minorUnits: Int64
  ) throws {
    var parcel = Parcel()
    (parcel.currency, parcel.price) = (Text(currency), minorUnits)
    #expect(try parcel.fulfils("price == \(amount)"))
  }

  @Test func `an amount that the currency doesn't have is an error that names it, where it is met`()
    throws
  {
    var parcel = Parcel()
    parcel.currency = "JPY"
    let condition = try Condition("price > 0.00 and price > 12.99", of: Parcel.schema)
    #expect(!condition.holds(parcel))
    let typeError = try #require(condition.formula.takeTypeError())
    #expect(typeError.part == "12.99" && typeError.message.contains("JPY"))
    #expect(condition.formula.takeTypeError() == nil)
    // In the order in which they are written, though the second takes less.
    let last = try Condition("price > 12.99 and weight < 0", of: Parcel.schema)
    #expect(!last.holds(parcel) && last.formula.takeTypeError() != nil)
    let absent = try Condition("parts[7].value > 12.99", of: Parcel.schema)
    #expect(!absent.holds(parcel) && absent.formula.takeTypeError() == nil)
    let guarded = try Condition("currency == 'USD' and price > 12.99", of: Parcel.schema)
    #expect(!guarded.holds(parcel))
    #expect(guarded.formula.takeTypeError() == nil)
  }

  @Test func `an amount beside an old one is in the old one's currency`() throws {
    let condition = try Condition(
      "old(price) == 12.50 and price == 1250.00 and old(price > 12.00)"
        + " and old(price) - 2.50 == 10.00", of: Parcel.schema)
    var parcel = Parcel()
    parcel.currency = "JPY"
    #expect(condition.formula.value(parcel, before: Parcel()) == .boolean(true))
  }

  @Test func `what is computed from amounts is one`() throws {
    for (text, type) in [
      ("price", FieldType.money), ("-price", .money), ("price - 1.00", .money),
      ("price else 0", .money), ("old(price)", .money), ("sum(parts, quantity * value)", .money),
      ("2 * 12.50", .money), ("sum(parts, quantity)", .integer), ("len(parts)", .integer),
    ] { #expect(try Formula(text, of: Parcel.schema).type == type, "\(text)") }
  }

  @Test func `a domain without money has no decimals`() throws {
    let schema = FieldSchema<Parcel>(fields: [.init("weight", .integer) { _ in .integer(1) }])
    #expect(throws: ConditionError.self) { try Condition("weight > 0.5", of: schema) }
  }
}

/// Amounts in conditions as people are shown them.
@Suite struct ShownAmountConditionTests {
  private func parcel(_ price: Int64, _ currency: String) -> Parcel {
    var parcel = Parcel()
    (parcel.price, parcel.currency) = (price, Text(currency))
    return parcel
  }

  private func condition(_ text: String, _ locale: LocaleRules = .iso) throws -> Condition<Parcel> {
    try Condition(text, of: Parcel.schema, times: TypedTimes(now: nil, locale: locale))
  }

  @Test(arguments: LocaleRules.all.map(\.name)) func `every amount is read as it is shown`(
    _ name: String
  ) throws {
    let locale = try #require(LocaleRules(named: name))
    let formatting = Formatting(locale: locale)
    for currency in ["USD", "EUR", "GBP", "JPY", "BRL", "KWD", "CHF"] {
      for price: Int64 in [0, 5, 1234, 123_450, 123_456_789, -5, -1_234_567] {
        let parcel = parcel(price, currency)
        let shown = formatting.money(price, currency: currency)
        let alone = formatting.amount(price, currency: currency)
        for text in [
          "price == \(shown)", "price == \"\(shown)\"", "'\(shown)' <= price",
          "price == \"\(alone)\"",
          "price in [\"\(shown)\"]", "(price else \(shown)) - \"\(alone)\" == 0",
        ] {
          // An amount such as 1,234 without its currency may have two meanings.
          let condition = try condition(text, locale)
          #expect(condition.holds(parcel), "\(text)")
          #expect(condition.formula.takeTypeError() == nil, "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    "price == \"1.234,50 €\"", "price == \"1,234.50 EUR\"", "price == 1.234,50 €",
    "price == \"1'234.50 EUR\"", "price == EUR 1,234.50", "price == 1234.5 EUR and true",
    "not (price != \"€1234,50\")", "price in [12.00 USD, 1,234.50 EUR]",
    "sum(parts, value + 0.50 EUR) == \"4,00\"", "price > \"1.234,49\"", "-price == -1.234,50 €",
  ]) func `it needn't be in the form of the locale`(_ text: String) throws {
    #expect(try condition(text).holds(parcel(123_450, "EUR")))
  }

  @Test(arguments: ["==", "!=", "<", ">", "<=", ">="])
  func `an amount with a currency is compared with no other currency`(_ sign: String) throws {
    for amount in ["\"1.234,50 €\"", "1,234.50 EUR", "\"0 EUR\"", "\"-5.00 EUR\""] {
      let condition = try condition("price \(sign) \(amount)")
      #expect(!condition.holds(parcel(123_450, "USD")), "\(amount)")
      #expect(!condition.holds(parcel(1234, "JPY")), "\(amount)")
      #expect(condition.formula.takeTypeError() == nil)
    }
  }

  @Test(arguments: [
    ("price > \"12.99 XYZ\"", "'XYZ' isn't the code or symbol of a currency."),
    ("price > \"12.99 ₿\"", "'₿' isn't the code or symbol of a currency."),
    ("price > \"much\"", "This text isn't an amount of money."),
    ("price > \"12.99 USD USD\"", "This text isn't an amount of money."),
    ("price > 12.999 USD", "The amount has more decimals than USD, which has 2."),
    ("price > \"1,234.5 USD\"", "With thousands grouped, an amount in USD needs all 2 decimals."),
    ("price > \"¥1,234.50\"", "The amount has more decimals than JPY, which has 0."),
    ("price > \"1,234 KWD\"", "In KWD, this amount may be 1.234 or 1234.000."),
    ("price > 1,234 KWD", "In KWD, this amount may be 1.234 or 1234.000."),
  ]) func `what can't be read is named`(_ text: String, _ message: String) throws {
    let unitedStates = try #require(LocaleRules(named: "en-US"))
    let error = #expect(throws: ConditionError.self) { try condition(text, unitedStates) }
    #expect(error?.message == message)
    #expect(error?.range.lowerBound == 8)
  }

  @Test func `an amount with two meanings is an error where it is met`() throws {
    let unitedStates = try #require(LocaleRules(named: "en-US"))
    let condition = try condition("price > \"1,234\"", unitedStates)
    #expect(!condition.holds(parcel(1, "KWD")))
    #expect(
      condition.formula.takeTypeError()?.message == "In KWD, this amount may be 1.234 or 1234.000.")
    #expect(condition.holds(parcel(1235, "JPY")))
  }

  @Test func `grouped thousands without a currency are in quotes`() throws {
    for text in ["price > 1,234.50", "price > 1.234,50"] {
      let error = #expect(throws: ConditionError.self) { try condition(text) }
      #expect(error?.hint?.contains("\"1,234.50\"") == true)
    }
  }
}

/// Times in conditions as people are shown them.
@Suite struct ShownTimeConditionTests {
  @Test(arguments: LocaleRules.all.map(\.name), ["UTC", "+05:45", "-11:00"])
  func `every time is read as it is shown`(_ locale: String, _ offset: String) throws {
    let locale = try #require(LocaleRules(named: locale))
    let zone = offset == "UTC" ? .utc : try #require(TimeZoneRules(offset: offset))
    let formatting = Formatting(locale: locale, timeZone: zone)
    for time in [
      "2026-11-26T00:03:05.123456Z", "2026-11-26T12:59:59.999999Z", "2026-02-01T23:00:00.000000Z",
      "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z",
    ] {
      var parcel = Parcel()
      let sentAt = try #require(Timestamp(time))
      parcel.sentAt = sentAt
      for shown in [
        formatting.minute(sentAt), formatting.second(sentAt), formatting.labelledSecond(sentAt),
        formatting.exact(sentAt),
      ] {
        let condition = try Condition(
          "sentAt == \(shown) and (sentAt <= \(shown))", of: Parcel.schema,
          times: TypedTimes(now: nil, zone: zone, locale: locale))
        #expect(condition.holds(parcel), "\(shown)")
      }
    }
  }
}

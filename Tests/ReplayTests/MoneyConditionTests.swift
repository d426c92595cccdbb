import EventSourcing
import JSONLines
import Testing

@testable import Replay

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
    let misfit = try #require(condition.formula.takeMisfit())
    #expect(misfit.part == "12.99" && misfit.message.contains("JPY"))
    #expect(condition.formula.takeMisfit() == nil)
    let guarded = try Condition("currency == 'USD' and price > 12.99", of: Parcel.schema)
    #expect(!guarded.holds(parcel))
    #expect(guarded.formula.takeMisfit() == nil)
  }

  @Test func `an amount beside an old one is in the old one's currency`() throws {
    let condition = try Condition(
      "old(price) == 12.50 and price == 1250.00 and old(price > 12.00)"
        + " and old(price) - 2.50 == 10.00", of: Parcel.schema)
    var inputs = Inputs(condition.formula.inputs)
    inputs.take(Parcel(), isThere: true) { _ in .absent }
    var parcel = Parcel()
    parcel.currency = "JPY"
    #expect(condition.test(parcel, inputs.values, 0) == true)
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

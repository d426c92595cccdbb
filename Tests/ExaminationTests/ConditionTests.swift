import EventSourcing
import Formatting
import JSONLines
import Testing

@testable import Examination

/// The meaning of conditions. The parcel is packed, weighs 1200 of 2000 and has 2 A-1 and 3 B-2.
@Suite struct ConditionTests {
  @Test(arguments: [
    // Comparing
    "weight == 1200", "weight != 1201", "weight < 1201", "weight <= 1200", "weight > 1199",
    "weight >= 1200", "1200 == weight", "weight < box.limit", "status == \"packed\"",
    "status == 'packed'", "\"packed\" == status", "status != 'sent'", "fragile",
    "fragile == true", "fragile != false", "parts[0].sku == 'A-1'", "parts[1].sku > parts[0].sku",
    "status contains 'ack'", "'packed' contains status", "status contains ''",
    "status starts with 'pa'",
    "not (status starts with 'ack')", "not (status contains 'Pack')", "lower('PÄCK') == 'päck'",
    "status contains lower('ACK')", "parts[0].sku starts with 'A-' and true",
    "not (note contains '')",
    // Arithmetic
    "weight + 800 == box.limit", "box.limit - weight == 800", "weight * 2 == 2400",
    "2 + 3 * 4 == 14", "(2 + 3) * 4 == 20", "10 - 3 - 2 == 5", "-weight == 0 - 1200",
    "- 3 + 5 == 2",
    // Combining
    "fragile and weight > 1000", "not fragile or weight > 1000", "not (fragile and weight < 0)",
    "not fragile and weight < 0 or true", "true or false and false", "not false and true",
    "not weight == 1", "(weight > 1) == (box.limit > 1)",
    // Lists
    "len(parts) == 2", "sum(parts, quantity) == 5", "sum(parts, quantity * 10 + 1) == 52",
    "sum(parts, quantity * weight) == 6000", "weight in [1, 1200]", "weight in (1200)",
    "status in ['sent', 'packed']", "status not in ['sent', 'lost']", "not (weight in [1])",
    "weight + 1 in [1201]", "weight not in [1, 1201]", "weight in [parts[9].quantity, 1200]",
    // Absent values
    "note else 'none' == 'none'", "(note else 'none') == 'none'", "exists(weight)",
    "not exists(note)", "not exists(parts[2].sku)", "(parts[7].quantity else 0) == 0",
    "-parts[7].quantity else 5 == 5",
  ]) func `holds`(_ text: String) throws {
    #expect(try Parcel().fulfils(text), "\(text)")
  }

  @Test(arguments: [
    "note == 'x'", "note != 'x'", "note < 'x'", "note == note", "sentAt < 2026-01-31",
    "sentAt >= 2026-01-31", "sentAt in [2026-01-31]", "parts[2].quantity == 0",
    "parts[2].quantity + 1 > 0", "weight > parts[9].quantity", "exists(note)",
    "note in ['x']", "note not in ['x']", "note not in [note]", "weight not in [parts[9].quantity]",
    "weight not in [7, parts[9].quantity]", "sentAt not in [2026-01-31]",
    "len(gone) == 0", "len(gone) != 0", "exists(len(gone))", "sum(gone, size) == 0",
    "gone[0].size == 0",
  ]) func `a comparison with an absent value is false`(_ text: String) throws {
    #expect(try !Parcel().fulfils(text))
    #expect(try Parcel().fulfils("not (\(text))"))
  }

  @Test func `an absent condition doesn't hold, and neither does one compared with it`() throws {
    var parcel = Parcel()
    parcel.isFragile = nil
    for text in ["fragile", "fragile == false", "fragile != true", "exists(fragile)"] {
      #expect(try !parcel.fulfils(text), "\(text)")
    }
    #expect(try parcel.fulfils("not fragile and (fragile else true)"))
  }

  @Test(arguments: [
    "weight + 1", "weight * 2", "0 - weight - 2", "-(0 - weight - 1)", "sum(parts, quantity)",
    "sum(parts, quantity * weight)",
  ]) func `what 64 bits can't hold is absent`(_ text: String) throws {
    var parcel = Parcel()
    parcel.weight = .max
    parcel.parts = [("A-1", .max), ("B-2", .max)]
    #expect(try !parcel.fulfils("exists(\(text))"))
    #expect(try !parcel.fulfils("\(text) == \(text)"))
    #expect(try parcel.fulfils("((\(text)) else 7) == 7"))
  }

  @Test func `a sum over nothing is 0, and one over something absent is absent`() throws {
    var parcel = Parcel()
    parcel.parts = []
    #expect(try parcel.fulfils("len(parts) == 0 and sum(parts, quantity) == 0"))
    parcel.parts = [("A-1", 2), ("B-2", nil)]
    #expect(try parcel.fulfils("not exists(sum(parts, quantity))"))
    #expect(try parcel.fulfils("sum(parts, quantity else 1) == 3"))
  }

  @Test(arguments: [
    ("2026-01-31T00:00:00.000000Z", [false, true, true, false, true, false]),
    ("2026-01-31T23:59:59.999999Z", [false, true, true, false, true, false]),
    ("2026-01-30T23:59:59.999999Z", [true, true, false, false, false, true]),
    ("2026-02-01T00:00:00.000000Z", [false, false, false, true, true, true]),
  ]) func `a day is all of its moments`(time: String, expected: [Bool]) throws {
    var parcel = Parcel()
    parcel.sentAt = Timestamp(time)
    let operators = ["<", "<=", "==", ">", ">=", "!="]
    for (operation, holds) in zip(operators, expected) {
      #expect(try parcel.fulfils("sentAt \(operation) 2026-01-31") == holds, "\(operation)")
      let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][operation] ?? operation
      #expect(try parcel.fulfils("2026-01-31 \(mirrored) sentAt") == holds, "\(mirrored)")
    }
  }

  @Test func `a time is all of the minute or second that was typed`() throws {
    var parcel = Parcel()
    parcel.sentAt = Timestamp("2026-01-31T12:00:07.000001Z")
    for text in [
      "sentAt == 2026-01-31T12:00Z", "sentAt == 2026-01-31T12:00:07", "sentAt > 2026-01-31T11:59",
      "sentAt > 2026-01-31T12:00:06", "sentAt < 2026-01-31T12:00:08Z", "sentAt <= 2026-01-31T12:00",
      "sentAt == 2026-01-31T12:00:07.000001Z", "sentAt > 2026-01-31T12:00:07.0",
      "sentAt == 2026-01-31T07:00:07.000001-05:00", "sentAt in [2026-01-30,2026-01-31T12:00]",
    ] { #expect(try parcel.fulfils(text), "\(text)") }
    #expect(try !parcel.fulfils("sentAt > 2026-01-31T12:00 or sentAt < 2026-01-31T12:00:07"))
  }

  @Test(arguments: [
    ("iso", "2026-01-31 13:00:07"), ("iso", "2026-01-31 13:00 +01:00"),
    ("iso", "2026-01-31 12:00:07 UTC"),
    ("de-DE", "31.01.2026, 13:00:07 +01:00"), ("de-DE", "31.01.2026"),
    ("en-US", "1/31/2026, 1:00:07\u{202F}PM"),
    ("en-US", "1/31/2026, 1:00 PM"), ("en-GB", "31/01/2026, 13:00"), ("fr-FR", "31/01/2026 13:00"),
    ("ja-JP", "2026/01/31 13:00:07"),
  ]) func `a time is written as it is shown`(_ locale: String, _ text: String) throws {
    let zone = try #require(TimeZoneRules(offset: "+01:00"))
    let times = TypedTimes(now: nil, zone: zone, locale: try #require(LocaleRules(named: locale)))
    var parcel = Parcel()
    parcel.sentAt = Timestamp("2026-01-31T12:00:07.000001Z")
    for condition in [
      "sentAt == \(text)", "not sentAt != \(text) and true", "sentAt in (\(text), 2020-01-01)",
    ] {
      #expect(
        try Condition(condition, of: Parcel.schema, times: times).holds(parcel), "\(condition)")
    }
  }

  @Test(arguments: [
    ("sentAt == 2026-02-01", true), ("sentAt == 2026-01-31", false),
    ("sentAt >= 2026-02-01T00:30 and sentAt < 2026-02-01T00:31", true),
    ("sentAt >= 2026-01-31T23:30Z and sentAt < 2026-01-31T23:31Z", true),
  ]) func `times without a zone are in that of the output`(text: String, holds: Bool) throws {
    var parcel = Parcel()
    parcel.sentAt = Timestamp("2026-01-31T23:30:00.500000Z")
    let zone = try #require(TimeZoneRules(offset: "+01:00"))
    let condition = try Condition(
      text, of: Parcel.schema, times: TypedTimes(now: nil, zone: zone))
    #expect(condition.holds(parcel) == holds)
  }

  @Test(arguments: ["2026-01-31T25:00", "2026-13-01", "2026-01-31T12:00+1", "2026-01-31Tnoon"])
  func `what is no time says how times are written`(text: String) throws {
    let error = try #require(throws: ConditionError.self) {
      try Parcel().fulfils("sentAt > \(text)")
    }
    #expect(error.message == "This isn't a time.")
    #expect(error.hint?.contains("2026-01-31T12:00+01:00") == true)
  }

  @Test func `2026-01-31 is a day, and a difference only with spaces`() throws {
    #expect(try Parcel().fulfils("2026 - 01 - 31 == 1994"))
  }

  @Test func `the kinds of formulas, and the parts that are shown`() throws {
    let formula = try Formula(
      "sum(parts, quantity) + weight - (box.limit else 0) > old(weight) and changed(status)"
        + " and actor == 'amy' and exists(parts[0].sku) and weight > 0", of: Parcel.schema)
    #expect(formula.type == .boolean)
    #expect(formula.isMomentary)
    #expect(
      formula.parts.map(\.name) == [
        "sum(parts, quantity)", "weight", "box.limit", "old(weight)", "status", "old(status)",
        "actor", "parts[0].sku",
      ])
    #expect(try Formula("weight - 1", of: Parcel.schema).type == .integer)
    #expect(try Formula("sentAt", of: Parcel.schema).type == .time)
    #expect(try Formula("note else 'x'", of: Parcel.schema).type == .text)
    #expect(try Formula("len(parts)", of: Parcel.schema).isMomentary == false)
  }
}

import EventSourcing
import Foundation
import Testing

@testable import Formatting

/// Times, amounts, phones and cards in the words of a place.
@Suite struct FormattingTests {
  /// 2026-11-05T09:05:07Z
  static let morning = Timestamp("2026-11-05T09:05:07.000000Z") ?? .earliest

  static let rows: [(locale: String, minute: String, money: String, small: String)] = [
    ("iso", "2026-11-05 09:05", "1234567.89 USD", "1234.50 EUR"),
    ("en-US", "11/5/2026, 9:05\u{202F}AM", "$1,234,567.89", "€1,234.50"),
    ("en-GB", "05/11/2026, 09:05", "US$1,234,567.89", "€1,234.50"),
    ("de-DE", "05.11.2026, 09:05", "1.234.567,89\u{A0}$", "1.234,50\u{A0}€"),
    ("fr-FR", "05/11/2026 09:05", "1\u{202F}234\u{202F}567,89\u{A0}$US", "1\u{202F}234,50\u{A0}€"),
    ("es-ES", "05/11/2026, 9:05", "1.234.567,89\u{A0}US$", "1234,50\u{A0}€"),
    ("pt-BR", "05/11/2026, 09:05", "US$\u{A0}1.234.567,89", "€\u{A0}1.234,50"),
    ("ja-JP", "2026/11/05 9:05", "$1,234,567.89", "€1,234.50"),
  ]

  @Test func `every locale has its row`() {
    #expect(Self.rows.map(\.locale) == LocaleRules.all.map(\.name))
    #expect(LocaleRules(named: "tlh") == nil)
  }

  @Test(arguments: rows.map(\.locale)) func `a locale's dates and amounts`(_ name: String) throws {
    let row = try #require(Self.rows.first { $0.locale == name })
    let formatting = Formatting(locale: try #require(LocaleRules(named: name)))
    #expect(formatting.minute(Self.morning) == row.minute)
    #expect(formatting.money(123_456_789, currency: "USD") == row.money)
    #expect(formatting.money(123_450, currency: "EUR") == row.small)
  }

  @Test func `odd amounts`() {
    let formatting = Formatting(locale: LocaleRules(named: "en-US") ?? .iso)
    #expect(formatting.money(0, currency: "USD") == "$0.00")
    #expect(formatting.money(-5, currency: "USD") == "-$0.05")
    #expect(formatting.money(1234, currency: "JPY") == "¥1,234")
    #expect(formatting.money(1_234_567, currency: "KWD") == "KWD\u{A0}1,234.567")
    #expect(formatting.money(1000, currency: "") == "1,000 minor units")
    // The least amount has no positive counterpart, so the nearest one is shown.
    #expect(formatting.money(.min, currency: "USD") == "-$92,233,720,368,547,758.07")
    #expect(formatting.amount(-99_999, currency: "USD") == "-999.99")
  }

  @Test func `midnight and noon on a clock of twelve hours`() throws {
    let formatting = Formatting(locale: try #require(LocaleRules(named: "en-US")))
    let texts = ["00:00", "00:59", "11:59", "12:00", "23:05"].map { clock in
      formatting.minute(Timestamp("2026-01-01T\(clock):00.000000Z") ?? .earliest)
        .split(separator: " ")[1].replacing("\u{202F}", with: " ")
    }
    #expect(texts == ["12:00 AM", "12:59 AM", "11:59 AM", "12:00 PM", "11:05 PM"])
  }

  @Test(arguments: [
    ("4155550132", "(415) 555-0132"), ("415-555-0132", "(415) 555-0132"),
    ("+1 415 555 0132", "+1 (415) 555-0132"), ("+49 40 123456", "+49 40 123456"),
    ("+49 40 12345678", "+49 40 12345678"), ("12345", "12345"), ("", ""),
    ("abc4155550132", "abc4155550132"), ("14155550132", "+1 (415) 555-0132"),
    // Of Tokyo, Paris, Berlin and Zurich; no codes of areas, or of exchanges.
    ("0312345678", "0312345678"), ("06 12 34 56 78", "06 12 34 56 78"),
    ("(030) 123-4567", "(030) 123-4567"), ("+41 44 123 45 67", "+41 44 123 45 67"),
    ("1155550132", "1155550132"), ("4151550132", "4151550132"), ("+10312345678", "+10312345678"),
    ("9115550132", "9115550132"), ("+4155550132", "+4155550132"), ("½155550132", "½155550132"),
  ]) func `a phone number`(typed: String, shown: String) {
    let formatting = Formatting(locale: LocaleRules(named: "en-US") ?? .iso)
    #expect(formatting.phone(typed) == shown)
    #expect(formatting.phone(typed, in: ["CA", "US"]) == shown)
    #expect(Formatting.standard.phone(typed) == typed)
  }

  /// Ten digits may be a number of the other country.
  @Test(arguments: [
    ("3331234567", "IT"), ("9876543210", "IN"), ("13812345678", "CN"), ("2125550132", "JP"),
  ]) func `a phone number that may be of another country`(typed: String, country: String) {
    let formatting = Formatting(locale: LocaleRules(named: "en-US") ?? .iso)
    #expect(formatting.phone(typed, in: [country]) == typed)
    #expect(formatting.phone(typed, in: ["US", country]) == typed)
    #expect(formatting.phone("+1 415 555 0132", in: [country]) == "+1 (415) 555-0132")
  }

  @Test func `an amount whose currency isn't known is in minor units`() {
    #expect(Formatting.standard.money(1250, currency: "") == "1250 minor units")
    let german = Formatting(locale: LocaleRules(named: "de-DE") ?? .iso)
    #expect(german.money(-1_250_000, currency: "") == "-1.250.000 minor units")
  }

  @Test func `cards show their end and their last month`() {
    let formatting = Formatting(locale: LocaleRules(named: "de-DE") ?? .iso)
    #expect(formatting.card(brand: "visa", last4: "4242") == "visa •••• 4242")
    #expect(formatting.card(brand: nil, last4: nil) == "")
    #expect(formatting.expiry("2028-06") == "06/28")
    #expect(formatting.expiry("soon") == "soon")
    #expect(Formatting.standard.expiry("2028-06") == "2028-06")
  }
}

/// The times of clocks in a time zone.
@Suite struct TimeZoneRulesTests {
  @Test(arguments: [
    ("UTC", 0), ("Z", 0), ("+05:30", 19_800), ("-08:00", -28_800), ("+00:00", 0),
    ("-23:59", -86_340),
  ]) func `a fixed offset`(text: String, seconds: Int) throws {
    #expect(try #require(TimeZoneRules(offset: text)).offset(at: .latest) == seconds)
  }

  @Test(arguments: ["", "+5:30", "05:30", "+24:00", "+05:60", "Berlin", "+ab:cd", "utc"])
  func `no offset`(_ text: String) { #expect(TimeZoneRules(offset: text) == nil) }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000),
    // South of the equator summer spans the new year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
    ("<+0530>-5:30", "2026-07-01T00:00:00Z", 19_800),
    ("AAA0BBB,J60,J300", "2024-03-01T02:00:00Z", 3600),
    ("AAA0BBB,59,300", "2024-02-29T01:59:59Z", 0),
  ]) func `a rule that repeats each year`(rule: String, time: String, offset: Int) throws {
    guard let parsed = YearlyRule(rule) else { throw UnreadableRule() }
    let zone = TimeZoneRules(name: "x", offsetBefore: 0, yearlyRule: parsed)
    let moment = try #require(Timestamp(written: time))
    #expect(zone.offset(at: moment) == offset)
  }

  @Test(arguments: [
    "", "C1", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0,M10.5.0x",
  ])
  func `no rule`(_ text: String) { #expect(YearlyRule(text) == nil) }

  private struct UnreadableRule: Error {}

  static let zoneinfo = "/usr/share/zoneinfo/"

  /// The system's own idea of a zone, as a second opinion.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: zoneinfo + "Europe/Berlin")),
    arguments: [
      "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
      "Africa/Casablanca",
      "America/Sao_Paulo", "Pacific/Apia", "Etc/UTC",
    ])
  func `zones agree with the system's`(_ name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.zoneinfo + name)))
    let zone = try #require(TimeZoneRules(name: name, compiled: bytes))
    let reference = try #require(TimeZone(identifier: name))
    // Every 10 days and 7 hours from 1970 to 2080.
    for step in 0..<3950 {
      let second = step * (10 * 86_400 + 7 * 3600)
      let offset = zone.offset(at: Timestamp(microseconds: Int64(second) * 1_000_000))
      let expected = reference.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      #expect(offset == expected, "\(name) at \(second)")
      if offset != expected { return }
    }
  }

  @Test func `bytes that are no zone don't crash`() throws {
    var header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
    #expect(TimeZoneRules(name: "x", compiled: []) == nil)
    #expect(TimeZoneRules(name: "x", compiled: header) == nil)
    header[35] = 255
    #expect(TimeZoneRules(name: "x", compiled: header + header) == nil)
    for index in 20..<44 { header[index] = 0xFF }
    #expect(TimeZoneRules(name: "x", compiled: header + header) == nil)
  }

  @Test(arguments: LocaleRules.all.map(\.name), ["UTC", "+09:00"])
  func `times in a column are equally wide`(_ locale: String, _ zone: String) throws {
    let formatting = Formatting(
      locale: try #require(LocaleRules(named: locale)),
      timeZone: try #require(TimeZoneRules(offset: zone)))
    let times = try ["2026-01-05T00:03:00", "2026-10-15T12:03:00", "2026-12-25T02:00:00"].map {
      try #require(Timestamp($0 + ".000000Z"))
    }
    for write in [formatting.secondInColumn, formatting.labelledSecondInColumn] {
      let texts = times.map(write)
      #expect(Set(texts.map(\.count)).count == 1, "\(texts)")
    }
    #expect(times.contains { !formatting.secondInColumn($0).hasSuffix(" ") })
  }

  @Test func `a time without a heading names its offset, except in UTC`() throws {
    let time = try #require(Timestamp("2026-01-05T09:03:00.000000Z"))
    #expect(Formatting.standard.labelledSecond(time) == "2026-01-05 09:03:00")
    for (zone, text) in [
      ("+05:30", "2026-01-05 14:33:00 +05:30"), ("-08:00", "2026-01-05 01:03:00 -08:00"),
    ] {
      let rules = try #require(TimeZoneRules(offset: zone))
      #expect(Formatting(timeZone: rules).labelledSecond(time) == text)
    }
  }
}

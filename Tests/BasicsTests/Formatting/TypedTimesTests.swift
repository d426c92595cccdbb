import EventSourcing
import Synchronization
import Testing

@testable import Formatting

/// Times as they are typed, in the zone that output is written in.
@Suite struct TypedTimesTests {
  private static let now = Timestamp("2026-11-20T23:30:00.000000Z")

  @Test(arguments: [
    ("2026-01-31T12:00", "2026-01-31T12:00:59.999999Z"),
    ("2026-01-31T12:00:07", "2026-01-31T12:00:07.999999Z"),
    ("2026-01-31T12:00:07.5", "2026-01-31T12:00:07.500000Z"),
    ("2026-01-31T12:00+05:30", "2026-01-31T06:30:59.999999Z"),
    ("2026-01-31T12:00-08:00", "2026-01-31T20:00:59.999999Z"),
    ("2026-01-31 12:00:07", "2026-01-31T12:00:07.999999Z"),
    ("2026-01-31 12:00:07 UTC", "2026-01-31T12:00:07.999999Z"),
    ("2026-01-31 12:00 +05:30", "2026-01-31T06:30:59.999999Z"),
    ("2026-01-31 12:00:07 +00:53:28", "2026-01-31T11:06:39.999999Z"),
    ("now", "2026-11-20T23:30:00.000000Z"),
    ("T08:00", "2026-11-20T08:00:59.999999Z"), ("T08:00+01:00", "2026-11-21T07:00:59.999999Z"),
    ("2026-01-31", "2026-01-31T23:59:59.999999Z"), ("today", "2026-11-20T23:59:59.999999Z"),
    ("yesterday", "2026-11-19T23:59:59.999999Z"), ("9999-12-31", "9999-12-31T23:59:59.999999Z"),
  ]) func `without a zone, times are in UTC, and end with what was typed`(
    _ text: String, _ expected: String
  ) {
    #expect(TypedTimes(now: Self.now).read(text)?.last == Timestamp(expected))
  }

  @Test(arguments: [
    ("2026-01-31T12:00", "2026-01-31T11:00:00.000000Z"),
    ("2026-01-31T12:00Z", "2026-01-31T12:00:00.000000Z"), ("now", "2026-11-20T23:30:00.000000Z"),
    ("T08:00", "2026-11-21T07:00:00.000000Z"), ("2026-01-31", "2026-01-30T23:00:00.000000Z"),
    ("today", "2026-11-20T23:00:00.000000Z"), ("yesterday", "2026-11-19T23:00:00.000000Z"),
  ]) func `in a zone, days begin when its clocks show midnight`(_ text: String, _ expected: String)
  {
    let times = TypedTimes(now: Self.now, zone: TimeZoneRules(offset: "+01:00") ?? .utc)
    #expect(times.read(text)?.first == Timestamp(expected))
  }

  /// Clocks go from 02:00 to 03:00 at 01:00 UTC, and back 1000 hours later.
  private static let summer = TimeZoneRules(
    name: "X", offsetBefore: 3600,
    changes: [
      .init(time: 1_774_746_000, offset: 7200), .init(time: 1_778_346_000, offset: 3600),
    ])

  @Test(arguments: [
    ("2026-03-29T01:59", "2026-03-29T00:59:00.000000Z"),
    ("2026-03-29T03:00", "2026-03-29T01:00:00.000000Z"),
    ("2026-03-29T02:30", "2026-03-29T01:30:00.000000Z"),
    ("2026-05-09T18:30", "2026-05-09T16:30:00.000000Z"),
    ("2026-05-09T18:30+01:00", "2026-05-09T17:30:00.000000Z"),
    ("2026-05-09T19:30", "2026-05-09T18:30:00.000000Z"),
    ("2026-03-29", "2026-03-28T23:00:00.000000Z"), ("2026-03-30", "2026-03-29T22:00:00.000000Z"),
  ]) func `clocks that are put forward or back are no obstacle`(_ text: String, _ expected: String)
  {
    let times = TypedTimes(now: Self.now, zone: Self.summer)
    #expect(times.read(text)?.first == Timestamp(expected))
  }

  @Test(arguments: [
    ("2026-03-29T02:30", ["skipped", "+01:00"]),
    ("2026-05-09T18:30:05", ["twice", "+02:00", "+01:00"]),
    ("2026-05-09 18:30", ["twice", "+02:00", "+01:00"]), ("2026-05-09 18:30 +02:00", []),
    ("2026-05-09", []),
    ("2026-05-09T17:59", []), ("2026-05-09T19:00", []), ("2026-03-29T01:59", []),
    ("2026-03-29T03:00", []),
  ]) func `a local time that exists twice or not at all is named, with the offset that was taken`(
    _ text: String, _ words: [String]
  ) {
    let found = Collected()
    let times = TypedTimes(now: nil, zone: Self.summer) { found.add($0) }
    #expect(times.read(text) != nil)
    #expect(found.all.count == (words.isEmpty ? 0 : 1))
    #expect(words.allSatisfy { found.all.joined().contains($0) }, "\(found.all)")
  }

  @Test(arguments: [
    "", "T", "Z", "T8:00", "2026-01-31T", "2026-01-31T12", "2026-02-30", "2026-01-31T24:00",
    "2026-01-31T12:00+1:00", "2026-01-31T12:00+25:00", "tomorrow", "Now", "+01:00",
    "2026-01-31+01:00", "2026-1-31", "2026-01-31 9:00", "31.01.2026", "1/31/2026",
    "2026-01-31 12:00 CET",
  ]) func `anything else isn't a time`(_ text: String) {
    #expect(TypedTimes(now: Self.now).read(text) == nil)
  }

  @Test func `a day is told from a moment, and nothing is now without a clock`() {
    for day in ["2026-01-31", "today", "yesterday"] {
      #expect(TypedTimes(now: Self.now).read(day)?.isDay == true)
    }
    for text in ["now", "today", "T08:00"] { #expect(TypedTimes.utc.read(text) == nil) }
  }
}

/// A shown time is read again, in every locale and zone, and stands for what it was shown for.
@Suite struct ShownTimesTests {
  /// Newfoundland put its clocks back at one minute past midnight, and Cuba at one o'clock, to midnight.
  static let zones: [TimeZoneRules] = [
    .utc, TimeZoneRules(offset: "+05:45") ?? .utc,
    TimeZoneRules(
      name: "America/St_Johns", offsetBefore: -9000,
      changes: [.init(time: 1_162_089_060, offset: -12_600)]),
    TimeZoneRules(
      name: "America/Havana", offsetBefore: -14_400,
      changes: [.init(time: 1_162_098_000, offset: -18_000)]),
    // An odd offset, as of before there were zones.
    TimeZoneRules(
      name: "Europe/Berlin", offsetBefore: 3208,
      changes: [.init(time: -2_422_054_408, offset: 3600)]),
    // Samoa had no 30 December 2011.
    TimeZoneRules(
      name: "Pacific/Apia", offsetBefore: -36_000,
      changes: [.init(time: 1_325_239_200, offset: 50_400)]),
  ]

  static let times: [Timestamp] =
    [
      .earliest, .latest, Timestamp(microseconds: 0), Timestamp(microseconds: -1),
    ]
    + zones.flatMap { zone in
      zone.changes.flatMap { change in
        [-86_400, -5000, -3600, -1800, -59, -1, 0, 1, 30, 1799, 3600, 5000, 90_000].map {
          Timestamp(microseconds: (change.time + $0) * 1_000_000 + 123_456)
        }
      }
    }

  @Test(arguments: LocaleRules.all.map(\.name), zones)
  func `a moment as shown leads back`(_ locale: String, _ zone: TimeZoneRules) throws {
    let formatting = Formatting(locale: try #require(LocaleRules(named: locale)), timeZone: zone)
    let times = TypedTimes(now: nil, zone: zone, locale: formatting.locale)
    for time in Self.times {
      let shown = [
        formatting.minute(time), formatting.second(time), formatting.labelledSecond(time),
        formatting.second(time) + " " + zone.name,
      ]
      for text in shown {
        let read = try #require(times.read(text), "\(text)")
        #expect(read.first <= time && time <= read.last, "\(text) \(time)")
        #expect(read.last.microseconds - read.first.microseconds < 60_000_000)
      }
      let exact = try #require(times.read(formatting.exact(time)), "\(formatting.exact(time))")
      #expect(exact.first == time && exact.last == time, "\(formatting.exact(time))")
    }
  }

  @Test(arguments: zones)
  func `every moment is of one day, and the days follow one another`(_ zone: TimeZoneRules) throws {
    let times = TypedTimes(now: nil, zone: zone)
    for time in Self.times {
      let day = zone.day(of: time)
      #expect(
        day.first <= time && time <= day.last || [.earliest, .latest].contains(time),
        "\(day) \(time)")
      let read = try #require(times.read(day.name))
      #expect(read.first == day.first && read.last == day.last)
      guard day.name != "0001-01-01" else { continue }
      let before = zone.day(before: day)
      #expect(before.last.microseconds + 1 == day.first.microseconds)
      #expect(before.name < day.name)
    }
  }

  @Test func `a day with two midnights is one day`() {
    let (newfoundland, cuba) = (Self.zones[2], Self.zones[3])
    let day = newfoundland.day(of: Timestamp(microseconds: 1_162_089_060_000_000))
    #expect(day.name == "2006-10-28")
    #expect(day.first == Timestamp("2006-10-28T02:30:00.000000Z"))
    #expect(day.last == Timestamp("2006-10-29T03:29:59.999999Z"))
    let other = cuba.day(of: Timestamp(microseconds: 1_162_098_000_000_000))
    #expect(other.name == "2006-10-29" && other.first == Timestamp("2006-10-29T04:00:00.000000Z"))
  }

  @Test func `years that clocks can't show are shown in UTC`() {
    let west = Formatting(timeZone: TimeZoneRules(offset: "-08:00") ?? .utc)
    #expect(west.labelledSecond(.earliest) == "0001-01-01 00:00:00 +00:00")
    #expect(west.second(.latest) == "9999-12-31 15:59:59")
    let east = Formatting(timeZone: TimeZoneRules(offset: "+01:00") ?? .utc)
    #expect(east.second(.latest) == "9999-12-31 23:59:59 +00:00")
  }
}

private final class Collected: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

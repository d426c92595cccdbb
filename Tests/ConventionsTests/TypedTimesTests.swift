import EventSourcing
import Testing

@testable import Conventions

/// Times as they are typed, in the zone that output is written in.
@Suite struct TypedTimesTests {
  private static let now = Timestamp("2026-11-20T23:30:00.000000Z")

  @Test(arguments: [
    ("2026-01-31T12:00", "2026-01-31T12:00:00.000000Z"),
    ("2026-01-31T12:00:07.5", "2026-01-31T12:00:07.500000Z"),
    ("2026-01-31T12:00+05:30", "2026-01-31T06:30:00.000000Z"),
    ("2026-01-31T12:00-08:00", "2026-01-31T20:00:00.000000Z"),
    ("now", "2026-11-20T23:30:00.000000Z"),
    ("T08:00", "2026-11-20T08:00:00.000000Z"), ("T08:00+01:00", "2026-11-21T07:00:00.000000Z"),
    ("2026-01-31", "2026-01-31T23:59:59.999999Z"), ("today", "2026-11-20T23:59:59.999999Z"),
    ("yesterday", "2026-11-19T23:59:59.999999Z"),
  ]) func `without a zone, times are in UTC`(_ text: String, _ expected: String) {
    #expect(TypedTimes(now: Self.now).read(text, ofDay: .last) == Timestamp(expected))
  }

  @Test(arguments: [
    ("2026-01-31T12:00", "2026-01-31T11:00:00.000000Z"),
    ("2026-01-31T12:00Z", "2026-01-31T12:00:00.000000Z"), ("now", "2026-11-20T23:30:00.000000Z"),
    ("T08:00", "2026-11-21T07:00:00.000000Z"), ("2026-01-31", "2026-01-30T23:00:00.000000Z"),
    ("today", "2026-11-20T23:00:00.000000Z"), ("yesterday", "2026-11-19T23:00:00.000000Z"),
  ]) func `in a zone, days begin when its clocks show midnight`(_ text: String, _ expected: String)
  {
    let times = TypedTimes(now: Self.now, zone: TimeZoneRules(offset: "+01:00") ?? .utc)
    #expect(times.read(text, ofDay: .first) == Timestamp(expected))
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
    ("2026-05-09T19:30", "2026-05-09T18:30:00.000000Z"),
    ("2026-03-29", "2026-03-29T21:59:59.999999Z"),
  ]) func `clocks that are put forward or back are no obstacle`(_ text: String, _ expected: String)
  {
    let times = TypedTimes(now: Self.now, zone: Self.summer)
    #expect(times.read(text, ofDay: .last) == Timestamp(expected))
  }

  @Test(arguments: [
    "", "T", "Z", "T8:00", "2026-01-31T", "2026-01-31T12", "2026-02-30", "2026-01-31T24:00",
    "2026-01-31T12:00+1:00", "2026-01-31T12:00+25:00", "tomorrow", "Now", "+01:00",
    "2026-01-31+01:00",
  ]) func `anything else isn't a time`(_ text: String) {
    #expect(TypedTimes(now: Self.now).read(text, ofDay: .last) == nil)
  }

  @Test func `a day is no time where a moment is wanted, and nothing is now without a clock`() {
    for day in ["2026-01-31", "today", "yesterday"] {
      #expect(TypedTimes(now: Self.now).read(day, ofDay: nil) == nil)
    }
    for text in ["now", "today", "T08:00"] {
      #expect(TypedTimes.utc.read(text, ofDay: .last) == nil)
    }
  }
}

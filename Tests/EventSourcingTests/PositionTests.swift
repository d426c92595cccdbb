// Positions: how they are written, and where they lie in a history with gaps.

import EventSourcing
import JSONLines
import Testing

@Suite struct PositionTests {
  private static func time(_ text: String) -> Position {
    Timestamp(text).map { .time($0) } ?? .start
  }

  @Test(arguments: [
    ("start", Position.start), ("end", .end), ("0", .start), ("1", .seq(1)), ("4127", .seq(4127)),
    ("-3", .beforeEnd(3)), ("-0", .beforeEnd(0)), ("1001@5", .revision(id: "1001", rev: 5)),
    ("@4127", .seq(4127)), ("@0", .start),
    ("a.b-c@0", .revision(id: "a.b-c", rev: 0)),
    ("2026-01-31T12:00Z", time("2026-01-31T12:00:59.999999Z")),
    ("2026-01-31T12:00:07Z", time("2026-01-31T12:00:07.999999Z")),
    ("2026-01-31T12:00:07.5Z", time("2026-01-31T12:00:07.500000Z")),
    ("2026-01-31T12:00:07.123456Z", time("2026-01-31T12:00:07.123456Z")),
    ("2026-01-31", time("2026-01-31T23:59:59.999999Z")),
    ("2024-02-29", time("2024-02-29T23:59:59.999999Z")),
  ])
  func `a position is written in one of few ways`(_ text: String, _ position: Position) throws {
    #expect(try Position(text) == position)
  }

  @Test(arguments: [
    "", " ", "Start", "END", "-", "--3", "+3", "1.5", "3 ", "1001@", "@", "@-5", "@@5", "1001@-1",
    "10 01@5",
    "start@5", "a..b@1", "a@b@5", "99999999999999999999", "1001@99999999999999999999",
    "2026-1-31", "2026-02-30", "2026-01-31T12:00", "2026-01-31T12Z", "2026-01-31T12:00:0Z",
    "2026-01-31T12:00:07.Z", "2026-01-31T12:00:07.1234567Z", "2026-01-31T12:.0Z",
    "2026-01-31T12:00+01:00", "2026-01-31 12:00Z", "2026-01-31T24:00Z", "2026-01-31T12:00z", "٣",
  ])
  func `anything else isn't a position, and the error lists those that are`(_ text: String) throws {
    let error = try #require(throws: PositionSyntaxError.self) { try Position(text) }
    #expect(error.message.contains("'\(text)'"))
    #expect(error.message.contains("ID@5"))
  }

  /// Entries 2, 3, 7, 8 and 20; order 1001 has its revisions 4 and 5, order 7 its 1.
  private static let history: InMemoryHistory = {
    var refused = HandmadeEntry.plain(
      seq: 8, at: "2026-11-21T10:00:00.000000Z", rev: 5)
    refused["events"] = nil
    refused.members.append(("rejected", #"{"code":"order-already-shipped"}"#))
    let entries: [HandmadeEntry] = [
      .plain(seq: 2, at: "2026-11-20T09:00:00.000000Z", rev: 4),
      .plain(seq: 3, at: "2026-11-20T09:00:00.000000Z", stream: "order/7", rev: 1),
      .plain(seq: 7, at: "2026-11-20T23:59:59.999999Z", rev: 5),
      refused,
      .plain(seq: 20, at: "2026-11-22T00:00:00.000000Z", stream: "catalog", rev: 1),
    ]
    let text = entries.map { $0.unsealed + "\n" }.joined()
    return InMemoryHistory(ByteStorage.copy(of: text), name: "history")
  }()

  @Test(arguments: [
    ("start", 0), ("end", Int.max), ("7", 7), ("5", 5), ("21", 21), ("-0", .max), ("-1", 8),
    ("-2", 7), ("-3", 3), ("-4", 2), ("-5", 0), ("1001@4", 2), ("1001@5", 7), ("7@1", 3),
    ("2026-11-19", 0), ("2026-11-20", 7), ("2026-11-21", 8), ("2026-11-22", 20), ("2030-01-01", 20),
    ("2026-11-20T09:00Z", 3), ("2026-11-20T08:59:59.999999Z", 0), ("2026-11-20T23:59Z", 7),
    ("2026-11-20T23:59:59Z", 7), ("2026-11-20T23:58Z", 3), ("@7", 7),
  ])
  func `a position is the last entry before it`(_ text: String, _ seq: Int) throws {
    #expect(try Position(text).resolve(in: Self.history, category: "order") == seq)
  }

  @Test(arguments: [
    ("-6", "5 entries"), ("1001@6", "ends at 5"), ("1001@3", "ends at 5"), ("8@1", "order/8"),
    ("catalog@1", "order/catalog"),
  ])
  func `a position beyond the end is an error that names the end`(_ text: String, _ end: String)
    throws
  {
    let error = try #require(throws: LogError.self) {
      try Position(text).resolve(in: Self.history, category: "order")
    }
    #expect(error.code == .beyondEnd)
    #expect(error.message.contains(end))
  }

  @Test func `a projection goes as far as a position, over gaps, and no further than the end`()
    throws
  {
    for (seq, entries, last) in [(0, 0, 0), (1, 0, 0), (2, 1, 2), (6, 2, 3), (.max, 5, 20)] {
      var projection = CountingProjection()
      let end = try Self.history.project(into: &projection, through: seq)
      #expect(end.entries == entries && end.seq == last && projection.entries == entries)
    }
    var projection = CountingProjection()
    let error = try #require(throws: LogError.self) {
      try Self.history.project(into: &projection, through: 21)
    }
    #expect(error.code == .beyondEnd)
    #expect(error.message.contains("ends at 20"))
  }

  @Test func `a projection reports how much it read, and from when to when`() throws {
    var projection = CountingProjection()
    let end = try Self.history.project(into: &projection)
    #expect(end.bytes == (try lines(of: Self.history).reduce(0) { $0 + $1.utf8.count + 1 }))
    #expect(end.times?.lowerBound.description == "2026-11-20T09:00:00.000000Z")
    #expect(end.times?.upperBound.description == "2026-11-22T00:00:00.000000Z")
    #expect(end.tornTail == nil)
  }
}

/// Counts entries, without looking into them.
struct CountingProjection: Projection {
  var entries = 0
  mutating func read(_ entry: Entry) { entries += 1 }
}

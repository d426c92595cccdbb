// Points in time: what is written, what is read, and every day from 1890 to 2110.

import EventSourcing
import Testing

@Suite struct TimestampTests {
  /// Days of the months as a calendar on the wall has them; written apart from the code on purpose.
  private static func length(of month: Int, in year: Int) -> Int {
    if month == 2 {
      return year.isMultiple(of: 400) || (year.isMultiple(of: 4) && !year.isMultiple(of: 100))
        ? 29 : 28
    }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  @Test func `every day from 1890 to 2110 follows on the day before`() throws {
    var text = TimestampText()
    var day = try #require(Timestamp("1890-01-01T00:00:00.000000Z")).microseconds
    for year in 1890...2110 {
      for month in 1...12 {
        for date in 1...Self.length(of: month, in: year) {
          let timestamp = Timestamp(microseconds: day)
          let (found, same) = text.withBytes(of: timestamp) { bytes in
            var reader = TimestampText()
            return (
              Self.number(bytes, 0..<4) * 10_000 + Self.number(bytes, 5..<7) * 100
                + Self.number(bytes, 8..<10),
              reader.parse(bytes) == timestamp
            )
          }
          if found != year * 10_000 + month * 100 + date || !same
            || timestamp.date != (year, month, date)
          {
            Issue.record("\(year)-\(month)-\(date) is written as \(timestamp)")
            return
          }
          day += 86_400_000_000
        }
      }
    }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00.000000Z", 0),
    ("1970-01-01T00:00:00.000001Z", 1),
    ("1969-12-31T23:59:59.999999Z", -1),
    ("2000-02-29T12:34:56.789012Z", 951_827_696_789_012),
    ("2026-11-20T09:00:00.000000Z", 1_795_165_200_000_000),
    ("0001-01-01T00:00:00.000000Z", -62_135_596_800_000_000),
    ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
  ])
  func `a time is read and written as RFC 3339 has it`(_ text: String, _ microseconds: Int64) {
    #expect(Timestamp(text)?.microseconds == microseconds)
    #expect(Timestamp(microseconds: microseconds).description == text)
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T09:00:00Z", "2026-11-20T09:00:00.00000Z",
    "2026-11-20T09:00:00.0000000Z", "2026-11-20T09:00:00.000000z", "2026-11-20t09:00:00.000000Z",
    "2026-11-20 09:00:00.000000Z", "2026-11-20T09:00:00,000000Z", "2026-11-20T09-00:00.000000Z",
    "2026-11-20T09:00.00.000000Z", "2026/11-20T09:00:00.000000Z", "2026-11/20T09:00:00.000000Z",
    "2026-13-20T09:00:00.000000Z", "2026-00-20T09:00:00.000000Z", "2026-11-31T09:00:00.000000Z",
    "2026-11-00T09:00:00.000000Z", "2026-02-29T09:00:00.000000Z", "1900-02-29T09:00:00.000000Z",
    "2026-11-20T24:00:00.000000Z", "2026-11-20T09:60:00.000000Z", "2026-11-20T09:00:60.000000Z",
    "0000-01-01T00:00:00.000000Z", "-001-01-01T00:00:00.000000Z", "２026-11-20T09:00:00.0000Z",
    "2026-11-20T09:00:00.000000+", " 2026-11-20T09:00:00.00000Z",
  ])
  func `anything else is no time`(_ text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(arguments: [2000, 2004, 2024, 1600, 9996])
  func `leap years have a 29th of February`(_ year: Int) {
    #expect(Timestamp("\(year)-02-29T00:00:00.000000Z") != nil)
  }

  @Test(arguments: [2001, 2100, 1900, 2026])
  func `other years have none`(_ year: Int) {
    #expect(Timestamp("\(year)-02-29T00:00:00.000000Z") == nil)
  }

  @Test func `each byte of a time must be what it is`() throws {
    let good = Array("2026-11-20T09:00:00.000000Z".utf8)
    for index in good.indices {
      for byte in UInt8.min...UInt8.max where byte != good[index] {
        var changed = good
        changed[index] = byte
        // A reader that remembers the minute must be as strict as one that doesn't.
        var warm = TimestampText()
        let (first, fresh, remembered) = changed.withUnsafeBytes { bytes in
          var cold = TimestampText()
          return (good.withUnsafeBytes { warm.parse($0) }, cold.parse(bytes), warm.parse(bytes))
        }
        #expect(first != nil)
        #expect(fresh == remembered)
        let isDigit = (0x30...0x39).contains(byte)
        guard let fresh else { continue }
        let text = String(decoding: changed, as: UTF8.self)
        #expect(isDigit && fresh.description == text, "\(text) was read as \(fresh)")
      }
    }
  }

  @Test func `times beyond what can be written are held at the ends`() {
    #expect(Timestamp(microseconds: .min) == .earliest)
    #expect(Timestamp(microseconds: .max) == .latest)
    #expect(Timestamp.earliest.endOfDay.description == "0001-01-01T23:59:59.999999Z")
    #expect(Timestamp.latest.endOfDay == .latest)
  }

  @Test(arguments: [
    "1969-12-31T00:00:00.000000Z", "1970-01-01T00:00:00.000000Z", "2024-02-29T23:59:59.999999Z",
    "2026-11-20T09:00:00.000000Z", "0001-01-01T00:00:00.000000Z",
  ])
  func `the end of a day is its last microsecond`(_ text: String) throws {
    let time = try #require(Timestamp(text))
    #expect(time.endOfDay.description == text.prefix(10) + "T23:59:59.999999Z")
  }

  @Test func `a writer that remembers the minute writes what a fresh one does`() {
    var writer = TimestampText()
    let start: Int64 = -120_000_003
    for step in [0, 1, 59_999_999, 60_000_000, -1, -60_000_001, 3_600_000_000, -.max / 4, .max / 4]
    {
      for base in [start, 0, 1_795_165_200_000_000] {
        let time = Timestamp(microseconds: base + Int64(step))
        let text = writer.withBytes(of: time) { String(decoding: $0, as: UTF8.self) }
        #expect(text == time.description)
        #expect(Timestamp(text) == time)
      }
    }
  }
}

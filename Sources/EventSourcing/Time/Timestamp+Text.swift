// Reading and writing the one written form of a timestamp. Consecutive entries mostly share
// their day, so both directions remember the last one.

extension Timestamp: CustomStringConvertible {
  /// The written form, as in `2026-11-20T09:00:00.000000Z`.
  public var description: String {
    var text = TimestampText()
    return text.withBytes(of: self) { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the written form; nil if it is anything else.
  public init?(_ text: some StringProtocol) {
    var bytes = Array(text.utf8)
    guard bytes.count == Self.width else { return nil }
    var cache = TimestampText()
    let parsed = bytes.withUnsafeMutableBytes { cache.parse(UnsafeRawBufferPointer($0)) }
    guard let parsed else { return nil }
    self = parsed
  }
}

/// Reads and writes timestamps, remembering the last day.
@frozen package struct TimestampText: Sendable {
  // The first ten bytes (`2026-11-20`) as two words, and the microseconds at the day's start.
  @usableFromInline var words: (UInt64, UInt16) = (0, 0)
  @usableFromInline var day: Int64 = .min

  @usableFromInline static let microsecondsInDay: Int64 = 86_400_000_000

  /// A reader and writer that remembers nothing yet.
  @inlinable public init() {}

  /// Reads a timestamp out of exactly 27 bytes; nil if they aren't one.
  @inlinable public mutating func parse(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    guard bytes.count == Timestamp.width else { return nil }
    let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    let second = bytes.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    if first != words.0 || second != words.1 || day == .min {
      guard let start = Self.parseDay(bytes) else { return nil }
      words = (first, second)
      day = start
    }
    // Eight bytes at a time: digits become their values, punctuation becomes 0.
    let clock = Self.digits(bytes, at: 11, in: "00:00:00", least: 0x7676_7F76_767F_7676)
    let fraction = Self.digits(bytes, at: 19, in: ".000000Z", least: 0x7F76_7676_7676_767F)
    guard bytes[10] == 0x54, let clock, let fraction else { return nil }
    let pairs = clock &* 10 &+ clock &>> 8
    let (hour, minute, second60) = (pairs & 0xFF, pairs &>> 24 & 0xFF, pairs &>> 48 & 0xFF)
    guard hour < 24, minute < 60, second60 < 60 else { return nil }
    let seconds = Int64((hour &* 60 &+ minute) &* 60 &+ second60)
    let microseconds = Int64(eightDigitValue(fraction &<< 8))
    return Timestamp(microseconds: day &+ seconds &* 1_000_000 &+ microseconds)
  }

  /// Eight bytes that match the pattern, in which 0 is any digit, as the digits' values; nil if
  /// they don't match.
  ///
  /// - Parameter least: The number that sets a byte's top bit when added to anything that isn't allowed there.
  @inlinable @inline(__always)
  static func digits(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, in pattern: StaticString, least: UInt64
  ) -> UInt64? {
    let expected = UnsafeRawPointer(pattern.utf8Start).loadUnaligned(as: UInt64.self)
    let found = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ expected
    let values = UInt64(littleEndian: found)
    guard ((values &+ least) | values) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return values
  }

  @inlinable @inline(__always)
  static func number(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var value = 0
    var isBad = false
    for index in start..<end {
      let digit = bytes[index] &- 0x30
      isBad = isBad || digit > 9
      value = value &* 10 &+ Int(digit)
    }
    return isBad ? nil : value
  }

  @usableFromInline static func parseDay(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = number(bytes, from: 0, to: 4), year >= 1,
      let month = number(bytes, from: 5, to: 7), (1...12).contains(month),
      let day = number(bytes, from: 8, to: 10),
      (1...Timestamp.daysInMonth(month, of: year)).contains(day)
    else { return nil }
    return Timestamp.days(year: year, month: month, day: day) * microsecondsInDay
  }

  /// Calls the closure with the 27 bytes of the written form.
  public mutating func withBytes<R>(
    of timestamp: Timestamp, _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(byteCount: Timestamp.width, alignment: 8) { buffer in
      let offset = timestamp.microseconds &- day
      if day == .min || offset < 0 || offset >= Self.microsecondsInDay {
        writeDay(of: timestamp, into: buffer)
      } else {
        buffer.storeBytes(of: words.0, toByteOffset: 0, as: UInt64.self)
        buffer.storeBytes(of: words.1, toByteOffset: 8, as: UInt16.self)
      }
      let rest = UInt64(timestamp.microseconds &- day)
      let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1_000_000)
      buffer[10] = 0x54
      Self.writePair(seconds / 3600, at: 11, into: buffer)
      buffer[13] = 0x3A
      Self.writePair(seconds / 60 % 60, at: 14, into: buffer)
      buffer[16] = 0x3A
      Self.writePair(seconds % 60, at: 17, into: buffer)
      buffer[19] = 0x2E
      Self.writePair(fraction / 10_000, at: 20, into: buffer)
      Self.writePair(fraction / 100 % 100, at: 22, into: buffer)
      Self.writePair(fraction % 100, at: 24, into: buffer)
      buffer[26] = 0x5A
      return body(UnsafeRawBufferPointer(buffer))
    }
  }

  private mutating func writeDay(
    of timestamp: Timestamp, into buffer: UnsafeMutableRawBufferPointer
  ) {
    let (days, rest) = Timestamp.split(timestamp.microseconds)
    let date = Timestamp.civil(fromDays: days)
    Self.write(date.year, digits: 4, at: 0, into: buffer)
    buffer[4] = 0x2D
    Self.write(date.month, digits: 2, at: 5, into: buffer)
    buffer[7] = 0x2D
    Self.write(date.day, digits: 2, at: 8, into: buffer)
    words.0 = buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    words.1 = buffer.loadUnaligned(fromByteOffset: 8, as: UInt16.self)
    day = timestamp.microseconds - rest
  }

  /// Writes the two digits of a number below 100.
  @inline(__always) private static func writePair(
    _ value: UInt64, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) {
    // A multiplication with the reciprocal of ten, exact for numbers of that size.
    let tens = (value &* 103) &>> 10
    let digits = tens | (value &- tens &* 10) &<< 8
    let text = UInt16(truncatingIfNeeded: digits | 0x3030)
    buffer.storeBytes(of: text.littleEndian, toByteOffset: offset, as: UInt16.self)
  }

  private static func write(
    _ value: Int, digits: Int, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) {
    var rest = value
    for index in stride(from: offset + digits - 1, through: offset, by: -1) {
      buffer[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

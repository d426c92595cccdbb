// Single values: texts, integers, booleans and null.

extension JSONReader {
  /// Consumes a string and returns where the bytes between its quotes lie.
  ///
  /// They are valid UTF-8 with valid escapes.
  @inlinable @inline(__always)
  public mutating func text() throws(JSONError) -> TextRange {
    try take(0x22)
    let start = cursor
    var found = firstSpecialByte(base + start)
    var offset = start &+ found
    // Ends at the latest at the zeros behind the storage.
    while found == 16 {
      found = firstSpecialByte(base + offset)
      offset &+= found
    }
    if base[offset] == 0x22 && offset < end {
      cursor = offset &+ 1
      return TextRange(offset: start, count: offset &- start)
    }
    let range = try source.text(from: start, at: offset)
    cursor = start &+ range.count &+ 1
    return range
  }

  /// Consumes a string, or `null`, for which it returns ``TextRange/null``.
  @inlinable @inline(__always)
  public mutating func textOrNull() throws(JSONError) -> TextRange {
    if try takeNull() { return .null }
    return try text()
  }

  /// Consumes an integer within ±(2^53 − 1), whatever the profile.
  ///
  /// - Throws: `not-an-integer`, `integer-out-of-range` or `invalid-number` at its first byte.
  @inlinable @inline(__always)
  public mutating func integer() throws(JSONError) -> Int64 {
    let first = try peek()
    let start = cursor
    let isNegative = first == 0x2D
    var offset = isNegative ? start &+ 1 : start
    let firstDigit = offset
    var value: UInt64 = 0
    while true {
      let digit = base[offset] &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    let digits = offset &- firstDigit
    // Sixteen digits can't overflow the sum; a point or an exponent has a bit that these don't share.
    if digits == 0 || digits > 16 || value > 9_007_199_254_740_991
      || (base[firstDigit] == 0x30 && (digits > 1 || isNegative)) || offset > end
      || base[offset] == 0x2E || base[offset] | 0x20 == 0x65
    {
      throw failureOfInteger(at: start)
    }
    cursor = offset
    return isNegative ? 0 &- Int64(truncatingIfNeeded: value) : Int64(truncatingIfNeeded: value)
  }

  /// Consumes `null` if it is next.
  @inlinable @inline(__always)
  public mutating func takeNull() throws(JSONError) -> Bool {
    if try peek() != 0x6E { return false }
    try takeLiteral("null")
    return true
  }

  /// Consumes `true` or `false`.
  @inlinable
  public mutating func boolean() throws(JSONError) -> Bool {
    switch try peek() {
    case 0x74:
      try takeLiteral("true")
      return true
    case 0x66:
      try takeLiteral("false")
      return false
    default:
      throw source.unexpectedValue(at: cursor)
    }
  }

  /// Consumes `true`, `false` or `null`, whose first byte is next.
  @usableFromInline
  mutating func takeLiteral(_ literal: StaticString) throws(JSONError) {
    if expect(literal) { return }
    var length = 1
    while length < literal.utf8CodeUnitCount,
      base[cursor &+ length] == literal.utf8Start[length]
    { length &+= 1 }
    throw source.failure(.unexpectedByte, at: cursor &+ length)
  }

  @usableFromInline @inline(never)
  func failureOfInteger(at start: Int) -> JSONError {
    var number = self
    number.cursor = start
    do throws(JSONError) {
      guard base[start] == 0x2D || (0x30...0x39).contains(base[start]) else {
        return source.unexpectedValue(at: start)
      }
      try number.skipNumber(onlyIntegers: true)
    } catch {
      return error
    }
    return source.failure(.integerOutOfRange, at: start)
  }
}

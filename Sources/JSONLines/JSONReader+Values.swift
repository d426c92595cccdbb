// Single values: texts, integers, booleans and null.

extension JSONReader {
  /// Consumes a string and returns the range between its quotes.
  ///
  /// They are valid UTF-8 with valid escapes.
  @inlinable @inline(__always)
  public mutating func text() throws(JSONError) -> TextRange {
    try take(0x22)
    let text = try source.text(at: cursor &- 1)
    cursor = text.end
    return text.range
  }

  /// Consumes a string, or `null`, for which it returns ``TextRange/null``.
  @inlinable @inline(__always)
  public mutating func textOrNull() throws(JSONError) -> TextRange {
    if try takeNull() { return .null }
    return try text()
  }

  /// Consumes an integer within ±(2^53 − 1), whatever the profile.
  ///
  /// - Throws: `not-an-integer` or `integer-out-of-range` at its first byte, besides errors of syntax.
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
    // Sixteen digits can't overflow the sum. The exact error is found elsewhere.
    if digits == 0 || digits > 16 || value > 9_007_199_254_740_991
      || (base[firstDigit] == 0x30 && (digits > 1 || isNegative)) || offset > end
      || base[offset] == 0x2E || base[offset] | 0x20 == 0x65
    {
      throw source.failureOfInteger(at: start)
    }
    cursor = offset
    return isNegative ? 0 &- Int64(truncatingIfNeeded: value) : Int64(truncatingIfNeeded: value)
  }

  /// Consumes `null` if it is next.
  @inlinable @inline(__always)
  public mutating func takeNull() throws(JSONError) -> Bool {
    if try peek() != 0x6E { return false }
    try takeLiteral("null")
    sawOmissions = true
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
  @inlinable
  mutating func takeLiteral(_ literal: StaticString) throws(JSONError) {
    cursor = try source.endOfLiteral(literal, at: cursor)
  }
}

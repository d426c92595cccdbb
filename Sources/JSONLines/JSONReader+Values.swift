// Single values: texts, integers, booleans and null.

extension JSONReader {
  /// Consumes a string and returns where the bytes between its quotes lie.
  ///
  /// They are valid UTF-8 with valid escapes.
  @inlinable @inline(__always)
  public mutating func text() throws(JSONError) -> TextRange {
    try take(0x22)
    let start = cursor
    let length = firstSpecialByte(base + start)
    let behind = start &+ length
    if length < 16 && base[behind] == 0x22 && behind < end {
      cursor = behind &+ 1
      return TextRange(offset: start, count: length)
    }
    return try longText(from: start, at: behind)
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
      throw unexpectedValue()
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
    throw failure(.unexpectedByte, at: cursor &+ length)
  }

  /// The rest of a string that is long, has escapes or isn't ASCII, or is wrong.
  @usableFromInline @inline(never)
  mutating func longText(from start: Int, at special: Int) throws(JSONError) -> TextRange {
    var offset = special
    var hasEscapes = false
    while true {
      let byte = base[offset]
      if byte == 0x22 { break }
      if byte >= 0x80 {
        let length = lengthOfUTF8Sequence(base + offset)
        if length == 0 { throw failure(.invalidUTF8, at: offset) }
        offset &+= length
        if base[offset] >= 0x80 { continue }
      } else if byte == 0x5C {
        hasEscapes = true
        offset &+= try lengthOfEscape(at: offset)
      } else if byte < 0x20 {
        throw failure(.controlCharacter, at: offset)
      }
      offset &+= firstSpecialByte(base + offset)
    }
    if offset >= end { throw failure(.unexpectedEnd, at: end) }
    cursor = offset &+ 1
    return TextRange(offset: start, count: offset &- start, hasEscapes: hasEscapes)
  }

  /// The length of the escape at a backslash: 2, 6 or, for a surrogate pair, 12.
  private func lengthOfEscape(at offset: Int) throws(JSONError) -> Int {
    switch base[offset &+ 1] {
    case 0x22, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74:
      return 2
    case 0x2F:
      if profile == .canonical { throw failure(.notCanonical, at: offset) }
      return 2
    case 0x75:
      return try lengthOfHexadecimalEscape(at: offset)
    default:
      throw offset &+ 1 >= end
        ? failure(.unexpectedEnd, at: end) : failure(.invalidEscape, at: offset)
    }
  }

  private func lengthOfHexadecimalEscape(at offset: Int) throws(JSONError) -> Int {
    let digits = UnsafeRawBufferPointer(start: base + offset, count: 12)
    let unit = hexadecimal4(digits, at: 2)
    if unit == .max {
      throw offset &+ 6 > end
        ? failure(.unexpectedEnd, at: end) : failure(.invalidEscape, at: offset)
    }
    if unit >= 0xD800 && unit <= 0xDFFF {
      let isPair =
        unit < 0xDC00 && digits[6] == 0x5C && digits[7] == 0x75
        && (0xDC00...0xDFFF).contains(hexadecimal4(digits, at: 8)) && offset &+ 12 <= end
      if !isPair {
        if profile == .rfc8259 { return 6 }
        throw failure(.loneSurrogate, at: offset)
      }
      if profile == .canonical { throw failure(.notCanonical, at: offset) }
      return 12
    }
    if profile == .canonical && !isCanonicalEscape(digits, of: unit) {
      throw failure(.notCanonical, at: offset)
    }
    return 6
  }

  /// Whether the writer would write this control character so: no shorter escape, lower case.
  private func isCanonicalEscape(_ digits: UnsafeRawBufferPointer, of unit: UInt32) -> Bool {
    switch unit {
    case 0x08, 0x09, 0x0A, 0x0C, 0x0D: false
    case 0..<0x20: digits[5] < 0x41 || digits[5] > 0x46
    default: false
    }
  }

  @usableFromInline @inline(never)
  func failureOfInteger(at start: Int) -> JSONError {
    var number = self
    number.cursor = start
    do throws(JSONError) {
      guard base[start] == 0x2D || (0x30...0x39).contains(base[start]) else {
        return unexpectedValue()
      }
      try number.skipNumber(onlyIntegers: true)
    } catch {
      return error
    }
    return failure(.integerOutOfRange, at: start)
  }
}

// Numbers and literals: where they end, and their errors.

extension JSONSource {
  /// The offset after `true`, `false` or `null`, whose first byte is at this one.
  @usableFromInline
  func endOfLiteral(_ literal: StaticString, at start: Int) throws(JSONError) -> Int {
    for index in 0..<literal.utf8CodeUnitCount
    where base[start &+ index] != literal.utf8Start[index] || start &+ index >= end {
      throw failure(.unexpectedByte, at: start &+ index)
    }
    return start &+ literal.utf8CodeUnitCount
  }

  /// The offset after the number, which the laxest profile lets be anything that the grammar allows.
  @inline(__always)
  func endOfNumber(at start: Int, onlyIntegers: Bool) throws(JSONError) -> Int {
    let firstDigit = base[start] == 0x2D ? start &+ 1 : start
    var value: UInt64 = 0
    let endOfDigits = digits(from: firstDigit, &value)
    let count = endOfDigits &- firstDigit
    guard count > 0, count == 1 || base[firstDigit] != 0x30 else {
      throw failure(.invalidNumber, at: firstDigit)
    }
    let endOfNumber = try endOfFractionAndExponent(from: endOfDigits)
    if endOfNumber > end { throw failure(.unexpectedEnd, at: end) }
    guard onlyIntegers else { return endOfNumber }
    if endOfNumber != endOfDigits || (firstDigit != start && base[firstDigit] == 0x30) {
      throw failure(.notAnInteger, at: start)
    }
    // Sixteen digits can't overflow the sum.
    if count > 16 || value > 9_007_199_254_740_991 {
      throw failure(.integerOutOfRange, at: start)
    }
    return endOfNumber
  }

  @inline(__always)
  private func endOfFractionAndExponent(from start: Int) throws(JSONError) -> Int {
    var offset = start
    if base[offset] == 0x2E { offset = try endOfMoreDigits(from: offset &+ 1) }
    if base[offset] | 0x20 == 0x65 {
      let hasSign = base[offset &+ 1] == 0x2B || base[offset &+ 1] == 0x2D
      offset = try endOfMoreDigits(from: offset &+ (hasSign ? 2 : 1))
    }
    return offset
  }

  /// The offset after the digits of a fraction or an exponent; there must be some.
  private func endOfMoreDigits(from start: Int) throws(JSONError) -> Int {
    var ignored: UInt64 = 0
    let offset = digits(from: start, &ignored)
    if offset == start { throw failure(.invalidNumber, at: start) }
    return offset
  }

  @inline(__always)
  private func digits(from start: Int, _ value: inout UInt64) -> Int {
    var offset = start
    while true {
      let digit = base[offset] &- 0x30
      if digit > 9 { return offset }
      value = value &* 10 &+ UInt64(digit)
      offset &+= 1
    }
  }

  /// The error of something that isn't an integer in range.
  @usableFromInline @inline(never)
  func failureOfInteger(at start: Int) -> JSONError {
    guard base[start] == 0x2D || (0x30...0x39).contains(base[start]) else {
      return unexpectedValue(at: start)
    }
    do throws(JSONError) {
      _ = try endOfNumber(at: start, onlyIntegers: true)
      return failure(.integerOutOfRange, at: start)
    } catch {
      return error
    }
  }
}

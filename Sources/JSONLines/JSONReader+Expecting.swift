// For readers that know what usually comes next: one compare for a key and its punctuation.

extension JSONReader {
  /// The string that follows the literal, if the literal and then a string are next; otherwise nil,
  /// and nothing was consumed.
  ///
  /// - Parameter literal: what stands before the string: `,"customer":`.
  /// - Throws: what is wrong with the string.
  @inlinable @inline(__always)
  public mutating func text(behind literal: StaticString) throws(JSONError) -> TextRange? {
    let start = cursor &+ literal.utf8CodeUnitCount
    guard start < end, base[start] == 0x22,
      sameBytes(base + cursor, literal.utf8Start, count: literal.utf8CodeUnitCount)
    else { return nil }
    cursor = start
    return try calledText()
  }

  /// The integer that follows the literal, if the literal and then a number are next; otherwise nil,
  /// and nothing was consumed.
  ///
  /// - Throws: what is wrong with the number.
  @inlinable @inline(__always)
  public mutating func integer(behind literal: StaticString) throws(JSONError) -> Int64? {
    let start = cursor &+ literal.utf8CodeUnitCount
    guard start < end, base[start] &- 0x30 < 10 || base[start] == 0x2D,
      sameBytes(base + cursor, literal.utf8Start, count: literal.utf8CodeUnitCount)
    else { return nil }
    cursor = start
    return try calledInteger()
  }

  /// Whether the raw bytes of a text that was read are those of the literal, without escapes.
  @inlinable @inline(__always)
  public func isText(_ range: TextRange, _ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    return range.count == count && !range.hasEscapes && range.isPresent
      && sameBytes(base + range.offset, literal.utf8Start, count: count)
  }

  // Called, not inlined: a function that reads many values would get so long that the compiler
  // stopped inlining anything into it.

  @usableFromInline @inline(never)
  mutating func calledText() throws(JSONError) -> TextRange { try text() }

  @usableFromInline @inline(never)
  mutating func calledInteger() throws(JSONError) -> Int64 { try integer() }
}

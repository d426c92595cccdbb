// A fast path for readers that know which key usually comes next: one comparison for a key and its punctuation.

extension JSONReader {
  /// The string that follows the literal, if the literal and then a string are next; otherwise nil,
  /// with nothing consumed.
  ///
  /// - Parameter literal: what precedes the string: `,"customer":`.
  /// - Throws: what is wrong with the string.
  @inlinable @inline(__always)
  public mutating func text(after literal: StaticString) throws(JSONError) -> TextRange? {
    let quote = cursor &+ literal.utf8CodeUnitCount
    guard quote < end, base[quote] == 0x22,
      sameBytes(base + cursor, literal.utf8Start, count: literal.utf8CodeUnitCount)
    else { return nil }
    let count = firstSpecialByte(base + quote + 1)
    let close = quote &+ 1 &+ count
    // Most texts are short and plain.
    if count < 16 && base[close] == 0x22 && close < end {
      cursor = close &+ 1
      return TextRange(offset: quote &+ 1, count: count)
    }
    cursor = quote
    return try calledText()
  }

  /// The integer that follows the literal, if the literal and then a number are next; otherwise
  /// nil, with nothing consumed.
  ///
  /// - Throws: what is wrong with the number.
  @inlinable @inline(__always)
  public mutating func integer(after literal: StaticString) throws(JSONError) -> Int64? {
    let start = cursor &+ literal.utf8CodeUnitCount
    guard start < end, base[start] &- 0x30 < 10 || base[start] == 0x2D,
      sameBytes(base + cursor, literal.utf8Start, count: literal.utf8CodeUnitCount)
    else { return nil }
    cursor = start
    if let natural = shortNatural() { return natural }
    return try calledInteger()
  }

  /// The string that is next, if it is one of these names without escapes; otherwise nil, with nothing consumed.
  package mutating func name(in table: KeyTable) -> (rank: Int, text: TextRange)? {
    let (rank, length) = table.find(quoted: base + cursor)
    let start = cursor &+ 1
    guard rank >= 0, cursor &+ length < end else { return nil }
    cursor &+= length
    return (rank, TextRange(offset: start, count: length &- 2))
  }

  /// A natural number of at most seven digits, if one is next; otherwise nil, with nothing
  /// consumed.
  @inlinable @inline(__always)
  mutating func shortNatural() -> Int64? {
    guard let (value, end) = source.shortNatural(at: cursor) else { return nil }
    cursor = end
    return value
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

extension JSONSource {
  /// A natural number of at most seven digits, and where it ends; nil if something else is there.
  @inlinable @inline(__always)
  func shortNatural(at start: Int) -> (value: Int64, end: Int)? {
    let digits =
      UInt64(littleEndian: load(base + start, as: UInt64.self)) ^ 0x3030_3030_3030_3030
    // The top bit of bytes above 9 gets set, and perhaps some in bytes after the first of them.
    let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    let count = others.trailingZeroBitCount &>> 3
    guard count > 0, count < 8, digits & 0xFF != 0 || count == 1, start &+ count < end else {
      return nil
    }
    // A fraction or an exponent makes something else of it.
    let next = base[start &+ count]
    guard next != 0x2E, next | 0x20 != 0x65 else { return nil }
    return (Int64(eightDigitValue(digits &<< UInt64(64 &- 8 &* count))), start &+ count)
  }
}

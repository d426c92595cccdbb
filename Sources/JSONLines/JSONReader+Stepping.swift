// Stepping over values whose bytes something else vouches for: a checksum, or an earlier reading.

extension JSONReader {
  /// Steps over the array or object at the position without validating it: only strings and depth count.
  ///
  /// - Returns: Where it lies.
  /// - Throws: `unexpected-end` if it isn't closed before the end.
  @inlinable @inline(__always)
  public mutating func stepOver() throws(JSONError) -> Range<Int> {
    let start = cursor
    cursor = try source.endOfTrusted(at: start)
    return start..<cursor
  }
}

extension JSONSource {
  /// Where the array or object at the offset ends.
  @usableFromInline @inline(never)
  func endOfTrusted(at start: Int) throws(JSONError) -> Int {
    var offset = start
    var depth = 0
    while true {
      let byte = base[offset]
      if byte == 0x22 {
        offset &+= 1
        offset &+= firstQuoteOrBackslash(base + offset)
        if base[offset] != 0x22 { offset = try endOfTrustedText(at: offset) }
        offset &+= 1
        // Mostly a colon and a text follow a key, a comma and a key a text.
        if base[offset &+ 1] == 0x22 { offset &+= 1 }
      } else {
        // Braces differ from brackets by one bit.
        let bracket = byte | 0x20
        offset &+= 1
        if bracket == 0x7B {
          depth &+= 1
        } else if bracket == 0x7D {
          depth &-= 1
          if depth <= 0 { break }
        } else if byte == 0 && offset > end {
          throw JSONError(.unexpectedEnd, at: end)
        }
      }
    }
    if offset > end || depth < 0 { throw JSONError(.unexpectedEnd, at: end) }
    return offset
  }

  /// Where the closing quote of a text is that is long or has escapes.
  @inline(never)
  private func endOfTrustedText(at start: Int) throws(JSONError) -> Int {
    var offset = start
    while base[offset] != 0x22 {
      if offset >= end { throw JSONError(.unexpectedEnd, at: end) }
      if base[offset] == 0x5C { offset &+= 2 }
      offset &+= firstQuoteOrBackslash(base + offset)
    }
    return offset
  }
}

/// The index of the first of sixteen bytes that is a quote or a backslash; 16 if there is none.
@inlinable @inline(__always)
func firstQuoteOrBackslash(_ pointer: UnsafePointer<UInt8>) -> Int {
  let bytes = load(pointer, as: SIMD16<Int8>.self)
  let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
  let backslashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
  return firstLane(quotes .| backslashes)
}

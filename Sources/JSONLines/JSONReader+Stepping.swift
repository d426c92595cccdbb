// Stepping over values whose bytes something else vouches for: a checksum, or an earlier reading.

private import Instructions

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
  /// Where the array or object at the offset ends: 64 bytes a step.
  @usableFromInline @inline(never)
  func endOfTrusted(at start: Int) throws(JSONError) -> Int {
    var offset = start
    var depth = 0
    // All ones within a string.
    var text: UInt64 = 0
    // 1 if a backslash before the block escapes its first byte.
    var escapes: UInt64 = 0
    // At least as many bytes can be read after the end.
    while offset &+ 64 &- ByteStorage.padding <= end {
      let found = cleanstore_structure_of(base + offset)
      var quotes = found.quotes
      if found.backslashes | escapes != 0 {
        quotes &= ~escaped(by: found.backslashes, &escapes)
      }
      text ^= prefixXOR(quotes)
      var brackets = (found.opening | found.closing) & ~text
      while brackets != 0 {
        let bit = brackets & (0 &- brackets)
        depth &+= found.opening & bit != 0 ? 1 : -1
        if depth == 0 {
          offset &+= bit.trailingZeroBitCount &+ 1
          if offset > end { throw JSONError(.unexpectedEnd, at: end) }
          return offset
        }
        brackets &= brackets &- 1
      }
      text = UInt64(bitPattern: Int64(bitPattern: text) &>> 63)
      offset &+= 64
    }
    return try endOfTrustedTail(at: offset, depth, isInText: text != 0, isEscaped: escapes != 0)
  }

  /// The same for the last bytes, one by one.
  @inline(never)
  private func endOfTrustedTail(
    at start: Int, _ depth: Int, isInText: Bool, isEscaped: Bool
  ) throws(JSONError) -> Int {
    var (depth, isInText, isEscaped) = (depth, isInText, isEscaped)
    for offset in start..<max(start, end) {
      let byte = base[offset]
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x22 {
        isInText.toggle()
      } else if !isInText && byte | 0x20 == 0x7B {
        depth += 1
      } else if !isInText && byte | 0x20 == 0x7D {
        depth -= 1
        if depth == 0 { return offset + 1 }
      }
    }
    throw JSONError(.unexpectedEnd, at: end)
  }

  /// The bytes that backslashes escape, and whether the last one escapes the next block's first.
  @inline(never)
  private func escaped(by backslashes: UInt64, _ carry: inout UInt64) -> UInt64 {
    var escaped = carry
    var rest = backslashes & ~carry
    carry = 0
    while rest != 0 {
      let bit = rest & (0 &- rest)
      let next = bit &<< 1
      if bit == 1 &<< 63 { carry = 1 }
      escaped |= bit == 1 &<< 63 ? 0 : next
      // A backslash that is escaped escapes nothing.
      rest &= ~(bit | next)
    }
    return escaped
  }
}

/// For each bit whether the number of bits up to and including it is odd: from each opening quote up to
/// its closing one.
@inline(__always)
private func prefixXOR(_ bits: UInt64) -> UInt64 {
  var result = bits
  result ^= result &<< 1
  result ^= result &<< 2
  result ^= result &<< 4
  result ^= result &<< 8
  result ^= result &<< 16
  return result ^ result &<< 32
}

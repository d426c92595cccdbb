// Stepping over values whose bytes something else vouches for: a checksum, or an earlier reading.

private import Instructions

/// Where the arrays and objects lie that an object has as its members: the first three of them.
@frozen public struct InnerContainers {
  /// How many there are.
  public var count = 0
  @usableFromInline var starts = (0, 0, 0)
  @usableFromInline var ends = (0, 0, 0)

  @usableFromInline init() {}

  /// The bytes of the first, the second and the third one; empty where there are fewer.
  @inlinable public var first: Range<Int> { Range(uncheckedBounds: (starts.0, ends.0)) }
  @inlinable public var second: Range<Int> { Range(uncheckedBounds: (starts.1, ends.1)) }
  @inlinable public var third: Range<Int> { Range(uncheckedBounds: (starts.2, ends.2)) }

  @inline(__always) mutating func begin(_ offset: Int) {
    switch count {
    case 0: starts.0 = offset
    case 1: starts.1 = offset
    default: starts.2 = offset
    }
  }

  @inline(__always) mutating func end(_ offset: Int) {
    switch count {
    case 0: ends.0 = offset
    case 1: ends.1 = offset
    default: ends.2 = offset
    }
    count &+= 1
  }
}

extension JSONReader {
  /// Steps over the array or object at the position without validating it: only strings and depth count.
  ///
  /// - Returns: Where it lies.
  /// - Throws: `unexpected-end` if it isn't closed before the end.
  public mutating func stepOver() throws(JSONError) -> Range<Int> {
    let start = cursor
    var found = InnerContainers()
    cursor = try source.endOfTrusted(at: start, depth: 0, &found)
    return start..<cursor
  }

  /// Steps over the rest of an object without validating it, up to and including its closing brace.
  ///
  /// - Returns: Where the arrays and objects among the rest of its members lie.
  /// - Throws: `unexpected-end` if it isn't closed before the end.
  public mutating func stepOverRest() throws(JSONError) -> InnerContainers {
    var found = InnerContainers()
    cursor = try source.endOfTrusted(at: cursor, depth: 1, &found)
    return found
  }
}

extension JSONSource {
  /// Where the value ends in which the offset lies so deep: 64 bytes a step.
  @inline(never)
  func endOfTrusted(
    at start: Int, depth startDepth: Int, _ containers: inout InnerContainers
  ) throws(JSONError) -> Int {
    var offset = start
    var depth = startDepth
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
      var brackets = found.brackets & ~text
      while brackets != 0 {
        let place = offset &+ brackets.trailingZeroBitCount
        if step(over: place, &depth, &containers) {
          if place >= end { throw JSONError(.unexpectedEnd, at: end) }
          return place &+ 1
        }
        brackets &= brackets &- 1
      }
      text = UInt64(bitPattern: Int64(bitPattern: text) &>> 63)
      offset &+= 64
    }
    return try endOfTrustedTail(
      at: offset, depth, isInText: text != 0, isEscaped: escapes != 0, &containers)
  }

  /// Takes a bracket in, and says whether it is the last one.
  @inline(__always)
  private func step(
    over place: Int, _ depth: inout Int, _ containers: inout InnerContainers
  ) -> Bool {
    // `{` and `[` have this bit, `}` and `]` don't.
    if base[place] & 2 != 0 {
      if depth == 1 { containers.begin(place) }
      depth &+= 1
      return false
    }
    depth &-= 1
    if depth == 1 { containers.end(place &+ 1) }
    return depth <= 0
  }

  /// The same for the last bytes, one by one.
  @inline(never)
  private func endOfTrustedTail(
    at start: Int, _ depth: Int, isInText: Bool, isEscaped: Bool,
    _ containers: inout InnerContainers
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
      } else if !isInText && byte & 0xD9 == 0x59 && step(over: offset, &depth, &containers) {
        return offset + 1
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

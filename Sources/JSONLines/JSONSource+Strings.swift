// Strings that need a closer look: escapes and what isn't ASCII are validated here.

extension JSONSource {
  /// The string whose opening quote is at the offset, and the offset after the closing one.
  @inlinable @inline(__always)
  func text(at quote: Int) throws(JSONError) -> (range: TextRange, end: Int) {
    let start = quote &+ 1
    var found = firstSpecialByte(base + start)
    var offset = start &+ found
    // Ends at the latest at the zeros after the storage.
    while found == 16 {
      found = firstSpecialByte(base + offset)
      offset &+= found
    }
    if base[offset] == 0x22 && offset < end {
      return (TextRange(offset: start, count: offset &- start), offset &+ 1)
    }
    return try text(from: start, at: offset)
  }

  /// The string that begins after a quote, has escapes or isn't ASCII, or is wrong: nothing up to
  /// `special` is.
  @usableFromInline @inline(never)
  func text(
    from start: Int, at special: Int
  ) throws(JSONError) -> (range: TextRange, end: Int) {
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
    let range = TextRange(offset: start, count: offset &- start, hasEscapes: hasEscapes)
    return (range, offset &+ 1)
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
}

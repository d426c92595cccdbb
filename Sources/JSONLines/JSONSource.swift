// The constants of a reading, and the slow paths that need no more than these.
// They take and return offsets, so that the reader's cursor can stay in a register.

/// The bytes of a text, where they end and how strictly they are read.
@usableFromInline @frozen
struct JSONSource {
  @usableFromInline let base: UnsafePointer<UInt8>
  @usableFromInline let end: Int
  @usableFromInline let profile: JSONProfile

  @usableFromInline init(base: UnsafePointer<UInt8>, end: Int, profile: JSONProfile) {
    self.base = base
    self.end = end
    self.profile = profile
  }

  /// The offset of the next byte that isn't whitespace.
  @inlinable @inline(__always)
  func significant(_ offset: Int) -> Int {
    base[offset] > 0x20 ? offset : skipWhitespace(from: offset)
  }

  /// The offset after the whitespace; the canonical form has none.
  @usableFromInline @inline(never)
  func skipWhitespace(from start: Int) -> Int {
    if profile == .canonical { return start }
    var offset = start
    while offset < end, isWhitespace(base[offset]) { offset &+= 1 }
    return offset
  }

  /// The error at an offset: after the end, it is that the text ended, whatever is there; and
  /// whitespace in the canonical form is reported as such.
  @usableFromInline @inline(never)
  func failure(_ code: JSONError.Code, at offset: Int) -> JSONError {
    if offset >= end { return JSONError(.unexpectedEnd, at: end) }
    if code == .unexpectedByte && profile == .canonical && isWhitespace(base[offset]) {
      return JSONError(.notCanonical, at: offset)
    }
    return JSONError(code, at: offset)
  }

  /// The error for a value that isn't of the requested type, or isn't a value at all.
  @usableFromInline @inline(never)
  func unexpectedValue(at offset: Int) -> JSONError {
    switch base[offset] {
    case 0x7B, 0x5B, 0x22, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E:
      failure(.wrongType, at: offset)
    default:
      failure(.unexpectedByte, at: offset)
    }
  }

  @inline(__always)
  private func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

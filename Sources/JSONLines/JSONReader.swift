// The strict reader: a cursor over bytes that the caller moves value by value, knowing what to
// expect. No tree of values, no floating point, no copies. This file has the cursor and the
// punctuation.

/// Reads one JSON text, value by value.
///
/// After an error the position is undefined; the caller sets it or gives up.
/// Takes O(n) over the whole text, whatever it holds.
@frozen public struct JSONReader {
  /// The bytes that are read; results are ranges of it.
  public let storage: ByteStorage
  /// The last key that wasn't in the table: set when `nextKey(_:_:)` returns `KeyTable.unknown`.
  @inlinable public var lastKey: TextRange { unknownKey }

  /// Whether a shape has met what isn't kept of an object since the caller set this to false: unknown
  /// keys, `null`, objects without members. Canonical bytes without any are those that would be written.
  public var sawOmissions = false

  @usableFromInline let source: JSONSource
  @usableFromInline var cursor: Int
  @usableFromInline var unknownKey = TextRange.absent

  /// A reader of the bytes in `range`, which must be in the storage.
  ///
  /// A number that continues after the range is refused, not cut: texts end where their lines do.
  public init(_ storage: ByteStorage, in range: Range<Int>, profile: JSONProfile) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= storage.count,
      "outside of the "
        + "storage")
    self.storage = storage
    source = JSONSource(base: storage.pointer, end: range.upperBound, profile: profile)
    cursor = range.lowerBound
  }

  /// The strictness of the reader.
  @inlinable public var profile: JSONProfile { source.profile }

  /// The end of the text: the offset after its last byte.
  @inlinable public var end: Int { source.end }

  @inlinable var base: UnsafePointer<UInt8> {
    @inline(__always) get { source.base }
  }

  /// The offset of the next byte in the storage; can be set to any offset up to ``end``.
  @inlinable public var position: Int {
    get { cursor }
    set {
      precondition(newValue >= 0 && newValue <= end, "outside of the text")
      cursor = newValue
    }
  }

  /// The next byte of significance, which isn't consumed. Whitespace before it is.
  @inlinable @inline(__always)
  public mutating func peek() throws(JSONError) -> UInt8 {
    if base[cursor] <= 0x20 { cursor = source.skipWhitespace(from: cursor) }
    if cursor >= end { throw source.failure(.unexpectedEnd, at: end) }
    return base[cursor]
  }

  /// Consumes the brace that opens an object.
  @inlinable @inline(__always)
  public mutating func beginObject() throws(JSONError) {
    try take(0x7B)
  }

  /// Consumes the bracket that opens an array.
  @inlinable @inline(__always)
  public mutating func beginArray() throws(JSONError) {
    try take(0x5B)
  }

  /// Whether another element follows; it is then next. If not, the closing bracket was consumed.
  ///
  /// - Parameter index: 0 before the first call; counts the elements.
  @inlinable @inline(__always)
  public mutating func nextElement(_ index: inout Int) throws(JSONError) -> Bool {
    let byte = try peek()
    if byte == 0x5D {
      cursor &+= 1
      return false
    }
    if index > 0 {
      if byte != 0x2C { throw source.failure(.unexpectedByte, at: cursor) }
      cursor &+= 1
    }
    index &+= 1
    return true
  }

  /// Makes sure that nothing follows but whitespace, and not even that in the canonical form.
  @inlinable
  public mutating func endOfDocument() throws(JSONError) {
    if cursor != end {
      cursor = source.skipWhitespace(from: cursor)
      if cursor < end { throw source.failure(.trailingBytes, at: cursor) }
    }
  }

  /// Consumes the exact bytes of the literal if they are next; otherwise does nothing.
  @inlinable @inline(__always)
  public mutating func expect(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard count <= end &- cursor, sameBytes(base + cursor, literal.utf8Start, count: count) else {
      return false
    }
    cursor &+= count
    return true
  }

  /// Consumes the byte that begins a value of the requested type.
  @inlinable @inline(__always)
  mutating func take(_ byte: UInt8) throws(JSONError) {
    if base[cursor] != byte {
      if base[cursor] <= 0x20 { cursor = source.skipWhitespace(from: cursor) }
      if base[cursor] != byte { throw source.unexpectedValue(at: cursor) }
    }
    if cursor >= end { throw source.failure(.unexpectedEnd, at: end) }
    cursor &+= 1
  }
}

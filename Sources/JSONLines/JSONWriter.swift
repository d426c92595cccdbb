// Writes the canonical form, byte for byte what `jq -c .` prints: the caller writes the punctuation,
// the writer knows how numbers and strings are spelled. It doesn't check that the whole is JSON.

/// Writes canonical JSON into memory that it keeps for the next text.
///
/// Members are written as `writer.raw(#","amount":"#)` and `writer.integer(5)`.
public struct JSONWriter: ~Copyable {
  @usableFromInline var buffer: GrowingBuffer

  /// A writer with room for so many bytes; it grows when that is not enough.
  public init(capacity: Int = 4096) {
    buffer = GrowingBuffer(capacity: capacity)
  }

  /// How many bytes were written.
  @inlinable public var count: Int { buffer.count }

  /// Forgets what was written and keeps the memory.
  @inlinable
  public mutating func removeAll() { buffer.count = 0 }

  /// Forgets what was written from `count` on.
  @inlinable
  public mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= buffer.count, "nothing was written there")
    buffer.count = count
  }

  /// Writes the bytes of a literal as they are.
  @inlinable @inline(__always)
  public mutating func raw(_ literal: StaticString) {
    let bytes = literal.utf8CodeUnitCount
    buffer.reserve(bytes)
    buffer.end.copyMemory(from: literal.utf8Start, byteCount: bytes)
    buffer.count &+= bytes
  }

  /// Writes bytes as they are.
  @inlinable
  public mutating func raw(_ bytes: UnsafeRawBufferPointer) { buffer.append(bytes) }

  /// Writes one byte as it is.
  @inlinable @inline(__always)
  public mutating func byte(_ byte: UInt8) {
    buffer.reserve(1)
    buffer.end.storeBytes(of: byte, as: UInt8.self)
    buffer.count &+= 1
  }

  /// Leaves room for so many bytes, to be written later through `withMutableBytes`.
  public mutating func fill(_ count: Int) {
    buffer.reserve(count)
    buffer.end.initializeMemory(as: UInt8.self, repeating: 0x20, count: count)
    buffer.count += count
  }

  /// Writes an integer in decimal.
  @inlinable
  public mutating func integer(_ value: Int64) {
    buffer.reserve(20)
    if value < 0 {
      buffer.end.storeBytes(of: 0x2D, as: UInt8.self)
      buffer.count &+= 1
    }
    var rest = value.magnitude
    let digits = countOfDigits(rest)
    var target = buffer.end + digits
    while rest > 9 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      target -= 1
      target.storeBytes(of: 0x30 &+ UInt8(truncatingIfNeeded: digit), as: UInt8.self)
      rest = quotient
    }
    target -= 1
    target.storeBytes(of: 0x30 &+ UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    buffer.count &+= digits
  }

  /// Lends what was written.
  @inlinable
  public func withBytes<Result, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> Result
  ) throws(E) -> Result {
    try body(buffer.bytes)
  }

  /// Lends what was written, to be changed in place.
  @inlinable
  public mutating func withMutableBytes<Result, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Result
  ) throws(E) -> Result {
    try body(UnsafeMutableRawBufferPointer(start: buffer.start, count: buffer.count))
  }

  /// A copy of what was written. O(n).
  public func storage() -> ByteStorage {
    ByteStorage.copy(of: buffer.bytes)
  }
}

/// How many decimal digits a number has, at least one.
@inlinable @inline(__always)
func countOfDigits(_ value: UInt64) -> Int {
  var digits = 1
  var limit: UInt64 = 10
  while value >= limit {
    digits &+= 1
    if digits == 20 { break }
    limit &*= 10
  }
  return digits
}

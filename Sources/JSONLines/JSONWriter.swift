// Writes the canonical form, byte for byte what `jq -c .` prints. The caller writes the
// punctuation; the writer knows how numbers and strings are spelled. It doesn't check that the
// whole is JSON.

/// Writes canonical JSON into memory that it keeps for the next text.
///
/// Members are written as `writer.raw(#","amount":"#)` and `writer.integer(5)`.
public struct JSONWriter: ~Copyable {
  @usableFromInline var buffer: GrowingBuffer

  /// A writer with room for this many bytes; it grows when that isn't enough.
  public init(capacity: Int = 4096) {
    buffer = GrowingBuffer(capacity: capacity)
  }

  /// The number of bytes written so far.
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

  /// Reserves this many bytes, to be written later through `withMutableBytes`.
  public mutating func fill(_ count: Int) {
    buffer.reserve(count)
    buffer.end.initializeMemory(as: UInt8.self, repeating: 0x20, count: count)
    buffer.count += count
  }

  /// Writes an integer in decimal.
  @inlinable
  public mutating func integer(_ value: Int64) {
    buffer.reserve(24)
    if value < 0 {
      buffer.end.storeBytes(of: 0x2D, as: UInt8.self)
      buffer.count &+= 1
    }
    let magnitude = value.magnitude
    if magnitude < 100_000_000 {
      firstDigits(magnitude)
    } else {
      manyDigits(magnitude)
    }
  }

  /// Writes a number below 10^8 without leading zeros.
  @inlinable @inline(__always)
  mutating func firstDigits(_ value: UInt64) {
    let digits = eightDigits(value)
    let zeros = min(digits.trailingZeroBitCount &>> 3, 7)
    let text = (digits | 0x3030_3030_3030_3030) &>> UInt64(8 &* zeros)
    buffer.end.storeBytes(of: text.littleEndian, as: UInt64.self)
    buffer.count &+= 8 &- zeros
  }

  /// Writes a number from 10^8 on, eight digits at a time.
  @usableFromInline @inline(never)
  mutating func manyDigits(_ value: UInt64) {
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    if high < 100_000_000 { firstDigits(high) } else { manyDigits(high) }
    let text = eightDigits(low) | 0x3030_3030_3030_3030
    buffer.end.storeBytes(of: text.littleEndian, as: UInt64.self)
    buffer.count &+= 8
  }

  /// The bytes written so far, in the writer's memory: valid until it is changed or ends.
  package var bytes: UnsafeRawBufferPointer { buffer.bytes }

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
    buffer.storage()
  }
}

/// The eight digits of a number below 10^8, one a byte, the first one lowest.
///
/// Halves of four, two and one digits are split in parallel; divisions are multiplications with
/// reciprocals that are exact for numbers of that size.
@inlinable @inline(__always)
func eightDigits(_ value: UInt64) -> UInt64 {
  let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
  let fours = high | low &<< 32
  let hundreds = ((fours &* 5243) &>> 19) & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- hundreds &* 100) &<< 16
  let tens = ((twos &* 103) &>> 10) & 0x000F_000F_000F_000F
  return tens | (twos &- tens &* 10) &<< 8
}

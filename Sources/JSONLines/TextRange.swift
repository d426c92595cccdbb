// The range of a text in a storage. Decoded entries keep these eight bytes instead of a String. It
// doesn't know what the bytes mean: see ByteStorage.string and Text.

/// The range of a text in a ``ByteStorage``: eight bytes and no reference.
///
/// Two values mean "there is no such field" and JSON's `null`.
@frozen public struct TextRange: BitwiseCopyable, Hashable, Sendable {
  /// The offset in the low half, the count in the high one, and in the top bit whether there are
  /// escapes. One number, because two are two arguments wherever a range is passed.
  @usableFromInline let bits: UInt64

  @inlinable @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  /// The range of `count` bytes from `offset`, both below 2 GiB.
  @inlinable @inline(__always)
  public init(offset: Int, count: Int, hasEscapes: Bool = false) {
    assert(offset >= 0 && count >= 0 && offset <= ByteStorage.maximumCount - count)
    bits =
      UInt64(truncatingIfNeeded: offset) | UInt64(truncatingIfNeeded: count) &<< 32
      | (hasEscapes ? 1 &<< 63 : 0)
  }

  /// The range of these bytes, all below 2 GiB.
  @inlinable @inline(__always)
  public init(_ bounds: Range<Int>) {
    self.init(offset: bounds.lowerBound, count: bounds.count)
  }

  /// No bytes, at the very beginning.
  @inlinable public static var empty: TextRange { TextRange(bits: 0) }

  /// Means that the field is absent.
  @inlinable public static var absent: TextRange { TextRange(bits: 0xFFFF_FFFF) }

  /// The range that stands for JSON's `null`.
  @inlinable public static var null: TextRange { TextRange(bits: 0xFFFF_FFFE) }

  /// Whether the field is absent.
  @inlinable public var isAbsent: Bool { start == .max }

  /// Whether the field is `null`.
  @inlinable public var isNull: Bool { start == .max &- 1 }

  /// Whether there is a text, even an empty one: neither absent nor null.
  @inlinable public var isPresent: Bool { start < .max &- 1 }

  /// The offset of the quote before the text, which must be present.
  @inlinable public var quote: Int { offset - 1 }

  /// The offset of the first byte, 0 if there is no text.
  @inlinable public var offset: Int { isPresent ? Int(start) : 0 }

  /// The number of raw bytes (between the quotes, still escaped), 0 if there is no text.
  @inlinable public var count: Int { Int(bits &>> 32 & 0x7FFF_FFFF) }

  /// The offsets of the raw bytes, 0..<0 if there is no text.
  @inlinable public var bounds: Range<Int> {
    Range(uncheckedBounds: (offset, offset &+ count))
  }

  /// Whether the raw bytes hold JSON escapes and mean other bytes than they are.
  @inlinable public var hasEscapes: Bool { bits &>> 63 != 0 }

  @inlinable @inline(__always)
  var start: UInt32 { UInt32(truncatingIfNeeded: bits) }
}

extension ByteStorage {
  /// The raw bytes of the range, with escapes; empty if there is no text.
  ///
  /// The range must be of this storage; the bytes are valid while the storage lives.
  @inlinable public func slice(_ range: TextRange) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer + range.offset, count: range.count)
  }

  /// The text of the range, unescaped; "" if there is no text. Lone surrogates become U+FFFD. O(n).
  public func string(_ range: TextRange) -> String {
    withExtendedLifetime(self) {
      let raw = slice(range)
      guard range.hasEscapes else { return String(decoding: raw, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: raw.count) { buffer in
        unescape(raw, into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// Whether the raw bytes of a range without escapes are those of the literal.
  @inlinable @inline(__always)
  public func equals(_ range: TextRange, _ literal: StaticString) -> Bool {
    withExtendedLifetime(self) {
      range.count == literal.utf8CodeUnitCount && !range.hasEscapes && range.isPresent
        && sameBytes(pointer + range.offset, literal.utf8Start, count: literal.utf8CodeUnitCount)
    }
  }
}

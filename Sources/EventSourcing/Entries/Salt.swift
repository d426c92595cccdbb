// The random part of a personal block. Drawn outside: nothing here is random.

/// 128 random bits that keep two people's equal data from looking equal once erased.
public struct Salt: Hashable, Sendable {
  /// The bits, high word first.
  public let words: (high: UInt64, low: UInt64)

  /// A salt of these bits.
  public init(_ high: UInt64, _ low: UInt64) { words = (high, low) }

  /// Whether the bits are the same.
  public static func == (one: Salt, other: Salt) -> Bool { one.words == other.words }

  /// Feeds the bits.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.high)
    hasher.combine(words.low)
  }

  /// Writes 32 lower-case hex digits.
  func write(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    HexDigits.write(words.high, digits: 16, into: bytes, at: offset)
    HexDigits.write(words.low, digits: 16, into: bytes, at: offset + 16)
  }
}

/// Lower-case hexadecimal.
enum HexDigits {
  static func write(
    _ value: UInt64, digits: Int, into bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) {
    var rest = value
    for index in stride(from: offset + digits - 1, through: offset, by: -1) {
      let nibble = UInt8(rest & 0xF)
      bytes[index] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
      rest >>= 4
    }
  }
}

extension Salt {
  /// The bits as 32 lower-case hex digits.
  public var hex: String {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { buffer in
      write(into: buffer, at: 0)
      return String(decoding: buffer, as: UTF8.self)
    }
  }
}

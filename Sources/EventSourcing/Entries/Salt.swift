// The random part of a personal block. Drawn outside: nothing here is random.

/// 128 random bits, so that equal data of two people doesn't look equal once erased.
public struct Salt: Hashable, Sendable {
  /// The bits, high word first.
  public let words: (high: UInt64, low: UInt64)

  /// The number of its hex digits.
  static let width = 32
  /// The number of bytes of `{"salt":"` before it.
  static let prefixWidth = 9
  /// The number of bytes of a block up to the comma after its salt.
  static let memberWidth = prefixWidth + width + 1

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
    HexDigits.write(UInt32(truncatingIfNeeded: words.high >> 32), into: bytes, at: offset)
    HexDigits.write(UInt32(truncatingIfNeeded: words.high), into: bytes, at: offset + 8)
    HexDigits.write(UInt32(truncatingIfNeeded: words.low >> 32), into: bytes, at: offset + 16)
    HexDigits.write(UInt32(truncatingIfNeeded: words.low), into: bytes, at: offset + 24)
  }
}

/// Lower-case hexadecimal.
@usableFromInline enum HexDigits {
  /// The number with these eight digits; nil if the text is anything else.
  @usableFromInline static func read(_ text: UnsafeRawBufferPointer) -> UInt32? {
    guard text.count == 8, let start = text.baseAddress else { return nil }
    return read(start)
  }

  /// The number with the eight digits at the pointer; nil if they aren't digits.
  @inline(__always) static func read(_ text: UnsafeRawPointer) -> UInt32? {
    let word = UInt64(bigEndian: text.loadUnaligned(as: UInt64.self))
    // This bit distinguishes letters from digits; `a` then has 1 in its low half.
    let letters = (word &>> 6) & 0x0101_0101_0101_0101
    let digits = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
    guard digits & 0xF0F0_F0F0_F0F0_F0F0 == 0, self.text(digits) == word else { return nil }
    var value = (digits &>> 4 | digits) & 0x00FF_00FF_00FF_00FF
    value = (value &>> 8 | value) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: value &>> 16 | value)
  }

  /// Whether all of them are digits.
  static func areAll(_ text: UnsafeRawBufferPointer) -> Bool {
    text.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
  }

  /// Writes eight digits.
  static func write(
    _ value: UInt32, into bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) {
    bytes.storeBytes(of: text(of: value).bigEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Whether the eight bytes at the pointer are the digits of the number.
  @inline(__always) static func are(_ text: UnsafeRawPointer, of value: UInt32) -> Bool {
    UInt64(bigEndian: text.loadUnaligned(as: UInt64.self)) == self.text(of: value)
  }

  /// Eight digits as text, all at once: a byte of one word for each.
  @inline(__always) private static func text(of value: UInt32) -> UInt64 {
    var digits = UInt64(value)
    digits = (digits &<< 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits &<< 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits &<< 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    return text(digits)
  }

  /// Eight digits as text, from a byte with the value of each, the first one highest.
  private static func text(_ digits: UInt64) -> UInt64 {
    // Digits from ten on are letters, which are 39 places after the others.
    let letters = ((digits &+ 0x0606_0606_0606_0606) &>> 4) & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }
}

extension Salt {
  /// The bits as 32 lower-case hex digits.
  public var hex: String {
    withUnsafeTemporaryAllocation(byteCount: Self.width, alignment: 1) { buffer in
      write(into: buffer, at: 0)
      return String(decoding: buffer, as: UTF8.self)
    }
  }
}

extension JSONReader {
  /// Whether the digits of a salt begin here, and another member follows them.
  @inline(__always) func hasSalt(before end: Int) -> Bool {
    guard end &- position > Salt.width &+ 2 else { return false }
    let digits = storage.pointer + position
    return HexDigits.read(digits) != nil && HexDigits.read(digits + 8) != nil
      && HexDigits.read(digits + 16) != nil && HexDigits.read(digits + 24) != nil
      && digits[32] == UInt8(ascii: "\"")
      && digits[33] == UInt8(ascii: ",")
  }

  /// The members of a personal block after its salt, each with a leading comma; the whole block if it isn't
  /// canonical.
  func personalMembers(of block: TextRange) -> TextRange {
    guard profile == .canonical else { return block }
    return TextRange(block.offset + Salt.memberWidth..<block.bounds.upperBound - 1)
  }
}

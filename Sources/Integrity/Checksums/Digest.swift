// A hash as a value: 32 bytes without an allocation, because trees have millions of them.

/// A SHA-256 hash.
package struct Digest: Hashable, Sendable {
  package static let size = 32

  // The bytes, eight to a word, the first one lowest.
  private let first, second, third, fourth: UInt64

  init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// The hash with these bytes; nil if they aren't 32.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
    }
    self.init(words: word(0), word(1), word(2), word(3))
  }

  package init?(_ bytes: [UInt8]) {
    guard let digest = bytes.withUnsafeBytes({ Digest($0) }) else { return nil }
    self = digest
  }

  /// The hash with these 64 lower-case hex digits; nil if they are anything else.
  package init?(hex: String) {
    let digits = hex.utf8.compactMap { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x57
      default: nil
      }
    }
    guard digits.count == 2 * Self.size, hex.utf8.count == digits.count else { return nil }
    self.init((0..<Self.size).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] })
  }

  /// The SHA-256 of these bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    self = SHA256.digest(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  package init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(of: $0) } }

  package func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    // Little-endian, as all machines are that Swift runs on.
    withUnsafeBytes(of: self) { body($0) }
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// 64 lower-case hex digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 2 * Self.size) { digits in
      writeHex(to: UnsafeMutableRawBufferPointer(digits))
      return 2 * Self.size
    }
  }

  /// Writes 64 lower-case hex digits.
  package func writeHex(to digits: UnsafeMutableRawBufferPointer) {
    withBytes { bytes in
      for (index, byte) in bytes.enumerated() {
        digits[2 &* index] = Self.digit(byte >> 4)
        digits[2 &* index &+ 1] = Self.digit(byte & 15)
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }
}

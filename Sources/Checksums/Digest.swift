// A hash as a value: 32 bytes without an allocation, because trees have millions of them.

/// A SHA-256 hash.
package struct Digest: Hashable, Sendable {
  package static let size = 32

  private struct Words: Hashable {
    let first, second, third, fourth: UInt64
  }

  private let words: Words

  /// - Parameter word: Returns eight bytes of it, the first one lowest.
  init(_ word: (_ index: Int) -> UInt64) {
    words = Words(first: word(0), second: word(1), third: word(2), fourth: word(3))
  }

  /// The hash with these bytes; nil if they aren't 32.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    self.init {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
    }
  }

  package init?(_ bytes: [UInt8]) {
    guard let digest = bytes.withUnsafeBytes({ Digest($0) }) else { return nil }
    self = digest
  }

  /// The SHA-256 of these bytes.
  package init(of bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    Array(bytes).withUnsafeBytes { hash.update($0) }
    self = hash.finish()
  }

  package func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    // Little-endian, as all machines are that Swift runs on.
    withUnsafeBytes(of: words) { body($0) }
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  /// 64 lower-case hex digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

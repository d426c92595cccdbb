// HMAC-SHA256 (RFC 2104, FIPS 198-1): a hash that can't be computed without the key.

package struct KeyedHash: Sendable {
  private let inner: SHA256
  private let outer: SHA256

  package init(key: [UInt8]) {
    var block = key
    if block.count > 64 {
      block = Digest(of: key).bytes
    }
    block += [UInt8](repeating: 0, count: 64 - block.count)
    inner = Self.begun(block.map { $0 ^ 0x36 })
    outer = Self.begun(block.map { $0 ^ 0x5C })
  }

  private static func begun(_ block: [UInt8]) -> SHA256 {
    var hash = SHA256()
    block.withUnsafeBytes { hash.update($0) }
    return hash
  }

  /// The 32-byte code of a message. O(n).
  package func code(of message: [UInt8]) -> [UInt8] {
    var hash = inner
    message.withUnsafeBytes { hash.update($0) }
    let digest = hash.finish()
    hash = outer
    digest.withBytes { hash.update($0) }
    return hash.finish().bytes
  }
}

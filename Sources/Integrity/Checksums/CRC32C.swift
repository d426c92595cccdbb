// The checksum of every log line. It detects accidents, not tampering: an attacker can compute it, too.
// Uses the CPU's instruction where there is one, and tables in Swift everywhere else.

private import Instructions

/// CRC-32C (Castagnoli, polynomial 0x1EDC6F41 reflected), as in RFC 3720 appendix B.4.
package enum CRC32C {
  /// The CRC-32C of the bytes.
  ///
  /// - Complexity: O(n); about 25 GB/s with the instructions of x86-64, 2 GB/s without any.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let shifts else { return checksumByTables(of: bytes) }
    guard let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return 0 }
    return ~cleanstore_crc32c_update(~0, base, bytes.count, shifts)
  }

  /// Operators that advance a checksum by one, two, … words, for computing several parts at once;
  /// nil if there is no instruction. Never released, so that no references are counted.
  nonisolated(unsafe) private static let shifts: UnsafePointer<UInt32>? = {
    guard cleanstore_crc32c_available() else { return nil }
    let shifts = UnsafeMutablePointer<UInt32>.allocate(capacity: Int(CLEANSTORE_CRC32C_SHIFTS))
    var shift: UInt32 = 1
    for index in 0..<Int(CLEANSTORE_CRC32C_SHIFTS) {
      (shifts + index).initialize(to: shift)
      for _ in 0..<64 { shift = timesX(shift) }
    }
    return UnsafePointer(shifts)
  }()

  /// A reflected polynomial times x, modulo that of the checksum.
  private static func timesX(_ value: UInt32) -> UInt32 {
    value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1
  }

  /// Slicing-by-8 (Kounavis and Berry, 2005): eight tables, eight bytes a step.
  static func checksumByTables(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc: UInt32 = ~0
    tables.withUnsafeBufferPointer { table in
      var offset = 0
      while offset &+ 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          ^ UInt64(crc)
        var next: UInt32 = 0
        for slice in 0..<8 {
          let byte = Int(truncatingIfNeeded: (word &>> UInt64(8 &* slice)) & 0xFF)
          next ^= table[(7 &- slice) &* 256 &+ byte]
        }
        crc = next
        offset &+= 8
      }
      while offset < bytes.count {
        crc = table[Int((crc ^ UInt32(bytes[offset])) & 0xFF)] ^ (crc &>> 8)
        offset &+= 1
      }
    }
    return ~crc
  }

  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = timesX(crc) }
      tables[byte] = crc
    }
    for index in 256..<(8 * 256) {
      let previous = tables[index - 256]
      tables[index] = tables[Int(previous & 0xFF)] ^ (previous >> 8)
    }
    return tables
  }()
}

// CRC-32C, bit by bit as the format page describes it.

enum Checksum {
  static func crc32c(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes { crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
  }

  static func digits(_ crc: UInt32) -> [UInt8] {
    let digits = String(crc, radix: 16)
    return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
  }

  /// Whether a line (without its LF) ends with the checksum of what is before.
  static func matches(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    let line = Array(line)
    let tail = Array(#","crc":"00000000"}"#.utf8).count
    guard line.count > tail else { return false }
    let content = line.dropLast(tail)
    return Array(line.suffix(tail)) == member(for: content)
  }

  /// The line's end with the right checksum.
  static func member(for content: some Sequence<UInt8>) -> [UInt8] {
    Array(#","crc":""#.utf8) + digits(crc32c(content)) + Array(#""}"#.utf8)
  }
}

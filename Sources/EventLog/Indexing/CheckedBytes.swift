// The bytes of a derived file. On disk they are in blocks with a checksum each, so that a part can be read, and
// trusted, without reading the rest.

import Integrity

enum CheckedBytes: Sendable {
  case memory([UInt8])
  /// A file that is opened for each reading, because there may be more of them than can be open at once.
  ///
  /// - Parameter key: The key of the checksums of the file's blocks.
  case file(String, any Disk, key: UInt32)

  /// The number of bytes of a block before their checksum.
  private static let room = 4092
  private static let blockSize = room + 4

  /// Reads a part. Only the blocks that it is in are read and checked.
  func read(_ part: Range<Int>) throws(CacheFault) -> [UInt8] {
    switch self {
    case .memory(let bytes):
      guard part.upperBound <= bytes.count else { throw CacheFault() }
      return Array(bytes[part])
    case .file(let path, let disk, let key):
      guard !part.isEmpty else { return [] }
      guard let file = try? OpenFile(path, for: .reading, on: disk) else { throw CacheFault() }
      return try Self.read(part, of: file, key)
    }
  }

  private static func read(_ part: Range<Int>, of file: OpenFile, _ key: UInt32)
    throws(CacheFault) -> [UInt8]
  {
    var found: [UInt8] = []
    found.reserveCapacity(part.count)
    var next = part.lowerBound
    while next < part.upperBound {
      let first = next / room
      let count = min((part.upperBound - 1) / room - first + 1, blocksAtOnce)
      let isTrue = try? file.withBytes(at: first * blockSize, count: count * blockSize) {
        append($0, first, key, from: next, of: part, to: &found)
      }
      guard isTrue == true else { throw CacheFault() }
      next = (first + count) * room
    }
    guard found.count == part.count else { throw CacheFault() }
    return found
  }

  /// A megabyte: what was read is still in the processor's cache when it is copied.
  private static let blocksAtOnce = 256

  /// Adds what blocks have of a part, from a place in it on.
  ///
  /// - Returns: false if a checksum isn't that of its block.
  private static func append(
    _ blocks: UnsafeRawBufferPointer, _ first: Int, _ key: UInt32, from next: Int,
    of part: Range<Int>, to found: inout [UInt8]
  ) -> Bool {
    for (number, start) in stride(from: 0, to: blocks.count, by: blockSize).enumerated() {
      let end = min(start + blockSize, blocks.count) - 4
      guard end > start else { return false }
      let block = UnsafeRawBufferPointer(rebasing: blocks[start..<end])
      let sum = blocks.loadUnaligned(fromByteOffset: end, as: UInt32.self)
      guard UInt32(littleEndian: sum) == checksum(of: block, first + number, key) else {
        return false
      }
      let bytes = (first + number) * room
      let wanted = max(next, bytes)..<max(next, min(part.upperBound, bytes + block.count))
      found.append(
        contentsOf: UnsafeRawBufferPointer(
          rebasing: block[wanted.lowerBound - bytes..<wanted.upperBound - bytes]))
    }
    return true
  }

  /// The size of a file with this number of bytes and their checksums.
  static func fileSize(of count: Int) -> Int { count + (count + room - 1) / room * 4 }

  /// The bytes as a file has them.
  static func blocks(of bytes: [UInt8], key: UInt32) -> [UInt8] {
    var blocks: [UInt8] = []
    blocks.reserveCapacity((bytes.count / room + 1) * blockSize)
    bytes.withUnsafeBytes { bytes in
      for (number, start) in stride(from: 0, to: bytes.count, by: room).enumerated() {
        let block = UnsafeRawBufferPointer(
          rebasing: bytes[start..<min(start + room, bytes.count)])
        blocks += block
        withUnsafeBytes(of: checksum(of: block, number, key).littleEndian) { blocks += $0 }
      }
    }
    return blocks
  }

  /// Differs for blocks in other places, and of other files.
  private static func checksum(
    of block: UnsafeRawBufferPointer, _ number: Int, _ key: UInt32
  ) -> UInt32 {
    CRC32C.checksum(of: block) ^ key ^ (UInt32(truncatingIfNeeded: number) &* 0x9E37_79B9)
  }
}

// The bytes of an index. In a file they are in blocks with a checksum each, so that a part can be read, and
// trusted, without reading the rest.

import Checksums
import EventSourcing

/// Why an index can't be used: it is damaged, or of something else. Then it is built again.
struct IndexFault: Error {}

enum CheckedBytes: Sendable {
  case memory([UInt8])
  /// A file that is opened for each reading, because there may be more of them than can be open at once.
  ///
  /// - Parameter key: What the checksums of the file's blocks depend on.
  case file(String, any Disk, key: UInt32)

  /// How many bytes of a block are followed by their checksum.
  private static let room = 4092
  private static let blockSize = room + 4

  /// Reads a part. Only the blocks that it is in are read and checked.
  func read(_ part: Range<Int>) throws(IndexFault) -> [UInt8] {
    switch self {
    case .memory(let bytes):
      guard part.upperBound <= bytes.count else { throw IndexFault() }
      return Array(bytes[part])
    case .file(let path, let disk, let key):
      guard !part.isEmpty else { return [] }
      guard let file = try? OpenFile(path, for: .reading, on: disk) else { throw IndexFault() }
      return try Self.read(part, of: file, key)
    }
  }

  private static func read(_ part: Range<Int>, of file: OpenFile, _ key: UInt32)
    throws(IndexFault) -> [UInt8]
  {
    let first = part.lowerBound / room
    let count = (part.upperBound - 1) / room - first + 1
    guard let blocks = try? file.bytes(at: first * blockSize, count: count * blockSize) else {
      throw IndexFault()
    }
    var found: [UInt8] = []
    found.reserveCapacity(count * room)
    for (number, start) in stride(from: 0, to: blocks.count, by: blockSize).enumerated() {
      let block = blocks[start..<min(start + blockSize, blocks.count)]
      guard isTrue(block, first + number, key) else { throw IndexFault() }
      found += block.dropLast(4)
    }
    let start = part.lowerBound - first * room
    guard start + part.count <= found.count else { throw IndexFault() }
    return Array(found[start..<start + part.count])
  }

  /// Whether the checksum is that of the block.
  private static func isTrue(_ block: ArraySlice<UInt8>, _ number: Int, _ key: UInt32) -> Bool {
    block.withUnsafeBytes { block in
      guard block.count > 4 else { return false }
      let room = UnsafeRawBufferPointer(rebasing: block.dropLast(4))
      let sum = block.loadUnaligned(fromByteOffset: room.count, as: UInt32.self)
      return UInt32(littleEndian: sum) == checksum(of: room, number, key)
    }
  }

  /// How many bytes a file has for these.
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

// The part of an entry that is in the Merkle tree: its line as it is once its personal data is erased, without its
// checksum (LogFormat.md). So erasing changes no hash, and any other change does.

package import Integrity

extension Entry {
  /// The beginning of an erased personal block in a line, before the digits of its hash.
  static let erasedPrefix = #""sha256:"#
  private static let erasedCount = erasedPrefix.utf8.count + 2 * Digest.size + 1
  private static let crcCount = #","crc":"00000000"}"#.utf8.count

  /// The number of bytes from an erased block to the end of a line, without the LF.
  package static var erasedTailCount: Int { erasedCount + crcCount }

  /// Whether it has personal data that wasn't erased.
  package var hasPersonalData: Bool { !personal.isEmpty && !isErased }

  /// The hash of its leaf.
  package var leafHash: Digest {
    let parts = leafParts
    return TreeHashing.leaf(count: leafCount(of: parts)) { write(parts, to: $0) }
  }

  /// The data of its leaf.
  package var leaf: [UInt8] {
    let parts = leafParts
    let count = leafCount(of: parts)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      write(parts, to: UnsafeMutableRawBufferPointer(buffer))
      initialized = count
    }
  }

  /// The line without its checksum, which is last if there is one; with its personal data.
  package var lineWithoutChecksum: [UInt8] {
    let (head, tail, isClosed) = leafParts
    return Array(self[head.lowerBound..<max(head.upperBound, tail.upperBound)])
      + (isClosed ? [UInt8(ascii: "}")] : [])
  }

  /// The line of a store as it is once its personal data is erased, with its LF.
  package var erasedLine: [UInt8] {
    var line = leaf
    line.removeLast()
    return line.checkedLine
  }

  /// The parts before the personal data and after it; all is before it if there is none. And whether a bracket follows.
  private typealias LeafParts = (head: Range<Int>, tail: Range<Int>, isClosed: Bool)

  private var leafParts: LeafParts {
    // A line of a single file may have the checksum elsewhere, or none.
    let start = line.upperBound - Self.crcCount
    let isLast =
      crc != nil && line.count > Self.crcCount
      && self[start..<line.upperBound].starts(with: #","crc":""#.utf8)
    let end = isLast ? start : line.upperBound
    guard hasPersonalData else { return (line.lowerBound..<end, end..<end, isLast) }
    return (line.lowerBound..<personal.lowerBound, personal.upperBound..<end, isLast)
  }

  private func leafCount(of parts: LeafParts) -> Int {
    parts.head.count + parts.tail.count + (parts.isClosed ? 1 : 0)
      + (hasPersonalData ? Self.erasedCount : 0)
  }

  private func write(_ parts: LeafParts, to leaf: UnsafeMutableRawBufferPointer) {
    leaf.copyMemory(from: self[parts.head])
    var end = parts.head.count
    if hasPersonalData {
      leaf[end...].copyBytes(from: Self.erasedPrefix.utf8)
      end += Self.erasedCount
      leaf[end - 1] = UInt8(ascii: "\"")
      let digits = leaf[end - 1 - 2 * Digest.size..<end - 1]
      Digest(of: self[personal]).writeHex(to: UnsafeMutableRawBufferPointer(rebasing: digits))
    }
    leaf[end...].copyBytes(from: self[parts.tail])
    if parts.isClosed { leaf[leaf.count - 1] = UInt8(ascii: "}") }
  }
}

extension [UInt8] {
  /// A line of these bytes, an object without its last bracket: with their checksum, and an LF.
  package var checkedLine: [UInt8] {
    let digits = String(withUnsafeBytes { CRC32C.checksum(of: $0) }, radix: 16)
    let zeros = String(repeating: "0", count: 8 - digits.utf8.count)
    return self + Array((#","crc":""# + zeros + digits + "\"}\n").utf8)
  }
}

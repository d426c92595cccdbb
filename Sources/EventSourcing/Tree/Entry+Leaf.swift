// What of an entry is in the Merkle tree: its line as it is once its personal data is erased, without its checksum
// (LogFormat.md). So erasing changes no hash, and any other change does.

package import Checksums
private import Transparency

extension Entry {
  /// What an erased personal block begins with in a line, before the digits of its hash.
  package static let erasedPrefix = #""sha256:"#
  private static let crcWidth = #","crc":"00000000"}"#.utf8.count

  /// What takes the place of the personal block when it is erased, as JSON; nil if there is none, or it was erased.
  package var personalHash: String? {
    guard !personal.isEmpty, !isErased else { return nil }
    return Self.erasedPrefix + Digest(of: self[personal]).hex + "\""
  }

  /// The hash of its leaf.
  package var leafHash: Digest {
    TreeHashing.leaf { hash in eachPieceOfLeaf { hash.update($0) } }
  }

  /// The data of its leaf.
  package var leaf: [UInt8] {
    var leaf: [UInt8] = []
    eachPieceOfLeaf { leaf += $0 }
    return leaf
  }

  private func eachPieceOfLeaf(_ take: (UnsafeRawBufferPointer) -> Void) {
    // A line of a single file may have it elsewhere, or none.
    let crcStart = line.upperBound - Self.crcWidth
    let hasCRC =
      crc != nil && line.count > Self.crcWidth
      && self[crcStart..<line.upperBound].starts(with: #","crc":""#.utf8)
    let end = hasCRC ? crcStart : line.upperBound
    if var hash = personalHash {
      take(self[line.lowerBound..<personal.lowerBound])
      hash.withUTF8 { take(UnsafeRawBufferPointer($0)) }
      take(self[personal.upperBound..<end])
    } else {
      take(self[line.lowerBound..<end])
    }
    if hasCRC { withUnsafeBytes(of: UInt8(ascii: "}")) { take($0) } }
  }
}

// Tiles: a tree's hashes in pieces of up to 256, as C2SP tlog-tiles has them.

/// A tile's name: `tile/<level>/<index>`. At level 0 it has hashes of leaves; further up, those of full tiles below.
package struct Tile: Hashable, Sendable {
  /// The number of hashes in a full tile.
  package static let width = 256

  package let level: Int
  package let index: Int

  package init(level: Int, index: Int) {
    self.level = level
    self.index = index
  }

  /// Its path below `tile/`: groups of three digits, all but the last with an x.
  package var path: String {
    var groups: [String] = []
    var rest = index
    repeat {
      let digits = String(rest % 1000)
      let group = String(repeating: "0", count: 3 - digits.count) + digits
      groups.append(groups.isEmpty ? group : "x" + group)
      rest /= 1000
    } while rest > 0
    return "\(level)/" + groups.reversed().joined(separator: "/")
  }

  /// The path of the tile while it has fewer hashes than a full one.
  package func path(width: Int) -> String { width < Self.width ? path + ".p/\(width)" : path }

  /// The tile above that has the hash of this one when it is full, and the place there.
  package var parent: (tile: Tile, place: Int) {
    (Tile(level: level + 1, index: index / Self.width), index % Self.width)
  }

  /// The bytes of hashes, one after another.
  package static func bytes(of hashes: [Digest]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hashes.count * Digest.size)
    for hash in hashes { hash.withBytes { bytes += $0 } }
    return bytes
  }

  /// The hashes in a tile's bytes; nil if they end within one.
  package static func hashes(in bytes: [UInt8]) -> [Digest]? {
    guard bytes.count % Digest.size == 0 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: Digest.size).compactMap {
        Digest(UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + Digest.size]))
      }
    }
  }
}

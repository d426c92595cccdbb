// The hashes of a Merkle tree: RFC 6962, section 2.1.

package enum TreeHashing {
  /// The hash of a tree without leaves.
  package static let empty = Digest(of: [])

  /// The hash of a leaf.
  ///
  /// - Parameters:
  ///   - count: The number of bytes of its data.
  ///   - write: Writes them.
  package static func leaf(
    count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Digest {
    SHA256.digest(count: 1 + count) { bytes in
      // So that no leaf can pass for a node.
      bytes[0] = 0
      write(UnsafeMutableRawBufferPointer(rebasing: bytes[1...]))
    }
  }

  package static func leaf(_ data: [UInt8]) -> Digest {
    leaf(count: data.count) { $0.copyBytes(from: data) }
  }

  package static func node(_ left: Digest, _ right: Digest) -> Digest {
    SHA256.digest(count: 1 + 2 * Digest.size) { bytes in
      bytes[0] = 1
      left.withBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[1...]).copyMemory(from: $0) }
      right.withBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[(1 + Digest.size)...]).copyMemory(from: $0)
      }
    }
  }

  /// The hash over subtrees of equal size, of which the last one may be smaller. O(n)
  package static func root(over hashes: some Collection<Digest>) -> Digest {
    var level = Array(hashes)
    if level.isEmpty { return empty }
    while level.count > 1 {
      for index in 0..<level.count / 2 {
        level[index] = node(level[2 * index], level[2 * index + 1])
      }
      if level.count % 2 == 1 { level[level.count / 2] = level[level.count - 1] }
      level.removeLast(level.count / 2)
    }
    return level[0]
  }
}

/// A complete subtree: 2^height leaves, from index · 2^height on.
package struct Subtree: Hashable, Sendable {
  package let height: Int
  package let index: Int

  package init(height: Int, index: Int) {
    self.height = height
    self.index = index
  }

  /// The complete subtrees that a part of a tree consists of, from left to right.
  ///
  /// - Parameter leaves: Begins where a subtree as large as the part would.
  static func covering(_ leaves: Range<Int>) -> [Subtree] {
    var subtrees: [Subtree] = []
    var start = leaves.lowerBound
    while start < leaves.upperBound {
      let height = Int.bitWidth - 1 - (leaves.upperBound - start).leadingZeroBitCount
      subtrees.append(Subtree(height: height, index: start >> height))
      start += 1 << height
    }
    return subtrees
  }
}

extension TiledTree {
  /// The hash of a part of the tree, which begins where a subtree as large as that would.
  func hash(of leaves: Range<Int>) throws(TileFault) -> Digest {
    var hash: Digest?
    for subtree in Subtree.covering(leaves).reversed() {
      let left = try self.hash(of: subtree)
      hash = hash.map { TreeHashing.node(left, $0) } ?? left
    }
    return hash ?? TreeHashing.empty
  }

  /// The root of the tree when it had this many leaves.
  package func root(ofSize size: Int) throws(TileFault) -> Digest { try hash(of: 0..<size) }
}

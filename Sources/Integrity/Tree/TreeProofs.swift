// Proofs about Merkle trees, as RFC 6962 makes them and RFC 9162 verifies them.

extension TiledTree {
  /// The hashes that lead from a leaf to the root, from its sibling on (RFC 6962, section 2.1.1).
  ///
  /// - Parameters:
  ///   - index: The leaf, from 0.
  ///   - size: The number of leaves in the tree; more than the index.
  package func inclusionProof(of index: Int, inSize size: Int) throws(TileFault) -> [Digest] {
    var siblings: [Range<Int>] = []
    var leaves = 0..<size
    while leaves.count > 1 {
      let (left, right) = halves(of: leaves)
      siblings.append(index < right.lowerBound ? right : left)
      leaves = index < right.lowerBound ? left : right
    }
    return try hashes(of: siblings.reversed())
  }

  /// The hashes that show that a tree is a continuation of itself as it was (RFC 6962, section 2.1.2).
  ///
  /// - Parameters:
  ///   - old: The former number of leaves; at least 1.
  ///   - size: The number of leaves; at least as many.
  package func consistencyProof(from old: Int, to size: Int) throws(TileFault) -> [Digest] {
    var parts: [Range<Int>] = []
    var leaves = 0..<size
    while leaves.upperBound > old {
      let (left, right) = halves(of: leaves)
      parts.append(old <= right.lowerBound ? right : left)
      leaves = old <= right.lowerBound ? left : right
    }
    // A verifier has the hash of the whole old tree.
    if leaves.lowerBound > 0 { parts.append(leaves) }
    return try hashes(of: parts.reversed())
  }

  private func hashes(of parts: [Range<Int>]) throws(TileFault) -> [Digest] {
    var hashes: [Digest] = []
    for part in parts { hashes.append(try hash(of: part)) }
    return hashes
  }

  /// The left one has as many leaves as the largest power of two that is less than all.
  private func halves(of leaves: Range<Int>) -> (left: Range<Int>, right: Range<Int>) {
    let height = Int.bitWidth - 1 - (leaves.count - 1).leadingZeroBitCount
    let middle = leaves.lowerBound + 1 << height
    return (leaves.lowerBound..<middle, middle..<leaves.upperBound)
  }
}

package enum TreeProof {
  /// The maximum number of hashes that a proof can have.
  package static let maximumCount = 63

  /// Whether a proof leads from a leaf to the root of a tree (RFC 9162, section 2.1.3.2).
  package static func holds(
    _ proof: [Digest], ofLeaf leaf: Digest, at index: Int, inSize size: Int, root: Digest
  ) -> Bool {
    guard 0 <= index, index < size else { return false }
    var (node, last) = (index, size - 1)
    var hash = leaf
    for sibling in proof {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        hash = TreeHashing.node(sibling, hash)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        hash = TreeHashing.node(hash, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && hash == root
  }

  /// Whether a proof shows that a tree continues an older one (RFC 9162, section 2.1.4.2).
  package static func holds(
    _ proof: [Digest], from old: (size: Int, root: Digest), to new: (size: Int, root: Digest)
  ) -> Bool {
    guard 0 < old.size, old.size <= new.size else { return false }
    if old.size == new.size { return proof.isEmpty && old.root == new.root }
    // A complete old tree is itself a subtree of the new one.
    let isComplete = old.size & (old.size - 1) == 0
    let path = isComplete ? [old.root] + proof : proof
    guard let first = path.first, !proof.isEmpty else { return false }
    var (node, last) = (old.size - 1, new.size - 1)
    while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
    var (oldHash, newHash) = (first, first)
    for hash in path.dropFirst() {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        oldHash = TreeHashing.node(hash, oldHash)
        newHash = TreeHashing.node(hash, newHash)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        newHash = TreeHashing.node(newHash, hash)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && oldHash == old.root && newHash == new.root
  }
}

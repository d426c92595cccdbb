// Builds a tree leaf by leaf, and hands out its tiles as they become full. What it keeps are the tiles that aren't.

package struct TreeBuilder: Sendable {
  /// The number of leaves in the tree.
  package private(set) var size: Int
  /// The hashes of each level's last tile, which isn't full; the lowest level first.
  package private(set) var ends: [[Digest]]

  /// An empty tree.
  package init() { (size, ends) = (0, []) }

  /// A tree of which only the tiles that aren't full are known.
  ///
  /// - Returns: nil if a tree of this size has others.
  package init?(size: Int, ends: [[Digest]]) {
    guard size >= 0 else { return nil }
    var rest = size
    for hashes in ends {
      guard hashes.count == rest % Tile.width else { return nil }
      rest /= Tile.width
    }
    guard rest == 0 else { return nil }
    (self.size, self.ends) = (size, ends)
  }

  /// Adds a leaf. O(1), but for every 256th.
  ///
  /// - Parameter keep: Takes each tile that the leaf makes full.
  package mutating func append(
    _ leaf: Digest, _ keep: (Tile, _ hashes: [Digest]) -> Void = { _, _ in }
  ) {
    var hash = leaf
    var full = size
    size += 1
    for level in 0... {
      if level == ends.count { ends.append([]) }
      ends[level].append(hash)
      guard ends[level].count == Tile.width else { return }
      full /= Tile.width
      keep(Tile(level: level, index: full), ends[level])
      hash = TreeHashing.root(over: ends[level])
      ends[level].removeAll(keepingCapacity: true)
    }
  }

  /// The tree's root.
  package var root: Digest {
    var smallest: Digest?
    for hashes in ends {
      let all = hashes + (smallest.map { [$0] } ?? [])
      if !all.isEmpty { smallest = TreeHashing.root(over: all) }
    }
    return smallest ?? TreeHashing.empty
  }
}

/// A tile can't be read, or isn't what the one above it says.
package struct TileFault: Error {
  package init() {}
}

/// A tree's hashes from its full tiles, each of which is checked with the one above it, up to those that aren't full.
package final class TiledTree {
  package let builder: TreeBuilder
  private let read: (Tile) throws(TileFault) -> [Digest]
  private var known: [Tile: [Digest]] = [:]
  /// The number of tiles kept in memory: 8 KiB each.
  private static var limit: Int { 1024 }

  /// - Parameters:
  ///   - builder: Knows the tiles that aren't full.
  ///   - read: Reads a full tile.
  package init(
    _ builder: TreeBuilder, read: @escaping (Tile) throws(TileFault) -> [Digest]
  ) {
    self.builder = builder
    self.read = read
  }

  /// The hashes of a tile, of which the last ones may not be there yet.
  package func hashes(of tile: Tile) throws(TileFault) -> [Digest] {
    guard tile.level < builder.ends.count else { throw TileFault() }
    let count = builder.size >> (8 * (tile.level + 1))
    if tile.index == count { return builder.ends[tile.level] }
    if let hashes = known[tile] { return hashes }
    let (parent, place) = tile.parent
    let (hashes, above) = (try read(tile), try self.hashes(of: parent))
    guard hashes.count == Tile.width, place < above.count,
      TreeHashing.root(over: hashes) == above[place]
    else { throw TileFault() }
    if known.count >= Self.limit { known = [:] }
    known[tile] = hashes
    return hashes
  }

  package func hash(of subtree: Subtree) throws(TileFault) -> Digest {
    let (level, height) = subtree.height.quotientAndRemainder(dividingBy: 8)
    let first = subtree.index << height
    let tile = Tile(level: level, index: first / Tile.width)
    let hashes = try hashes(of: tile)
    let part = first % Tile.width..<first % Tile.width + 1 << height
    guard part.upperBound <= hashes.count else { throw TileFault() }
    return TreeHashing.root(over: hashes[part])
  }
}

// The place where the tiles of a log's Merkle tree are kept.

package import Integrity

/// The tree over a log's first entries, as far as its tiles are kept.
package struct CachedTree: Sendable {
  /// The leaves after the last full tile.
  package let builder: TreeBuilder
  /// The place after the last of these entries.
  package let cursor: LogCursor

  package init(_ builder: TreeBuilder, through cursor: LogCursor) {
    self.builder = builder
    self.cursor = cursor
  }
}

/// Full tiles that are kept beside a log. What can't be kept there stays in memory.
package protocol TileStore: AnyObject {
  /// The largest tree that is kept and that is of this log; nil if there is none.
  func keptTree() -> CachedTree?
  /// The hashes of a full tile.
  func hashes(of tile: Tile) throws(TileFault) -> [Digest]
  /// Keeps a full tile.
  func keep(_ hashes: [Digest], of tile: Tile)
  /// Notes that all full tiles of this tree are kept.
  ///
  /// - Parameter ending: The last bytes of its last entry's line, without the LF: the checksum.
  func keep(_ tree: CachedTree, ending: [UInt8])
  /// Removes what says which trees are kept, because a tile turned out to be wrong.
  func distrust()
}

/// A history that has a place for the tiles of its tree.
package protocol TiledSource: LogSource {
  /// The store of the log's tiles. All tiles in it are of the log as it is now.
  func tiles() -> any TileStore
  /// Returns when all that can be read of it is on stable storage.
  func makeDurable() throws(LogError)
}

/// Tiles that are kept only as long as they are used.
package final class MemoryTiles: TileStore {
  private var tiles: [Tile: [Digest]] = [:]

  package init() {}

  package func keptTree() -> CachedTree? { nil }
  package func hashes(of tile: Tile) throws(TileFault) -> [Digest] {
    guard let hashes = tiles[tile] else { throw TileFault() }
    return hashes
  }
  package func keep(_ hashes: [Digest], of tile: Tile) { tiles[tile] = hashes }
  package func keep(_ tree: CachedTree, ending: [UInt8]) {}
  package func distrust() { tiles = [:] }
}

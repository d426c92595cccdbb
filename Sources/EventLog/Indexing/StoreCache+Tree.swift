// The kept tree over the entries: its size, whether it is right, and building it again.

import Integrity

extension StoreCache {
  /// A kept tile that isn't what the log says.
  public struct TileDifference: Equatable, Sendable {
    /// The first entry that it is of; the last one, of what the full tiles leave over.
    public let seq: Int
  }

  /// The number of entries whose hashes are kept.
  public func keptHashes() -> Int { StoreTiles(of: reader).keptTree()?.builder.size ?? 0 }

  /// Computes the tree from the log, and keeps its tiles.
  public func rebuildTree() throws(LogError) {
    try LogTree.ask(of: reader, from: .log) { (_, _) throws(TileFault) in }
  }

  /// Reads the log and compares each tile with what it should be.
  ///
  /// - Returns: The number that were compared, and the first one that isn't right, if there is one.
  public func verifyTree() throws(LogError) -> (checked: Int, difference: TileDifference?) {
    let tiles = StoreTiles(of: reader)
    guard let kept = tiles.keptTree() else { return (0, nil) }
    var (checked, difference) = (0, TileDifference?.none)
    var leaves = TreeLeaves { tile, hashes in
      checked += 1
      if difference == nil, (try? tiles.hashes(of: tile)) != hashes {
        let seq = tile.index << (8 * (tile.level + 1)) + 1
        difference = TileDifference(seq: seq)
      }
    }
    var entries = try EntryReader(reader)
    while difference == nil, leaves.builder.size < kept.builder.size,
      try entries.next(into: &leaves) != nil
    {}
    if difference == nil, leaves.builder.ends != kept.builder.ends {
      difference = TileDifference(seq: kept.builder.size)
    }
    return (checked + 1, difference)
  }
}

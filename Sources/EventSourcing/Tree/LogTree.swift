// The Merkle tree over a log's entries. Goes on from the tiles that are kept beside the log, and keeps those that it
// has completed.

package import Integrity

/// Takes in the leaves of entries, which must be all of a log.
package struct TreeLeaves: Projection {
  package private(set) var builder: TreeBuilder
  private let keep: (Tile, [Digest]) -> Void

  /// - Parameters:
  ///   - builder: The tree over the entries before.
  ///   - keep: Takes each tile that becomes full.
  package init(
    after builder: TreeBuilder = TreeBuilder(),
    _ keep: @escaping (Tile, _ hashes: [Digest]) -> Void = { _, _ in }
  ) {
    self.builder = builder
    self.keep = keep
  }

  /// Begins with the tree over the archived entries, unless it is larger already.
  package mutating func restore(from base: ArchivedPrefix) {
    if builder.size < base.header.through, let tree = base.header.builder { builder = tree }
  }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    let _: Digest? = try read(entry)
  }

  /// - Returns: The entry's leaf; nil if it was taken in before: an entry of an older version is read again in its
  ///   current form, which isn't the one in the log.
  package mutating func read(_ entry: Entry) throws(EntryDefect) -> Digest? {
    if entry.seq == builder.size { return nil }
    guard entry.seq == builder.size + 1 else {
      let missing = builder.size + 1
      throw .missing(missing, "The tree needs every entry, and entry \(missing) isn't there.")
    }
    let leaf = entry.leafHash
    builder.append(leaf, keep)
    return leaf
  }
}

package typealias LogTree = TiledTree

extension TiledTree {
  /// The source of a tree's hashes.
  package enum Basis: Sendable {
    /// The tiles that are kept, as far as there are any.
    case tiles
    /// The log alone.
    case log
  }

  /// The result of computing a tree.
  package struct Reading: Sendable {
    /// The entries up to this one weren't read: their hashes were kept.
    package fileprivate(set) var keptThrough = 0
    /// The torn tail that a crash left at the log's end, if that was reached.
    package fileprivate(set) var tornTail: TornTail?
  }

  /// Asks the tree over the entries of a log something.
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - seq: The last entry that must be in the tree; `.max` for the log's last one.
  ///   - basis: The source of the hashes.
  ///   - question: May be asked again: if a tile turns out to be wrong, the log is read from the beginning.
  /// - Throws: `beyondEnd` if there is no such entry, `corrupt` if one is missing, or the log's error.
  package static func ask<Answer>(
    of source: any EntrySource, through seq: Int = .max, from basis: Basis = .tiles,
    _ question: (LogTree, Reading) throws(TileFault) -> Answer
  ) throws(LogError) -> Answer {
    let kept = (source as? any TiledSource)?.tiles()
    if let kept {
      for basis in [basis, .log] {
        let (tree, reading) = try tree(over: source, through: seq, basis, kept)
        if let answer = try? question(tree, reading) { return answer }
        kept.distrust()
      }
    }
    // Others may go on replacing what is kept.
    let (tree, reading) = try tree(over: source, through: seq, .log, MemoryTiles())
    do throws(TileFault) {
      return try question(tree, reading)
    } catch {
      // The tiles of what is archived can't be computed again.
      if let base = source.base { throw base.archived() }
      throw LogError(.inputOutput, "The tree over the entries can't be computed.")
    }
  }

  private static func tree(
    over source: any EntrySource, through seq: Int, _ basis: Basis, _ tiles: any TileStore
  ) throws(LogError) -> (LogTree, Reading) {
    let start = basis == .tiles ? tiles.keptTree() : nil
    var reading = Reading(keptThrough: start?.builder.size ?? 0)
    var leaves = TreeLeaves(after: start?.builder ?? TreeBuilder()) { tiles.keep($1, of: $0) }
    if let base = source.base {
      if seq < base.header.through { throw base.archived(seq + 1) }
      leaves.restore(from: base)
    }
    if leaves.builder.size < seq {
      var last: (tree: CachedTree, ending: [UInt8])?
      var reader = try EntryReader(source, from: start?.cursor ?? .start)
      while leaves.builder.size < seq, try reader.advance(into: &leaves, through: seq) {
        guard leaves.builder.size.isMultiple(of: Tile.width) else { continue }
        last = (
          CachedTree(leaves.builder, through: reader.cursor), Array(reader.entry.bytes.suffix(10))
        )
      }
      reading.tornTail = reader.tornTail
      if let last { tiles.keep(last.tree, ending: last.ending) }
    }
    let tree = LogTree(leaves.builder) { (tile) throws(TileFault) in
      try tiles.hashes(of: tile)
    }
    return (tree, reading)
  }
}

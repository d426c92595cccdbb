// Looks at the tree over a history's entries while that is read: which roots it had, and where it differs from the
// leaves that were kept elsewhere.

import Integrity

final class TreeObserver {
  private let sizes: Set<Int>
  private let kept: KeptLeaves?
  /// The roots that the tree had with some numbers of leaves.
  private(set) var roots: [Int: Digest] = [:]
  /// The root that it has at the end; nil until that was reached.
  private(set) var lastRoot: Digest?
  /// The first entry that isn't the one that was kept.
  private(set) var firstDifferent: Int?
  private(set) var failure: Failure?

  /// - Parameter sizes: The numbers of leaves for which roots are wanted.
  init(_ sizes: some Sequence<Int>, _ kept: KeptLeaves?) {
    self.sizes = Set(sizes)
    self.kept = kept
  }

  /// A history is read from the beginning.
  fileprivate func begin() {
    (roots, lastRoot, firstDifferent, failure) = ([:], nil, nil, nil)
    if sizes.contains(0) { roots[0] = TreeHashing.empty }
  }

  /// Its first entries are archived.
  fileprivate func restore(from builder: TreeBuilder) {
    if sizes.contains(builder.size) { roots[builder.size] = builder.root }
  }

  fileprivate func end(with builder: TreeBuilder) { lastRoot = builder.root }

  fileprivate func take(_ leaf: Digest, _ builder: TreeBuilder) {
    if sizes.contains(builder.size) { roots[builder.size] = builder.root }
    guard let kept, firstDifferent == nil, failure == nil, builder.size <= kept.count else {
      return
    }
    do throws(Failure) {
      if try kept.leaf(builder.size - 1) != leaf { firstDifferent = builder.size }
    } catch {
      failure = error
    }
  }
}

/// A projection whose entries' tree is observed.
struct ObservedProjection<Base: Projection>: Projection {
  private(set) var base: Base
  private var leaves = TreeLeaves()
  private let observer: TreeObserver

  init(_ base: Base, _ observer: TreeObserver) {
    self.base = base
    self.observer = observer
    observer.begin()
  }

  var vocabularies: [Vocabulary] { base.vocabularies }
  var checksRevisions: Bool { base.checksRevisions }
  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try self.base.restore(from: base)
    leaves.restore(from: base)
    observer.restore(from: leaves.builder)
  }

  /// The history was read to its end.
  func end() { observer.end(with: leaves.builder) }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let leaf = try leaves.read(entry) { observer.take(leaf, leaves.builder) }
    try base.read(entry)
  }
}

/// The hashes of leaves in tiles that were exported with a checkpoint.
final class KeptLeaves {
  /// The number of leaves.
  let count: Int
  private let tiles: any TileInput
  private var current: (index: Int, hashes: [Digest]) = (-1, [])

  /// - Throws: `other-tiles` if they aren't those of the checkpoint.
  init(_ tiles: any TileInput, of file: CheckpointFile) throws(Failure) {
    self.tiles = tiles
    count = file.checkpoint.size
    var builder = TreeBuilder()
    for index in 0..<count { builder.append(try leaf(index)) }
    guard builder.root == file.checkpoint.root else {
      throw Failure(
        .badData, code: "other-tiles", "The tiles aren't those of \(file.name).",
        hint: Failure.passExportedTiles)
    }
  }

  func leaf(_ index: Int) throws(Failure) -> Digest {
    let number = index / Tile.width
    if current.index != number { current = (number, try hashes(of: number)) }
    return current.hashes[index % Tile.width]
  }

  private func hashes(of number: Int) throws(Failure) -> [Digest] {
    let width = min(count - number * Tile.width, Tile.width)
    let tile = Tile(level: 0, index: number)
    var found = try tiles.read(tile.path(width: width))
    // One that was exported later may be full by now.
    if found == nil { found = try tiles.read(tile.path) }
    guard let hashes = found.flatMap({ Tile.hashes(in: $0) }), hashes.count >= width else {
      throw Failure(
        .badData, code: "missing-tile",
        "The tile tile/\(tile.path(width: width)) is missing or cut.",
        hint: Failure.passExportedTiles)
    }
    return hashes
  }
}

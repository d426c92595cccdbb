// The tiles of a store's Merkle tree, in its cache: full ones as C2SP tlog-tiles lays them out, and beside the
// indexes of the segments what they leave over.

import Integrity

package final class StoreTiles: TileStore {
  private let reader: StoreReader
  /// The trees beside the indexes; nil if the cache isn't used.
  private let cache: CacheFiles?
  /// The full tiles that couldn't be written.
  private let others = MemoryTiles()
  private let draftNumber = SystemClock.salt().words.low
  private var folders: Set<String> = []
  private var canWrite: Bool
  /// The segments' files before anything of them was read.
  private let files: [SegmentFile]

  init(of reader: StoreReader) {
    self.reader = reader
    cache = reader.cached(.tree)
    canWrite = cache != nil
    let segments = (try? reader.directory.segments()) ?? []
    files = (try? SegmentFile.all(segments, in: reader.directory)) ?? []
  }

  private var directory: LogDirectory { reader.directory }

  package func keptTree() -> CachedTree? {
    for place in files.indices.reversed() {
      let file = files[place]
      guard let found = cache?.found(beginning: file),
        found.header.ancestry == SegmentFile.identity(of: files[..<place]),
        // A segment was changed if it was written without becoming longer.
        found.header.fileSize != file.size || found.header.modified == file.stamp.modified,
        let tree = try? tree(found)
      else { continue }
      return tree
    }
    return nil
  }

  private func tree(_ file: CacheFile) throws(CacheFault) -> CachedTree? {
    let header = file.header
    let bytes = try file.bytes.read(CacheHeader.size..<CacheHeader.size + header.bodySize)
    guard var hashes = Tile.hashes(in: bytes)?[...] else { return nil }
    var ends: [[Digest]] = []
    var rest = header.last
    while rest > 0 {
      guard hashes.count >= rest % Tile.width else { return nil }
      ends.append(Array(hashes.prefix(rest % Tile.width)))
      hashes = hashes.dropFirst(rest % Tile.width)
      rest /= Tile.width
    }
    return TreeBuilder(size: header.last, ends: ends).map { CachedTree($0, through: header.cursor) }
  }

  package func hashes(of tile: Tile) throws(TileFault) -> [Digest] {
    if let hashes = try? others.hashes(of: tile) { return hashes }
    let path = path(of: tile)
    // Opening a pipe would wait for a writer.
    guard cache != nil, (try? directory.item(at: path)) == .file,
      let file = try? OpenFile(path, for: .reading, on: directory.disk),
      let bytes = try? file.bytes(at: 0, count: Tile.width * Digest.size),
      let hashes = Tile.hashes(in: bytes)
    else { throw TileFault() }
    return hashes
  }

  private func path(of tile: Tile) -> String { directory.tiles + "/" + tile.path }

  package func keep(_ hashes: [Digest], of tile: Tile) {
    let path = path(of: tile)
    canWrite =
      canWrite && makeFolder(directory.parent(of: path))
      && directory.cache(Tile.bytes(of: hashes), at: path, by: "\(path).\(draftNumber)")
    if !canWrite { others.keep(hashes, of: tile) }
  }

  private func makeFolder(_ path: String) -> Bool {
    if path == directory.path || folders.contains(path) { return true }
    guard makeFolder(directory.parent(of: path)) else { return false }
    try? directory.disk.makeFolder(path)
    // A link may lead to another store's files.
    guard (try? directory.disk.isSymbolicLink(path)) == false else { return false }
    folders.insert(path)
    return true
  }

  package func keep(_ tree: CachedTree, ending: [UInt8]) {
    let cursor = tree.cursor
    guard canWrite, let place = files.firstIndex(where: { $0.segment == cursor.segment }) else {
      return
    }
    let body = Tile.bytes(of: tree.builder.ends.flatMap { $0 })
    let details = [
      UInt64(body.count), SegmentFile.identity(of: files[..<place]), UInt64(files[place].size), 0,
    ]
    let lastBytes = ending.withUnsafeBytes { SegmentFile.lastBytes(of: $0) }
    _ = cache?.keep(body, of: files[place], through: cursor, lastBytes: lastBytes, details)
  }

  package func distrust() {
    guard let cache else { return }
    for file in files {
      let path = cache.path(of: file.segment)
      guard (try? directory.item(at: path)) == .file else { continue }
      try? directory.disk.remove(path)
      reader.reportRebuilt(path)
    }
  }

}

extension CacheFormat {
  static let tree = CacheFormat(name: "cstree01", suffix: ".tree") { header in
    header.bodySize < 1 << 20 ? CacheHeader.size + header.bodySize : nil
  }
}

extension CacheHeader {
  fileprivate var bodySize: Int { Int(details[0]) }
  /// The identity of the segments before.
  fileprivate var ancestry: UInt64 { details[1] }
  /// The size of the segment then.
  fileprivate var fileSize: Int { Int(details[2]) }
}

extension StoreReader: TiledSource {
  package func tiles() -> any TileStore { StoreTiles(of: self) }

  package func makeDurable() throws(LogError) {
    if let last = try directory.segments().last {
      try directory.openSegment(last, for: .reading).sync()
    }
    try directory.syncFolder(directory.log)
  }
}

// The tiles of a store's Merkle tree, in its cache: full ones as C2SP tlog-tiles lays them out, and beside the
// indexes of the segments what they leave over.

import Checksums
import EventSourcing
import Transparency

package final class StoreTiles: TileStore {
  private let reader: StoreReader
  private let kept: KeptFiles
  /// The full tiles that couldn't be written.
  private let others = MemoryTiles()
  private let draftNumber = SystemInputs.salt().words.low
  private var folders: Set<String> = []
  private var canWrite = true

  init(of reader: StoreReader) {
    self.reader = reader
    kept = KeptFiles(.tree, of: reader)
  }

  private var directory: LogDirectory { reader.directory }

  package func keptTree() -> KeptTree? {
    guard let files = try? segmentFiles() else { return nil }
    for place in files.indices.reversed() {
      guard let found = kept.found(beginning: files[place]),
        found.header.ancestry == identity(of: files[..<place]),
        let tree = try? tree(found)
      else { continue }
      return tree
    }
    return nil
  }

  private func tree(_ file: KeptFile) throws(CacheFault) -> KeptTree? {
    let header = file.header
    let bytes = try file.bytes.read(KeptHeader.size..<KeptHeader.size + header.bodySize)
    guard var hashes = Tile.hashes(in: bytes)?[...] else { return nil }
    var ends: [[Digest]] = []
    var rest = header.last
    while rest > 0 {
      guard hashes.count >= rest % Tile.width else { return nil }
      ends.append(Array(hashes.prefix(rest % Tile.width)))
      hashes = hashes.dropFirst(rest % Tile.width)
      rest /= Tile.width
    }
    return TreeBuilder(size: header.last, ends: ends).map { KeptTree($0, through: header.cursor) }
  }

  package func hashes(of tile: Tile) throws(CacheFault) -> [Digest] {
    if let hashes = try? others.hashes(of: tile) { return hashes }
    guard let file = try? OpenFile(path(of: tile), for: .reading, on: directory.disk),
      let bytes = try? file.bytes(at: 0, count: Tile.width * Digest.size),
      let hashes = Tile.hashes(in: bytes)
    else { throw CacheFault() }
    return hashes
  }

  private func path(of tile: Tile) -> String { directory.tiles + "/" + tile.path }

  package func keep(_ hashes: [Digest], of tile: Tile) {
    let path = path(of: tile)
    canWrite =
      canWrite && makeFolder(directory.parent(of: path))
      && write(Tile.bytes(of: hashes), to: path)
    if !canWrite { others.keep(hashes, of: tile) }
  }

  private func makeFolder(_ path: String) -> Bool {
    if path == directory.path || folders.contains(path) { return true }
    guard makeFolder(directory.parent(of: path)) else { return false }
    try? directory.disk.makeFolder(path)
    // What a link leads to may be another store's.
    guard (try? directory.disk.isSymbolicLink(path)) == false else { return false }
    folders.insert(path)
    return true
  }

  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    let disk = directory.disk
    let draft = "\(path).\(draftNumber)"
    do {
      let file = try OpenFile(draft, for: .creating, on: disk)
      try bytes.withUnsafeBytes { try file.write($0, at: 0) }
      try disk.rename(draft, to: path)
      return true
    } catch {
      try? disk.remove(draft)
      return false
    }
  }

  package func keep(_ tree: KeptTree) {
    let cursor = tree.cursor
    guard canWrite, let files = try? segmentFiles(),
      let place = files.firstIndex(where: { $0.segment == cursor.segment })
    else { return }
    let body = Tile.bytes(of: tree.builder.ends.flatMap { $0 })
    let details = [UInt64(body.count), identity(of: files[..<place]), 0, 0]
    _ = kept.keep(body, of: files[place], through: cursor, details)
  }

  private func segmentFiles() throws(LogError) -> [SegmentFile] {
    try SegmentFile.all(try directory.segments(), in: directory)
  }

  package func distrust() {
    for segment in (try? directory.segments()) ?? [] {
      try? directory.disk.remove(kept.path(of: segment))
    }
  }

  /// Tells segments that are sealed from others.
  private func identity(of files: ArraySlice<SegmentFile>) -> UInt64 {
    let words = files.flatMap { file in
      [
        UInt64(file.segment), UInt64(file.size), file.stamp.device, file.stamp.number,
        UInt64(bitPattern: file.stamp.modified),
      ]
    }
    return words.withUnsafeBytes { StreamTable.longHash($0, seed: 2) } >> 1
  }
}

extension KeptFormat {
  fileprivate static let tree = KeptFormat(name: "cstree01", suffix: ".tree") { header in
    header.bodySize < 1 << 20 ? KeptHeader.size + header.bodySize : nil
  }
}

extension KeptHeader {
  fileprivate var bodySize: Int { Int(details[0]) }
  /// The identity of the segments before.
  fileprivate var ancestry: UInt64 { details[1] }
}

extension StoreReader: TiledSource {
  package var tiles: any TileStore { StoreTiles(of: self) }
}

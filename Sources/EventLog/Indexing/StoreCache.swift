// The files that are kept beside a store's log as a whole: which there are, whether they are right, and building them
// again. How snapshots are built and compared depends on the domains, so the callers do that.

/// The indexes and snapshots that are kept beside a store's log (Docs/Cache.md).
package struct StoreCache {
  /// A kept index that isn't what its segment says.
  public struct Difference: Equatable, Sendable {
    /// The number of the segment's first entry.
    public let segment: Int
    /// The first stream whose entries it doesn't find; nil if it can't be read at all, or finds them all.
    public let stream: String?
  }

  let reader: StoreReader
  private let cache: CacheFiles

  /// The cache of the store in this folder.
  ///
  /// - Throws: `noSuchStore`, `notAStore`, `newerVersion`, `corrupt` if its description is.
  public init(path: String) throws(LogError) {
    self.init(of: try StoreReader(path: path))
  }

  init(of reader: StoreReader) {
    self.reader = reader
    cache = CacheFiles(SegmentIndex.format, of: reader)
  }

  /// The state of each segment's files, in order. Reads the heads of the files alone.
  ///
  /// - Parameter kinds: The kinds of snapshots that there should be.
  public func parts(with kinds: [SnapshotKind] = []) throws(LogError) -> [CachedSegment] {
    let files = try SegmentFile.all(try reader.directory.segments(), in: reader.directory)
    let isShort = files.reduce(0) { $0 + $1.size } < reader.smallestIndex
    let snapshots = StoreSnapshots(of: reader)
    let states = kinds.compactMap { snapshots?.states(of: $0) }
    let formats = kinds.map { CacheFiles(.snapshot(of: $0), of: reader) } + [cache]
    var parts: [CachedSegment] = []
    for (place, file) in files.enumerated() {
      let isLast = place == files.count - 1
      let isTooShort = isShort || isLast && file.size < reader.smallestIndex
      func told(_ state: CachedSegment.State) -> CachedSegment.State {
        state == .absent && isTooShort ? .short : state
      }
      let found = states.map { place < $0.count ? $0[place] : .absent }
      let worst = CachedSegment.State.allCases.last { found.contains($0) } ?? .absent
      parts.append(
        CachedSegment(
          segment: file.segment, index: told(try cache.found(for: file, isLast: isLast).state),
          snapshot: told(worst),
          bytes: formats.reduce(0) { $0 + $1.size(of: file.segment) }))
    }
    return parts
  }

  /// Builds the indexes of all segments that need one, whatever there is.
  public func rebuildIndexes() throws(LogError) {
    _ = StoreIndex(of: reader, ignoring: Set(try reader.directory.segments()))
  }

  /// Reads the log and compares each index that could be used, byte by byte, with what it should be.
  ///
  /// - Returns: The number that were compared, and the first one that isn't right, if there is one.
  public func verifyIndexes() throws(LogError) -> (checked: Int, difference: Difference?) {
    let files = try SegmentFile.all(try reader.directory.segments(), in: reader.directory)
    var checked = 0
    for (place, file) in files.enumerated() {
      switch try cache.found(for: file, isLast: place == files.count - 1) {
      case .current(let file):
        checked += 1
        if let difference = try difference(of: SegmentIndex(file)), isStillKept(file) {
          return (checked, difference)
        }
      case .unusable(.damaged):
        return (checked + 1, Difference(segment: file.segment, stream: nil))
      case .unusable: break
      }
    }
    return (checked, nil)
  }

  /// Whether it wasn't replaced since.
  private func isStillKept(_ kept: CacheFile) -> Bool {
    let segment = kept.header.segment
    guard let file = try? SegmentFile(segment, mayBeFilled: true, in: reader.directory),
      case .current(let now)? = try? cache.found(for: file, isLast: true)
    else { return true }
    return now.header == kept.header
  }

  private func difference(of index: SegmentIndex) throws(LogError) -> Difference? {
    let header = index.header
    var builder = SegmentIndexBuilder(header)
    try eachEntry(of: index) { builder.take($0, at: $1) }
    guard let (rightHeader, right) = builder.finish() else {
      return Difference(segment: header.segment, stream: nil)
    }
    if (try? index.allBytes()) == right { return nil }
    let rightIndex = SegmentIndex(rightHeader, .memory(right))
    var stream: String?
    try eachEntry(of: index) { entry, _ in
      guard let name = StreamName(Text(entry.storage, entry.stream)),
        (try? index.places(of: .stream(name))) != (try? rightIndex.places(of: .stream(name)))
      else { return true }
      stream = entry.storage.string(entry.stream)
      return false
    }
    return Difference(segment: header.segment, stream: stream)
  }

  /// - Parameter body: Returns whether to go on.
  private func eachEntry(
    of index: SegmentIndex, _ body: (Entry, _ bytes: Range<Int>) -> Bool
  ) throws(LogError) {
    var entries = try EntryReader(reader, from: LogCursor(startOf: index.header.segment))
    while entries.seq < index.last, let entry = try entries.next() {
      if !body(entry, entries.entryCursor.byte..<entries.cursor.byte) { return }
    }
  }

  /// Removes all of it.
  ///
  /// - Returns: The number of files that were removed, and of their bytes.
  public func clear() throws(LogError) -> (files: Int, bytes: Int) {
    try reader.directory.clearCache()
  }
}

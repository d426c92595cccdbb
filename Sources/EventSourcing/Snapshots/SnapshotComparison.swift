// Compares kept snapshots with those that the log gives: forged ones may have right checksums.

/// A snapshot that isn't what the log says.
@usableFromInline package struct SnapshotDifference: Equatable, Sendable {
  /// Its segment's place among the log's segments, from 0.
  public let ordinal: Int
  /// The first stream that differs; nil if it can't be read at all, or none does.
  public let stream: String?
}

extension EntrySource {
  /// Folds the history from its beginning, and compares each snapshot that could be used.
  ///
  /// - Parameter blank: Makes a projection without entries.
  /// - Returns: The number that were compared, and the first one that isn't right, if there is one.
  /// - Throws: The history's error.
  @inlinable package func compareSnapshots<P: ResumableProjection>(_ blank: () -> P)
    throws(LogError) -> (checked: Int, difference: SnapshotDifference?)
  {
    let first = try compareOnce(blank)
    // One may have been replaced while it was compared.
    return first.difference == nil ? first : try compareOnce(blank)
  }

  @inlinable func compareOnce<P: ResumableProjection>(_ blank: () -> P)
    throws(LogError) -> (checked: Int, difference: SnapshotDifference?)
  {
    var projection = blank()
    guard let store = snapshots() else { return (0, nil) }
    var comparison = SnapshotComparison(store, projection.kinds)
    var reader = try EntryReader(self)
    var end = ReadingEnd()
    while let seq = comparison.nextEnd {
      try reader.fold(into: &projection, through: seq, &end)
      guard comparison.compare(&projection, end) else { break }
    }
    return (comparison.checked, comparison.difference)
  }
}

@usableFromInline struct SnapshotComparison {
  @usableFromInline var checked = 0
  @usableFromInline var difference: SnapshotDifference?
  private let chains: [[SnapshotFile]]
  private var ordinal = 0

  @usableFromInline init(_ store: any SnapshotStore, _ kinds: [SnapshotKind]) {
    chains = kinds.map { store.chain(of: $0, through: .max) }
  }

  /// The last entry of the next snapshots. They may cover less of the last segment for one kind than for another.
  @usableFromInline var nextEnd: Int? {
    chains.compactMap { ordinal < $0.count ? $0[ordinal].cursor.seq : nil }.min()
  }

  /// - Returns: Whether they are right.
  @usableFromInline mutating func compare<P: ResumableProjection>(
    _ projection: inout P, _ end: ReadingEnd
  ) -> Bool {
    guard let times = end.times, let made = projection.makeSnapshots(ordinal, times) else {
      difference = SnapshotDifference(ordinal: ordinal, stream: nil)
      return false
    }
    for (chain, bytes) in zip(chains, made) {
      guard ordinal < chain.count, chain[ordinal].cursor.seq == end.seq else { continue }
      checked += 1
      let right = SnapshotFile(of: bytes, like: chain[ordinal])
      do throws(CacheFault) {
        let (isSame, stream) = try Snapshot.compare(chain[ordinal], right)
        if isSame { continue }
        difference = SnapshotDifference(ordinal: ordinal, stream: stream)
      } catch {
        difference = SnapshotDifference(ordinal: ordinal, stream: nil)
      }
      return false
    }
    ordinal += 1
    return true
  }
}

extension SnapshotFile {
  /// Makes a snapshot in memory.
  fileprivate init(of bytes: [UInt8], like other: SnapshotFile) {
    self.init(
      ordinal: other.ordinal, cursor: other.cursor, logBytes: other.logBytes, count: bytes.count,
      identity: other.identity
    ) { (part) throws(CacheFault) in
      guard part.upperBound <= bytes.count else { throw CacheFault() }
      return Array(bytes[part])
    }
  }
}

extension Snapshot {
  /// Compares all but the seed of the hashes, which is chosen again for each store.
  ///
  /// - Returns: The kind of difference, and the first stream that differs.
  fileprivate static func compare(_ kept: SnapshotFile, _ right: SnapshotFile)
    throws(CacheFault) -> (isSame: Bool, stream: String?)
  {
    let rowSize = try Header(right.words(0..<Header.wordCount)).rowSize
    var (one, other) = (
      try Snapshot(kept, rowSize: rowSize), try Snapshot(right, rowSize: rowSize)
    )
    try one.prepare(forStreams: .max)
    try other.prepare(forStreams: .max)
    let (hashes, origins) = (try one.hashes(), (try one.origins(), try other.origins()))
    let keys = (try one.keys(), try other.keys())
    for row in 0..<other.header.rows {
      let name = try other.name(row)
      let hash = name.withUnsafeBytes { StreamTable.longHash($0, seed: one.header.seed) }
      if row < one.header.rows, hashes[row] == hash, origins.0[row] == origins.1[row],
        keys.0[row] == keys.1[row]
      {
        let (kept, right) = (try one.stream(row), try other.stream(row))
        if kept == right { continue }
      }
      return (false, String(decoding: name, as: UTF8.self))
    }
    let (kept, right) = (try one.summary(), try other.summary())
    return (one.header.rows == other.header.rows && kept == right, nil)
  }
}

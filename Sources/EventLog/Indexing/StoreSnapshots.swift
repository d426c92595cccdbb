// The snapshots of a store, in files beside the indexes of its segments.

final class StoreSnapshots: SnapshotStore {
  let segments: [Int]
  let seed: UInt64
  private let reader: StoreReader
  private let files: [SegmentFile]
  private let cache: CacheFiles
  /// The last entry that any may cover.
  private let end: Int
  /// The files that are damaged, and those that can't be used for another reason.
  private var damaged: Set<String> = []
  private var distrusted: Set<String> = []

  /// Makes the snapshots of a store; nil if it is small, its cache isn't used, or its segments can't be read.
  ///
  /// - Parameter end: The last entry that any may cover: other processes may know of more than is durable.
  init?(of reader: StoreReader, through end: Int = .max) {
    guard let cache = reader.cached(SegmentIndex.format),
      let segments = try? reader.directory.segments(),
      let files = try? SegmentFile.all(segments, in: reader.directory),
      files.reduce(0, { $0 + $1.size }) >= reader.smallestIndex
    else { return nil }
    (self.reader, self.cache, self.segments, self.files, self.end) =
      (reader, cache, segments, files, end)
    // The seed is the same for all processes that build them at the same time.
    seed = reader.description.words.0 ^ reader.description.words.1
  }

  /// The identity of the state that the first one is built on.
  private var baseIdentity: UInt64 { reader.base?.identity ?? 0 }

  private func cached(_ kind: SnapshotKind) -> CacheFiles {
    var cache = cache
    cache.format = .snapshot(of: kind)
    return cache
  }

  func chain(of kind: SnapshotKind, through seq: Int) -> [SnapshotFile] {
    let cache = cached(kind)
    var chain: [SnapshotFile] = []
    for (ordinal, file) in files.enumerated() {
      let isLast = ordinal == files.count - 1
      guard let found = try? cache.found(for: file, isLast: isLast) else { break }
      if found.state == .damaged { damaged.insert(cache.path(of: file.segment)) }
      let path = cache.path(of: file.segment)
      guard !damaged.contains(path), !distrusted.contains(path),
        case .current(let found) = found,
        found.header.last <= min(seq, end),
        found.header.fingerprint == kind.fingerprint,
        found.header.ancestry == chain.last?.identity ?? baseIdentity,
        isLast || found.header.last + 1 == segments[ordinal + 1]
      else { break }
      chain.append(snapshot(found, ordinal))
    }
    return chain
  }

  private func snapshot(_ file: CacheFile, _ ordinal: Int) -> SnapshotFile {
    let header = file.header
    let before = files[..<ordinal].reduce(0) { $0 + $1.size }
    return SnapshotFile(
      ordinal: ordinal, cursor: header.cursor, logBytes: before + header.end,
      count: header.bodySize, identity: header.identity
    ) { (part) throws(CacheFault) in
      try file.bytes.read(part.lowerBound + CacheHeader.size..<part.upperBound + CacheHeader.size)
    }
  }

  /// The state of each segment's snapshot. One that can't be used because of those before it is stale.
  func states(of kind: SnapshotKind) -> [CachedSegment.State] {
    let (cache, usable) = (cached(kind), chain(of: kind, through: .max).count)
    return files.enumerated().map { ordinal, file in
      if ordinal < usable { return .current }
      let found = try? cache.found(for: file, isLast: ordinal == files.count - 1)
      return found.map { $0.state == .current ? .stale : $0.state } ?? .damaged
    }
  }

  func distrust(_ kinds: [SnapshotKind]) {
    var paths: [String] = []
    for kind in kinds {
      for snapshot in chain(of: kind, through: .max)
      where (try? snapshot.read(0..<snapshot.count)) == nil {
        paths.append(cached(kind).path(of: segments[snapshot.ordinal]))
      }
    }
    damaged.formUnion(paths)
    // Forged ones may have right checksums, and one may have been replaced while it was read.
    guard paths.isEmpty else { return }
    distrusted = Set(
      kinds.flatMap { kind in segments.prefix(1).map { cached(kind).path(of: $0) } })
  }

  func isWorthKeeping(_ cursor: LogCursor) -> Bool { cursor.byte >= reader.smallestIndex }

  func keep(
    _ bytes: [UInt8], of kind: SnapshotKind, through cursor: LogCursor,
    after previous: SnapshotFile?
  ) -> SnapshotFile? {
    guard let ordinal = files.firstIndex(where: { $0.segment == cursor.segment }) else {
      return nil
    }
    let (file, cache) = (files[ordinal], cached(kind))
    let details = [UInt64(bytes.count), kind.fingerprint, previous?.identity ?? baseIdentity, 0]
    guard let found = cache.keep(bytes, of: file, through: cursor, details) else { return nil }
    let path = cache.path(of: file.segment)
    if damaged.remove(path) != nil { reader.reportRebuilt(path) }
    return snapshot(found, ordinal)
  }
}

extension CacheFormat {
  /// The ending of the names of all states, but for those of unfinished files.
  static let statesSuffix = ".states"

  static func snapshot(of kind: SnapshotKind) -> CacheFormat {
    CacheFormat(name: "cspoint2", suffix: ".\(kind.name)\(statesSuffix)") { header in
      header.bodySize < 1 << 40 ? CacheHeader.size + header.bodySize : nil
    }
  }
}

extension CacheHeader {
  fileprivate var bodySize: Int { Int(details[0]) }
  fileprivate var fingerprint: UInt64 { details[1] }
  /// The identity of the snapshot of the segment before; 0 for the first.
  fileprivate var ancestry: UInt64 { details[2] }

  /// Tells what it covers, with all that came before, from anything else.
  fileprivate var identity: UInt64 {
    let words = [
      storeHigh, storeLow, UInt64(segment), UInt64(count), UInt64(end), device, number,
      UInt64(bitPattern: modified), lastBytes, fingerprint, ancestry,
    ]
    return words.withUnsafeBytes { StreamTable.longHash($0, seed: 1) } >> 1
  }
}

extension StoreReader {
  /// The snapshots beside its segments; nil if the store is small.
  package func snapshots() -> (any SnapshotStore)? { StoreSnapshots(of: self) }
}

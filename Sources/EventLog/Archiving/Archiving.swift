// Moves the first segments of a log to another folder. What they have led to takes their place: the base. The order
// of the steps is such that the log is whole at every moment: copies, then the base, then the removal.

import Integrity

/// Moves the sealed segments of a store to another folder whose entries all come before one.
///
/// The folder is a store, too, to be read. A store that was archived to it before is continued there. What an
/// interrupted call has left is finished.
///
/// - Parameters:
///   - path: The store's folder.
///   - seq: The first entry that stays, or an earlier one does.
///   - target: The folder: one that doesn't exist, is empty, or has what was archived last.
///   - domains: All domains whose streams the store has.
///   - lockTimeoutMilliseconds: The time to wait for another writer.
/// - Throws: `cannotCreate` if the folder has something else, or is in a store, or if the states of a domain can't be
///   archived; `corrupt` if what is to be archived is damaged, or a copy is; `locked`, `noSuchStore`, `notAStore`,
///   `newerVersion`, `inputOutput`, `diskFull`.
/// - Complexity: O(n) in what is archived and in what is in the base, which is in memory twice meanwhile.
package func archive(
  _ path: String, before seq: Int, to target: String, of domains: [any CodableDecider.Type],
  lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> ArchiveReport {
  let disk = PosixDisk.here()
  try disk.checkIsOutsideStores(target)
  let store = LogDirectory(path, on: disk)
  return try archive(
    store, before: seq, to: LogDirectory(target, on: disk), of: domains, lockTimeoutMilliseconds
  ) { store.note(.archive, at: target, on: disk) }
}

/// - Parameter name: The name of the target in the base, asked once it is there and before anything is copied; its
///   path if nil.
func archive(
  _ source: LogDirectory, before seq: Int, to target: LogDirectory,
  of domains: [any CodableDecider.Type], _ lockTimeoutMilliseconds: Int = 5_000,
  name: () -> String? = { nil }
) throws(LogError) -> ArchiveReport {
  try source.finishEarlierWork(lockTimeoutMilliseconds)
  let lock = try StoreLock.acquire(in: source, timeoutMilliseconds: lockTimeoutMilliseconds)
  return try withExtendedLifetime(lock) { () throws(LogError) in
    // Another writer may have been at work, and killed, since.
    let isOpen = try StoreLock.lastNote(in: source).isOpen
    guard !isOpen, try !ErasureNote.isPending(in: source) else {
      throw LogError(
        .locked, "Another process has written to the store meanwhile.", hint: .waitForWriter)
    }
    let reader = try StoreReader(source)
    let directory = reader.directory
    try directory.removeArchivedSegments()
    var report = ArchiveReport(reader.base)
    let segments = try directory.sealedSegments(before: seq)
    guard let last = segments.last else { return report }
    var (header, lines) = try reader.base(through: last.upperBound, domains)
    let archive = Archive(from: directory, to: target, header)
    try archive.open(for: reader, segments)
    let folder = name() ?? target.path
    for segment in segments {
      let (bytes, hash) = try archive.copy(segment.lowerBound)
      header.segments.append(
        .init(first: segment.lowerBound, bytes: bytes, hash: hash, folder: folder))
      report.bytes += bytes
    }
    try archive.verify(segments, lockTimeoutMilliseconds)
    let first = header.line()
    guard first.count + lines.count <= ArchivedPrefix.largest,
      first.count <= LogDirectory.longestHeader
    else { throw .tooMuchForBase }
    try directory.begin(with: first + lines, reader.description)
    let store = try StoreReader(source)
    try store.directory.removeArchivedSegments()
    try store.directory.removeKept()
    let done = ArchiveReport(store.base)
    (report.through, report.base) = (done.through, done.base)
    report.segments = segments.count
    return report
  }
}

extension ArchiveReport {
  fileprivate init(_ base: ArchivedPrefix?) {
    self.init()
    guard let header = base?.header else { return }
    through = header.through
    self.base = Digest(of: header.line()).hex
  }
}

extension StoreReader {
  /// Folds the log through an entry, every byte of it checked.
  fileprivate func base(through seq: Int, _ domains: [any CodableDecider.Type]) throws(LogError)
    -> (header: ArchivedPrefixHeader, lines: [UInt8])
  {
    var fold = ArchivedPrefixFold(of: description.id, domains)
    _ = try project(into: &fold, through: seq)
    guard let base = fold.base() else {
      throw LogError(
        .cannotCreate, "The states of this store can't be archived: they have no form for that.")
    }
    guard base.header.line().count + base.lines.count <= ArchivedPrefix.largest else {
      throw .tooMuchForBase
    }
    let made = ArchivedPrefix(base.header, lines: base.lines, path: directory.baseFile)
    if let stream = try made.firstMisread(of: domains) {
      throw LogError(
        .cannotCreate, "\(stream) can't be archived: its state isn't read back as it is written.")
    }
    return base
  }
}

extension LogDirectory {
  /// Takes out what a crash left, and finishes erasures: nothing of that is to be archived.
  fileprivate func finishEarlierWork(_ lockTimeoutMilliseconds: Int) throws(LogError) {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    let store = try FileStore(self, options)
    if let failure = store.openingReport.erasureFailure { throw failure }
    try store.close()
  }

  /// The entries of each segment that is sealed and ends before an entry.
  fileprivate func sealedSegments(before seq: Int) throws(LogError) -> [ClosedRange<Int>] {
    let segments = try segments()
    return zip(segments, segments.dropFirst()).map { $0...$1 - 1 }.filter { $0.upperBound < seq }
  }

  /// Removes the segments that are archived, as far as their copies are what was archived.
  fileprivate func removeArchivedSegments() throws(LogError) {
    let left = try archivedSegments()
    guard !left.isEmpty else { return }
    for segment in left {
      let record = base?.header.segments.first { $0.first == segment }
      guard let record, try hasCopy(of: record) else {
        throw LogError(
          .corrupt, "This segment is archived, but its copy isn't as it was.",
          at: Place(file: segmentPath(segment), line: 1, byte: 0), seq: segment,
          hint: "Look for the copy. The segment wasn't removed.")
      }
    }
    for segment in left { try remove(segmentPath(segment)) }
    try syncFolder(log)
  }

  /// Whether another folder has a segment as it was archived.
  func hasCopy(of record: ArchivedPrefixHeader.Segment) throws(LogError) -> Bool {
    let archive = LogDirectory(record.folder, on: disk)
    if try isSame(as: archive) { return false }
    return try archive.has(record)
  }

  /// Whether a segment is there as it was archived.
  func has(_ record: ArchivedPrefixHeader.Segment) throws(LogError) -> Bool {
    guard try item(at: segmentPath(record.first)) == .file else { return false }
    let file = try openSegment(record.first, for: .reading)
    guard try file.size() == record.bytes else { return false }
    return try file.hash() == record.hash
  }
}

extension LogError {
  fileprivate static let tooMuchForBase = LogError(
    .cannotCreate, "What these entries have led to is too much for one file.",
    hint: "The store is as it was.")
}

extension OpenFile {
  /// The SHA-256 of its bytes, as hex digits.
  func hash() throws(LogError) -> String {
    var hash = SHA256()
    var (offset, storage) = (0, ByteStorage.empty)
    repeat {
      try ByteStorage.refill(&storage, capacity: LineReader.pieceSize) {
        (buffer) throws(LogError) in try read(at: offset, into: buffer)
      }
      hash.update(storage.bytes)
      offset += storage.count
    } while storage.count > 0
    return hash.finish().hex
  }
}

// The store in a folder, as its one writer has it. What is written when is in GroupWriter, into which
// file in SegmentWriter, and what is done before the first write in Opening.

import Synchronization

/// An entry store in a folder of files.
///
/// Holds the store's lock until it is closed. Any number of threads may use it. Entries can be read
/// once they are durable; reading doesn't wait for writing.
///
/// `batch` writes and syncs when 4 096 entries or 1 MiB have accumulated. Until then, a commit
/// returns at once; its entries become durable with the next full group, the next commit with
/// `sync`, or when the store is closed. Full groups are written in the background; if that fails,
/// the next call throws the error. `none` does the same without syncing: after a power loss, the
/// log may then be damaged anywhere after the last sync, and may have to be recovered.
package final class FileStore: EntryStore, LogSource {
  /// Options for opening a store.
  public struct Options: Sendable {
    /// A segment that would be larger with the next write is sealed, in bytes.
    public var segmentSize = 64 << 20
    /// Whether the open segment is filled with line feeds ahead of what is written, so that syncing an
    /// entry takes less time.
    ///
    /// The unused rest is cut off when the segment is sealed, and when the store is closed. Pays for
    /// processes that write many entries one by one. After a loss of power, a batch whose first entry is
    /// lost and others aren't takes a recovery; that becomes more likely.
    public var preallocates = false
    /// The time to wait for another writer, in milliseconds.
    public var lockTimeoutMilliseconds = 5_000
    /// The name by which the administrators of a server, and writers that wait for its lock, see this one.
    public var application = "cleanstore"
    /// The number of threads that read the log.
    public var parallelism = Parallelism.all
    /// Whether the store's cache is read and written.
    public var usesCache = true
    /// Told the path of each index that was damaged and is built again.
    public var reportRebuilt: @Sendable (String) -> Void = { _ in }
    /// Whether segments begin only where those of the store do that it is a copy of.
    var copiesSegments = false
    /// The size from which a log is indexed, in bytes.
    var smallestIndex = StoreIndex.smallest
    /// The number of bytes that are filled ahead; 0 for none.
    var preallocation = PendingBatch.fullSize
    /// The maximum number of entries that one write has.
    var longestWrite = EntryLine.maximumBatch

    /// Segments of 64 MiB; waits 5 seconds for the lock; a thread for each processor.
    public init() {}
  }

  /// The findings of opening a store to write to it.
  public struct OpeningReport: Hashable, Sendable {
    /// Whether the last writer left without closing the store.
    public var wasLeftOpen = false
    /// The torn tail that was removed from the log, if there was one.
    public var tornTail: TornTail?
    /// The path of the torn tail in the quarantine.
    public var quarantined: String?
    /// The personal data that an earlier writer had left to erase, and that was erased.
    public var erasures = ErasureReport()
    /// The error that kept personal data from being erased, if there was one.
    public var erasureFailure: LogError?
  }

  /// The findings of opening this store.
  public let openingReport: OpeningReport
  private let erasing: StoreErasing
  /// The store's description of itself.
  public var description: StoreDescription { reader.description }
  /// Told of every advance of `end`.
  public let commits: CommitSignal
  /// The number of threads that read the log.
  public var parallelism: Parallelism { reader.parallelism }
  var directory: LogDirectory { reader.directory }
  private let reader: StoreReader
  private let extent: DurableExtent
  private let writer: GroupWriter
  private let lock: Mutex<StoreLock?>
  private let note: LockNote

  init(
    _ directory: LogDirectory, _ options: Options = Options(), folding fold: OpeningFold? = nil
  ) throws(LogError) {
    let opening = try Opening(directory, options, folding: fold)
    let extent = opening.extent
    let commits = CommitSignal(seq: extent.end.seq)
    self.extent = extent
    self.commits = commits
    reader = opening.reader
    let segments = SegmentWriter(
      opening.reader.directory, storeID: opening.reader.description.id, options, last: opening.last,
      note: opening.note)
    writer = GroupWriter(segments, end: extent.end) { end, bytes, opened in
      extent.advance(to: end, bytes: bytes, opened: opened)
      commits.advance(to: end.seq)
    }
    lock = Mutex(opening.lock)
    note = opening.note
    erasing = StoreErasing(
      opening.reader, writer, opening.note, sealsFirst: !options.copiesSegments)
    var report = opening.report
    if opening.mayHavePendingErasures {
      do throws(LogError) {
        report.erasures = try erasing.finish()
      } catch {
        report.erasureFailure = error
      }
    }
    openingReport = report
  }

  /// A store that is dropped keeps its lock until what it is writing is written.
  deinit { writer.waitUntilIdle() }

  /// Creates a store in a folder that doesn't exist, is empty, or in which creating a store was
  /// interrupted.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - id: 32 lower-case hex digits that no other store has.
  ///   - created: The time of creation, for the store's description.
  /// - Throws: `cannotCreate` if there is something already, the folder can't be made, or it would be in
  ///   another store.
  public static func create(at path: String, id: String, created: Timestamp) throws(LogError) {
    let disk = PosixDisk.here()
    try disk.checkIsOutsideStores(path)
    try LogDirectory(path, on: disk).create(id: id, created: created)
  }

  /// Opens a store to write to it.
  ///
  /// A relative path is taken from the current folder once, and leads there wherever the process goes later. The
  /// folder must not be moved while the store is open.
  ///
  /// The remains of a crash after the last entry are moved to the quarantine and reported in
  /// `openingReport`.
  ///
  /// - Parameters:
  ///   - path: The store's folder.
  ///   - options: Options for opening it.
  ///   - fold: Reads the log for an engine that is being opened on this store.
  /// - Throws: `locked`; `corrupt` if the log's end is damaged in another way: nothing is changed
  ///   then; `noSuchStore`, `notAStore`, `newerVersion`, `inputOutput`, `diskFull`.
  /// - Complexity: Reads the last segment; with a fold, the whole log once for both, or what its engine needs.
  public convenience init(
    path: String, options: Options = Options(), folding fold: OpeningFold? = nil
  ) throws(LogError) {
    try self.init(LogDirectory(path), options, folding: fold)
  }

  /// The last entry that is durable.
  public var end: LogEnd { extent.end }

  /// Takes an entry to be written. May write the entries before it, if they fill a group.
  public func append(_ line: borrowing EntryLine) throws(LogError) { try writer.append(line) }

  /// Makes what was appended durable, at least up to this entry, and waits for it.
  ///
  /// - Throws: `inputOutput` or `diskFull`, saying which entries are stored and which aren't;
  ///   `writerFailed` if that happened before.
  public func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    try writer.commit(through: seq, durability)
  }

  /// Like `commit`, but suspends the task: entries that only tasks wait for are written on a queue of the store's.
  public nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try await writer.committed(through: seq, durability)
  }

  /// Takes lines of the store that it is a copy of. They are durable then.
  func load(_ lines: CopiedLines) throws(LogError) {
    _ = try writer.changeSegments { (segments) throws(LogError) in
      try segments.write(lines)
      return lines.end
    }
  }

  /// Whether the group that is being gathered takes another entry.
  public var hasRoom: Bool { !writer.isFull.load(ordering: .relaxed) }

  /// Replaces the personal data of all entries whose erasure is recorded by its hash, segment by segment, and removes
  /// what was derived from it. Readers that are under way read on in what there was.
  ///
  /// - Throws: `corrupt` if an entry can't be read, `inputOutput`, `diskFull`: then the rest is left to the next call, or
  ///   the next writer.
  /// - Complexity: Writes each segment again that has such an entry.
  public func finishErasures() throws(LogError) -> ErasureReport {
    // Without the lock, another process may be at work.
    guard lock.withLock({ $0 != nil }) else { throw .closed }
    try commit(through: .max, .sync)
    return try erasing.finish()
  }

  /// Commits what is left, finishes erasures, records that the store was closed, and releases the lock.
  public func close() throws(LogError) {
    defer {
      lock.withLock { $0 = nil }
      commits.close()
    }
    guard lock.withLock({ $0 != nil }) else { return }
    try writer.close()
    var erasureFailure: LogError?
    do throws(LogError) { try erasing.finishRecorded() } catch { erasureFailure = error }
    do throws(LogError) {
      try writer.trim()
      try lock.withLock { (lock) throws(LogError) in
        try lock?.noteClosed(after: note, end: end.seq)
      }
    } catch {
      throw LogError(
        error.code, "\(error.message) All entries are stored.",
        hint: "Don't repeat the command: only that the store was closed isn't noted.")
    }
    if let erasureFailure { throw erasureFailure.afterStoring }
  }
}

extension LogError {
  fileprivate var afterStoring: LogError {
    LogError(
      code, "\(message) All entries are stored; personal data is left to erase.", at: place,
      seq: seq,
      hint: remedy)
  }
}

// Reading what is durable.
extension FileStore {
  /// Canonical lines with checksums.
  public var form: LineForm { .store }
  /// The store's id.
  public var storeID: String? { description.id }
  /// The base of the log, if its first entries are archived.
  public var base: ArchivedPrefix? { directory.base }

  /// Reads from a place on, as far as the log is durable now.
  public func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try SegmentReader(directory, extent: extent, from: cursor)
  }

  /// The entries that have any of these terms, as far as they are durable now.
  public func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)? {
    let end = end.seq
    return try reader.storePart(of: terms)?.ending(at: end)
  }

  /// The snapshots beside the log, as far as it is durable now.
  public func snapshots() -> (any SnapshotStore)? {
    StoreSnapshots(of: reader, through: end.seq)
  }

  /// A place near the entry, found by looking at a few lines of its segment.
  public func cursor(before seq: Int) throws(LogError) -> LogCursor {
    try directory.requireEntry(seq)
    let durable = extent.value
    let start = LogCursor(startOfSegmentHolding: seq, among: durable.segments)
    guard start.segment > 0 else { return start }
    let file = try directory.openSegment(start.segment, for: .reading)
    let end = start.segment == durable.segments.last ? durable.bytes : try file.size()
    return try EntrySearch(for: seq, segment: start.segment, in: file, before: end).cursor
  }

  /// Other files in `log/` that aren't named like a segment.
  public func unrecognizedFiles() throws(LogError) -> [String] { try directory.unrecognizedFiles() }
}

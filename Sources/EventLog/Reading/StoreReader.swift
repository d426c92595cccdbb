// Reads a store without a lock, while another process may be writing to it.

import Platform

/// The history in a store's folder, to be read only.
public final class StoreReader: LogSource {
  let directory: LogDirectory
  /// The store's description of itself.
  package let description: StoreDescription
  /// The identity of its folder; nil if the disk doesn't tell.
  private let folder: FileStamp?
  /// The number of threads that read it.
  package let parallelism: Parallelism
  /// The size from which a log is indexed, in bytes.
  let smallestIndex: Int
  /// The maximum number of entries that one write has.
  let longestWrite: Int
  /// Told the path of each index that was damaged and is built again.
  let reportRebuilt: @Sendable (String) -> Void
  /// The index that was opened last.
  let lastIndex = Locked<OpenedIndex?>(nil)

  /// The store in this folder.
  ///
  /// - Parameter path: The folder.
  /// - Throws: `noSuchStore`, `notAStore`, `newerVersion`, `corrupt` if its description is.
  public convenience init(path: String) throws(LogError) {
    try self.init(path: path, usesCache: true)
  }

  /// - Parameters:
  ///   - path: The folder.
  ///   - parallelism: The number of threads that read it.
  ///   - usesCache: Whether its cache is read and written; without it, the folder is left as it is.
  ///   - reportRebuilt: Told the path of each index that was damaged and is built again.
  package convenience init(
    path: String, parallelism: Parallelism = .all, usesCache: Bool = true,
    reportRebuilt: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(LogError) {
    var directory = LogDirectory(path)
    directory.usesCache = usesCache
    try self.init(directory, parallelism, reportRebuilt: reportRebuilt)
  }

  init(
    _ directory: LogDirectory, _ parallelism: Parallelism = .all,
    smallestIndex: Int = StoreIndex.smallest, longestWrite: Int = EntryLine.maximumBatch,
    ignoringBase: Bool = false, describedBy found: StoreDescription? = nil,
    reportRebuilt: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(LogError) {
    let description = if let found { found } else { try StoreDescription.read(in: directory) }
    folder = try directory.on(directory.path, directory.disk.stamp(at:))
    var directory = directory
    directory.ignoresBase = ignoringBase
    directory.base = ignoringBase ? nil : try directory.openBase(description)
    (self.directory, self.description) = (directory, description)
    self.parallelism = parallelism
    self.smallestIndex = smallestIndex
    self.longestWrite = longestWrite
    self.reportRebuilt = reportRebuilt
  }

  /// Canonical lines with checksums.
  package var form: LineForm { .store }
  /// The store's id.
  public var storeID: String? { description.id }
  /// The base of the log, if its first entries are archived.
  package var base: ArchivedPrefix? { directory.base }

  /// Reads from a place on.
  public func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try SegmentReader(directory, extent: nil, from: cursor)
  }

  /// Reads lines from a place on, about this many bytes at once.
  package func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader {
    try SegmentReader(directory, extent: nil, from: cursor, pieceSize: pieceSize)
  }

  /// Reads all lines that there are, whatever is wrong with the segments.
  package func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try SegmentReader(directory, extent: nil, from: cursor, isAroundDamage: true)
  }

  /// The entry's place if a kept index has it, otherwise the start of the segment that contains it.
  public func cursor(before seq: Int) throws(LogError) -> LogCursor {
    try directory.requireEntry(seq)
    let start = LogCursor(startOfSegmentHolding: seq, among: try directory.segments())
    return try indexedCursor(before: seq, from: start) ?? start
  }

  /// The tail that a crash left, if the line at this place begins one.
  package func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try TailJudge(directory).tornTail(at: place, segment: segment)
  }

  /// Whether the line at this place matches its checksum now.
  package func hasGoodLine(at place: Place, segment: Int) throws(LogError) -> Bool {
    try directory.openSegment(segment, for: .reading).hasGoodLine(at: place.byte)
  }

  /// Whether a writer holds the store's lock.
  package func isBeingWritten() throws(LogError) -> Bool { try StoreLock.isHeld(in: directory) }

  /// Whether what was derived from erased personal data may still be there.
  package func hasUnfinishedErasure() throws(LogError) -> Bool {
    try ErasureNote.read(in: directory)?.isRewriting ?? false
  }

  /// Whether its folder is another one now, or has another store, or is gone.
  package func isReplaced() -> Bool {
    if let id = try? StoreDescription.read(in: directory).id, id != description.id { return true }
    guard let folder else { return false }
    let now = try? directory.disk.stamp(at: directory.path)
    return now.map { !$0.isOfSameFile(as: folder) } ?? true
  }

  /// Looks again ten times a second: other processes send no signal.
  public func waitForEntry(after seq: Int) async -> Bool {
    (try? await Task.sleep(for: .milliseconds(100))) != nil
  }

  /// The paths of the reports about what recoveries have removed from the log.
  package func recoveryReports() -> [String] { (try? Quarantine.reports(in: directory)) ?? [] }

  /// The number of bytes of the log.
  package func size() throws(LogError) -> Int {
    var size = 0
    for segment in try directory.segments() {
      size += try directory.openSegment(segment, for: .reading).endOfLines()
    }
    return size
  }

  /// Other files in `log/` that aren't named like a segment.
  package func unrecognizedFiles() throws(LogError) -> [String] {
    try directory.unrecognizedFiles()
  }
}

extension LogCursor {
  init(startOf segment: Int) {
    self.init(seq: segment - 1, segment: segment, byte: 0, line: 1)
  }

  /// The start of the last segment that begins at or before an entry; of the log if there is none.
  init(startOfSegmentHolding seq: Int, among segments: [Int]) {
    guard let segment = segments.last(where: { $0 <= max(seq, 1) }) else {
      self = .start
      return
    }
    self.init(startOf: segment)
  }
}

extension Parallelism {
  /// A thread for each processor that is online.
  package static let all = Parallelism(jobs: sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

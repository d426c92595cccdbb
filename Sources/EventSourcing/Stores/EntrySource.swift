// The sources of entries: a store, a single file, standard input. Code that has only a source can't
// write, so nothing that replays a history can change one.

/// A place in a log, to continue reading from.
public struct LogCursor: Hashable, Sendable {
  /// The number of the entry before.
  public var seq: Int
  /// The segment, by the number of the first entry in it; 0 for a single file.
  public var segment: Int
  /// The byte in the segment at which the next line starts.
  public var byte: Int
  /// The number of that line in the segment, from 1.
  public var line: Int

  /// The place before the first entry.
  public static let start = LogCursor(seq: 0, segment: 0, byte: 0, line: 1)

  /// The place after the entry with this number.
  public init(seq: Int, segment: Int, byte: Int, line: Int) {
    self.seq = seq
    self.segment = segment
    self.byte = byte
    self.line = line
  }
}

/// Whole lines out of one file.
public struct LogChunk: Sendable {
  /// The bytes.
  public let storage: ByteStorage
  /// The bytes of the lines; ends after an LF, except for the last line of a history.
  public let lines: Range<Int>
  /// The name of their file.
  public let file: String
  /// The segment they are from.
  public let segment: Int
  /// The number of the first of these lines in the file, from 1.
  public let line: Int
  /// The offset of the first of these lines in the file.
  public let byte: Int

  /// Lines of a file.
  public init(
    storage: ByteStorage, lines: Range<Int>, file: String, segment: Int, line: Int, byte: Int
  ) {
    self.storage = storage
    self.lines = lines
    self.file = file
    self.segment = segment
    self.line = line
    self.byte = byte
  }
}

extension LogChunk {
  /// A place in the lines, by its offset in the storage.
  ///
  /// - Parameters:
  ///   - start: The place where its line begins, or one before that.
  ///   - line: The number of the line that begins there.
  package func place(of offset: Int, inLineFrom start: Int, _ line: Int) -> Place {
    let before = storage.bytes[start..<max(start, offset)]
    let feed = before.lastIndex(of: 0x0A)
    return Place(
      file: file, line: line + before.count { $0 == 0x0A }, byte: byte + offset - lines.lowerBound,
      after: before[(feed.map { $0 + 1 } ?? start)...])
  }
}

/// The bytes after the last good line of a log that a crash has cut.
public struct TornTail: Hashable, Sendable {
  /// The place where it starts.
  public let place: Place
  /// The number of its bytes.
  public let count: Int

  /// A tail that starts there.
  public init(place: Place, count: Int) {
    self.place = place
    self.count = count
  }
}

/// The last entry that a writer has noted, and where the log ends.
public struct NotedEnd: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// The place after the log's last whole line.
  public let place: Place

  /// An end at this place.
  public init(seq: Int, place: Place) {
    self.seq = seq
    self.place = place
  }
}

/// Hands out a log's lines in order.
public protocol ChunkReader: AnyObject {
  /// The next whole lines, or nil at the end.
  ///
  /// - Parameter storage: The storage of the previous chunk, reused if it has no other owner.
  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk?
  /// The bytes after the last line that has an LF; known once `next` has returned nil.
  var tail: TornTail? { get }
  /// The number of the history's last entry, where the lines are only a part of it; known once `next` has
  /// returned nil.
  var end: Int? { get }
  /// Damage before the lines that `next` has returned last, or after all of them, that isn't a
  /// line. It is collected only where damage is read around; elsewhere `next` throws it.
  var skipped: [LogError] { get }
  /// The last entry that must be there, where damage is read around, if that is known once `next` has
  /// returned nil.
  var notedEnd: NotedEnd? { get }
}

extension ChunkReader {
  /// All lines are handed out.
  public var end: Int? { nil }
  /// Default: no damage was skipped.
  public var skipped: [LogError] { [] }
  /// Default: no end was noted.
  public var notedEnd: NotedEnd? { nil }
}

/// A history that can be read.
public protocol EntrySource: AnyObject, Sendable {
  /// The strictness with which its lines are to be read.
  var form: LineForm { get }
  /// The store's id, 32 hex digits, if it has one.
  var storeID: String? { get }
  /// The base that takes the place of its first entries, if they are archived: then the start is after them.
  var base: ArchivedPrefix? { get }
  /// Whether it has only some of the entries of a history, so that numbers are missing.
  var isPart: Bool { get }
  /// Whether it has all entries of each stream that it has one of.
  var hasWholeStreams: Bool { get }
  /// The entries that have any of these terms, found without reading the others, and perhaps more; nil if
  /// it takes reading them all, or about as much.
  func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)?
  /// The number of the last entry, and the tail that a crash left after it; nil if it takes reading all entries.
  func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)?
  /// The number of the last entry that was made at or before a time, 0 if there is none; nil if it takes
  /// reading them.
  func lastEntry(notAfter time: Timestamp) throws(LogError) -> Int?
  /// The facts that an engine needs that reads streams on first use; nil if it takes reading all entries.
  func outline() throws(LogError) -> LogOutline?
  /// The snapshots that are kept beside it; nil if there can't be any, or it takes less to read all entries.
  func snapshots() -> (any SnapshotStore)?
  /// The number of threads that read it where it is read as a whole.
  var parallelism: Parallelism { get }
  /// Reads lines from a place on. Never blocks writers, and isn't blocked by them.
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader
  /// Reads lines for callers that need only one or a few: reads about this many bytes at
  /// once.
  func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader
  /// Reads all lines that there are from a place on, whatever is wrong with the files: for people who look at
  /// what is left. Whatever writes or decides must not use it.
  func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader
  /// A place to read from at or before an entry, as near to it as can be told without reading much.
  func cursor(before seq: Int) throws(LogError) -> LogCursor
  /// Tells a crash's doing from corruption: the torn tail that begins with the line at this place,
  /// or nil if the line isn't part of one.
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail?
  /// Whether the line at this place matches its checksum now: if it didn't when it was read, it was
  /// still being written.
  func hasGoodLine(at place: Place, segment: Int) throws(LogError) -> Bool
  /// Whether a writer has it open now, so that its end may be a write in progress.
  func isBeingWritten() throws(LogError) -> Bool
  /// Whether a writer was killed, or is at work, between taking personal data out of the log and removing what was
  /// derived from it.
  func hasUnfinishedErasure() throws(LogError) -> Bool
  /// Whether something else, or nothing, is now where it was opened.
  func isReplaced() -> Bool
  /// Waits until there may be an entry after this one.
  ///
  /// - Returns: false if none will come, because the store was closed or is a file that has ended, or if the task
  ///   was cancelled.
  func waitForEntry(after seq: Int) async -> Bool
  /// The reports about what recoveries have removed from it.
  func recoveryReports() -> [String]
  /// The paths among the log's files that don't belong to it, and so are never read.
  func unrecognizedFiles() throws(LogError) -> [String]
}

// Defaults for a history that isn't a store in files.
extension EntrySource {
  /// Default: a history without a store has no store id.
  public var storeID: String? { nil }

  /// It begins with its first entry.
  public var base: ArchivedPrefix? { nil }

  /// Default: the history is whole.
  public var isPart: Bool { false }

  /// Default: the history has all entries of its streams.
  public var hasWholeStreams: Bool { true }

  /// Default: entries can't be found without reading the others.
  public func part(of terms: [EntryTerm]) -> (any EntrySource)? { nil }

  /// Default: the end isn't known without reading.
  public func knownEnd() -> (seq: Int, tornTail: TornTail?)? { nil }

  /// Default: the entry isn't known without reading.
  public func lastEntry(notAfter time: Timestamp) -> Int? { nil }

  /// There is none.
  public func outline() -> LogOutline? { nil }

  /// Default: no snapshots are kept.
  public func snapshots() -> (any SnapshotStore)? { nil }

  /// The beginning.
  public func cursor(before seq: Int) -> LogCursor { .start }

  /// Default: no tail is torn.
  public func tornTail(at place: Place, segment: Int) -> TornTail? { nil }

  /// No line is read while it is being written.
  public func hasGoodLine(at place: Place, segment: Int) throws(LogError) -> Bool { false }

  /// One: what is already in memory is usually short.
  public var parallelism: Parallelism { .none }

  /// The usual pieces: not every source has files.
  public func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader {
    try chunks(from: cursor)
  }

  /// The usual lines: not every source has files.
  public func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try chunks(from: cursor)
  }

  /// No: what can be read of a store in use is durable.
  public func isBeingWritten() -> Bool { false }

  /// No: not every source has anything that is derived from it.
  public func hasUnfinishedErasure() -> Bool { false }

  /// False: not every source has files.
  public func isReplaced() -> Bool { false }

  /// Default: no entry will come, because not every source is written to.
  public func waitForEntry(after seq: Int) async -> Bool { false }

  /// Default: there are no reports, because not every source has files.
  public func recoveryReports() -> [String] { [] }

  /// Default: there are no such files, because not every source has files.
  public func unrecognizedFiles() throws(LogError) -> [String] { [] }
}

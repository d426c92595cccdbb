// Sources that know more of their entries than the lines: those of this package, from files, indexes and caches. Of any
// other source, nothing of that is known.

/// The bytes after the last good line of a log that a crash has cut.
@usableFromInline package struct TornTail: Hashable, Sendable {
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
@usableFromInline package struct NotedEnd: Hashable, Sendable {
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

/// Hands out a log's lines, and knows what is between and after them.
package protocol LogChunkReader: ChunkReader {
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

extension LogChunkReader {
  package var tail: TornTail? { nil }
  package var end: Int? { nil }
  package var skipped: [LogError] { [] }
  package var notedEnd: NotedEnd? { nil }
}

extension ChunkReader {
  private var log: (any LogChunkReader)? { self as? any LogChunkReader }
  package var tail: TornTail? { log?.tail }
  package var end: Int? { log?.end }
  package var skipped: [LogError] { log?.skipped ?? [] }
  package var notedEnd: NotedEnd? { log?.notedEnd }
}

/// A history of which more is known than its lines.
package protocol LogSource: EntrySource {
  /// The strictness with which its lines are to be read.
  var form: LineForm { get }
  /// The base that takes the place of its first entries, if they are archived: then the start is after them.
  var base: ArchivedPrefix? { get }
  /// The stream of the first entry; nil if that is to be read, or there is none.
  var firstStream: StreamName? { get }
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
  /// Whether it keeps personal data back: of a block it then has only the hash, whether it was erased or not.
  var withholdsPersonal: Bool { get }
  /// The number of threads that read it where it is read as a whole.
  var parallelism: Parallelism { get }
  /// Reads lines for callers that need only one or a few: reads about this many bytes at
  /// once.
  func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader
  /// Reads all lines that there are from a place on, whatever is wrong with the files: for people who look at
  /// what is left. Whatever writes or decides must not use it.
  func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader
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
  /// Whether an entry is on a standby before it is acknowledged; nil if the log isn't on a server that tells.
  func isSynchronous() throws(LogError) -> Bool?
  /// Blocks until others may have appended entries, for about a second at most, or until a signal comes.
  ///
  /// - Returns: false if that can't be told; then it didn't wait.
  func waitForNews() -> Bool
  /// Whether something else, or nothing, is now where it was opened.
  func isReplaced() -> Bool
  /// The reports about what recoveries have removed from it.
  func recoveryReports() -> [String]
  /// The paths among the log's files that don't belong to it, and so are never read.
  func unrecognizedFiles() throws(LogError) -> [String]
}

extension LogSource {
  package var form: LineForm { .store }
  package var base: ArchivedPrefix? { nil }
  package var firstStream: StreamName? { nil }
  package var isPart: Bool { false }
  package var hasWholeStreams: Bool { true }
  package func part(of terms: [EntryTerm]) -> (any EntrySource)? { nil }
  package func knownEnd() -> (seq: Int, tornTail: TornTail?)? { nil }
  package func lastEntry(notAfter time: Timestamp) -> Int? { nil }
  package var withholdsPersonal: Bool { false }
  package func outline() -> LogOutline? { nil }
  package func snapshots() -> (any SnapshotStore)? { nil }
  package func tornTail(at place: Place, segment: Int) -> TornTail? { nil }
  package func hasGoodLine(at place: Place, segment: Int) -> Bool { false }
  /// One: what is already in memory is usually short.
  package var parallelism: Parallelism { .none }
  package func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader {
    try chunks(from: cursor)
  }
  package func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try chunks(from: cursor)
  }
  /// No: what can be read of a store in use is durable.
  package func isBeingWritten() -> Bool { false }
  package func hasUnfinishedErasure() -> Bool { false }
  package func isSynchronous() -> Bool? { nil }
  package func waitForNews() -> Bool { false }
  package func isReplaced() -> Bool { false }
  package func recoveryReports() -> [String] { [] }
  package func unrecognizedFiles() -> [String] { [] }
}

/// A source of which nothing more is known than its lines.
private final class PlainSource: LogSource {
  private let source: any EntrySource

  init(_ source: any EntrySource) { self.source = source }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try source.chunks(from: cursor)
  }
}

// Of each, what this package knows of it.
extension EntrySource {
  private var log: any LogSource { self as? any LogSource ?? PlainSource(self) }

  @usableFromInline package var form: LineForm { log.form }
  @usableFromInline package var base: ArchivedPrefix? { log.base }
  package var firstStream: StreamName? { log.firstStream }
  package var isPart: Bool { log.isPart }
  package var hasWholeStreams: Bool { log.hasWholeStreams }
  package func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)? {
    try log.part(of: terms)
  }
  package func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)? {
    try log.knownEnd()
  }
  package func lastEntry(notAfter time: Timestamp) throws(LogError) -> Int? {
    try log.lastEntry(notAfter: time)
  }
  package func outline() throws(LogError) -> LogOutline? { try log.outline() }
  @usableFromInline package func snapshots() -> (any SnapshotStore)? { log.snapshots() }
  package var withholdsPersonal: Bool { log.withholdsPersonal }
  @usableFromInline package var parallelism: Parallelism { log.parallelism }
  package func chunks(from cursor: LogCursor, pieceSize: Int) throws(LogError) -> any ChunkReader {
    try log.chunks(from: cursor, pieceSize: pieceSize)
  }
  package func chunksAroundDamage(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try log.chunksAroundDamage(from: cursor)
  }
  package func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try log.tornTail(at: place, segment: segment)
  }
  package func hasGoodLine(at place: Place, segment: Int) throws(LogError) -> Bool {
    try log.hasGoodLine(at: place, segment: segment)
  }
  package func isBeingWritten() throws(LogError) -> Bool { try log.isBeingWritten() }
  package func hasUnfinishedErasure() throws(LogError) -> Bool { try log.hasUnfinishedErasure() }
  package func isSynchronous() throws(LogError) -> Bool? { try log.isSynchronous() }
  package func waitForNews() -> Bool { log.waitForNews() }
  package func isReplaced() -> Bool { log.isReplaced() }
  package func recoveryReports() -> [String] { log.recoveryReports() }
  package func unrecognizedFiles() throws(LogError) -> [String] { try log.unrecognizedFiles() }
}

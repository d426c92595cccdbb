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

/// Hands out a log's lines in order.
public protocol ChunkReader: AnyObject {
  /// The next whole lines, or nil at the end.
  ///
  /// - Parameter storage: The storage of the previous chunk, reused if it has no other owner.
  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk?
}

/// A history that can be read.
public protocol EntrySource: AnyObject, Sendable {
  /// The store's id, 32 hex digits, if it has one.
  var storeID: String? { get }
  /// Reads lines from a place on. Never blocks writers, and isn't blocked by them.
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader
  /// A place to read from at or before an entry, as near to it as can be told without reading much.
  func cursor(before seq: Int) throws(LogError) -> LogCursor
  /// Waits until there may be an entry after this one.
  ///
  /// - Returns: false if none will come, because the store was closed or is a file that has ended, or if the task
  ///   was cancelled.
  func waitForEntry(after seq: Int) async -> Bool
}

extension EntrySource {
  /// Default: a history without a store has no store id.
  public var storeID: String? { nil }
  /// The beginning.
  public func cursor(before seq: Int) -> LogCursor { .start }
  /// Default: no entry will come, because not every source is written to.
  public func waitForEntry(after seq: Int) async -> Bool { false }
}

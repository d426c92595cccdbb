// A history in a single file, such as one sent with a bug report, or from a pipe.

/// Reads a `.jsonl` file: any key order, checksums optional, gaps in `seq`, a last line without its LF,
/// and blank lines at the end, as a segment has that is being written.
package final class HistoryFile: LogSource {
  private let file: OpenFile
  /// The number of threads that read it.
  public let parallelism: Parallelism

  private init(_ file: OpenFile, _ parallelism: Parallelism) {
    self.file = file
    self.parallelism = parallelism
  }

  /// The history in a regular file.
  ///
  /// - Throws: `inputOutput` if it can't be opened.
  public convenience init(path: String, parallelism: Parallelism = .all) throws(LogError) {
    self.init(try OpenFile(path, for: .reading, on: PosixDisk()), parallelism)
  }

  /// The history from a pipe: copied, because it is read more than once, into an unnamed file in
  /// this folder.
  ///
  /// - Parameters:
  ///   - pipe: The number of an open file, 0 for standard input. It stays open.
  ///   - name: The name in errors.
  ///   - folder: A folder with room for it, `$TMPDIR` for example.
  ///   - disk: The disk of the folder.
  ///   - limit: The largest number of bytes, so that an endless input doesn't fill the disk.
  ///   - parallelism: The number of threads that read it.
  package convenience init(
    pipe: Int32, name: String, folder: String = "/tmp", disk: any Disk = PosixDisk(),
    limit: Int = 4 << 30, parallelism: Parallelism = .all
  ) throws(LogError) {
    let copyName = "a copy of \(name) in \(folder)"
    let copy: OpenFile
    do throws(DiskError) {
      copy = OpenFile(
        try disk.openUnnamed(in: folder), path: name, errorName: copyName, on: disk)
    } catch {
      throw Self.noRoom(LogError(error, path: copyName))
    }
    try Self.copy(pipe, name: name, to: copy, on: disk, limit: limit)
    self.init(copy, parallelism)
  }

  /// The history from a named pipe or a device, copied likewise.
  package convenience init(
    pipeAt path: String, folder: String = "/tmp", parallelism: Parallelism = .all
  ) throws(LogError) {
    let pipe = try OpenFile(path, for: .reading, on: PosixDisk())
    let copy = try pipe.withNumber { (number) throws(LogError) in
      try HistoryFile(pipe: number, name: path, folder: folder)
    }
    self.init(copy.file, parallelism)
  }

  private static func copy(
    _ pipe: Int32, name: String, to copy: OpenFile, on disk: any Disk, limit: Int
  ) throws(LogError) {
    var storage = ByteStorage.empty
    var size = 0
    while true {
      do throws(DiskError) {
        try ByteStorage.refill(&storage, capacity: LineReader.pieceSize) {
          (buffer) throws(DiskError) in try disk.readNext(pipe, into: buffer)
        }
      } catch {
        throw LogError(error, path: name)
      }
      if storage.count == 0 { return }
      guard size + storage.count <= limit else {
        throw LogError(
          .malformed, "More than \(limit) bytes come from \(name).",
          hint: "Save the history to a file and read that, if it has an end.")
      }
      do throws(LogError) { try copy.write(storage, at: size) } catch { throw noRoom(error) }
      size += storage.count
    }
  }

  private static func noRoom(_ error: LogError) -> LogError {
    LogError(
      error.code, error.message,
      hint: "Set TMPDIR to a folder with free space, or save the history to a file and read that.")
  }

  /// The number of its bytes.
  public func size() throws(LogError) -> Int { try file.endOfLines() }

  /// Any key order.
  public var form: LineForm { .history }

  /// Reads from a place on.
  public func chunks(from cursor: LogCursor) -> any ChunkReader {
    chunks(from: cursor, pieceSize: LineReader.pieceSize)
  }

  /// Reads from a place on, about this many bytes at once.
  public func chunks(from cursor: LogCursor, pieceSize: Int) -> any ChunkReader {
    HistoryReader(lines(from: cursor, pieceSize))
  }

  /// Reads from a place on, around lines that are too long.
  public func chunksAroundDamage(from cursor: LogCursor) -> any ChunkReader {
    HistoryReader(lines(from: cursor, LineReader.pieceSize), isAroundDamage: true)
  }

  private func lines(from cursor: LogCursor, _ pieceSize: Int) -> LineReader {
    LineReader(file, byte: cursor.byte, line: cursor.line, segment: 0, pieceSize: pieceSize)
  }
}

private final class HistoryReader: ChunkReader {
  private var lines: LineReader
  private var linesEnd: Int?
  private let isAroundDamage: Bool
  private(set) var skipped: [LogError] = []

  init(_ lines: LineReader, isAroundDamage: Bool = false) {
    self.lines = lines
    self.isAroundDamage = isAroundDamage
  }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    skipped = []
    let limit = if let linesEnd { linesEnd } else { try endOfLines() }
    linesEnd = limit
    while true {
      do throws(LogError) {
        guard let chunk = try lines.next(reusing: &storage, limit: limit) else { break }
        return chunk
      } catch {
        guard isAroundDamage, error.code == .corrupt else { throw error }
        skipped.append(error)
        try lines.skipLine(limit: limit)
      }
    }
    return lines.unfinishedCount > 0 ? lines.unfinishedLine() : nil
  }

  /// Blank lines alone aren't a history.
  private func endOfLines() throws(LogError) -> Int {
    let end = try lines.file.endOfLines()
    return end == 0 ? try lines.file.size() : end
  }
}

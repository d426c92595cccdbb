// Reads a log's segments one after another, and checks that they follow each other without a gap.

import EventSourcing
import JSONLines
import Synchronization

final class SegmentReader: ChunkReader {
  private let directory: LogDirectory
  /// nil if all that is in the files may be read.
  private let extent: DurableExtent?
  private let pieceSize: Int
  private var segment: Int
  /// The segments after it that were there at the last listing.
  private var known: ArraySlice<Int> = []
  private var lines: LineReader?
  /// Where the segment's lines end, as far as was looked.
  private var linesEnd: Int?
  private(set) var tail: TornTail?

  init(
    _ directory: LogDirectory, extent: DurableExtent?, from cursor: LogCursor,
    pieceSize: Int = LineReader.pieceSize
  ) throws(LogError) {
    self.directory = directory
    self.extent = extent
    self.pieceSize = pieceSize
    segment = cursor.segment
    if cursor.segment > 0 {
      let file = try directory.openSegment(segment, for: .reading)
      let end = extent == nil ? try file.endOfLines() : try file.size()
      linesEnd = end
      guard end >= cursor.byte else {
        throw LogError(
          .corrupt, "The log was cut after it was read.",
          at: Place(file: file.path, line: cursor.line, byte: cursor.byte), seq: cursor.seq,
          hint: LogError.hint(for: .store))
      }
      lines = LineReader(
        file, byte: cursor.byte, line: cursor.line, form: .store, pieceSize: pieceSize)
    }
  }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    while tail == nil {
      if let chunk = try nextInSegment(&storage) { return chunk }
      linesEnd = nil
      if known.isEmpty {
        try findFollowing()
        guard !known.isEmpty else {
          try noteTail()
          return nil
        }
        // A writer opens a segment only when the one before is complete. So this one was complete when
        // the next was found, but perhaps not yet when it was read.
        continue
      }
      try moveOn(to: known.removeFirst())
    }
    return nil
  }

  private func nextInSegment(_ storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    let start: (byte: Int, line: Int)?
    let limit = try limit()
    do throws(LogError) {
      start = try lines?.next(filling: &storage, limit: limit)
    } catch {
      // A line that is too long may be what a crash left of a whole group.
      guard error.code == .corrupt, let place = error.place else { throw error }
      tail = try TailJudge(directory).tornTail(at: place, segment: segment)
      guard tail != nil else { throw error }
      return nil
    }
    guard let start, let reader = lines else { return nil }
    return LogChunk(
      storage: storage, lines: 0..<(reader.byte - start.byte), file: reader.file.path,
      segment: segment, line: start.line, byte: start.byte)
  }

  private func limit() throws(LogError) -> Int {
    if let durable = extent?.value {
      return segment == durable.segments.last ? durable.bytes : .max
    }
    if linesEnd == nil { linesEnd = try lines?.file.endOfLines() }
    return linesEnd ?? 0
  }

  private func findFollowing() throws(LogError) {
    let segments =
      if let extent { extent.value.segments } else { try directory.segments() }
    known = segments[(segments.lastIndex { $0 <= segment }.map { $0 + 1 } ?? 0)...]
  }

  /// Every line of a segment is an entry, so the next one's name is known.
  private func moveOn(to following: Int) throws(LogError) {
    let expected = lines.map { segment + $0.line - 1 } ?? 1
    if let lines, lines.unfinishedCount > 0 {
      throw LogError(
        .corrupt, "A sealed segment must end with a line feed.",
        at: Place(file: lines.file.path, line: lines.line, byte: lines.byte), seq: expected,
        hint: LogError.hint(for: .store))
    }
    if let lines, try lines.file.size() > lines.byte { throw lineFeedsFollow(seq: expected) }
    guard following == expected else {
      throw LogError(
        .corrupt, "No segment contains entry \(expected): the next one begins with \(following).",
        at: endPlace,
        seq: expected, hint: LogError.hint(for: .store))
    }
    let file = try directory.openSegment(following, for: .reading)
    segment = following
    lines = LineReader(file, byte: 0, line: 1, form: .store, pieceSize: pieceSize)
  }

  private func noteTail() throws(LogError) {
    guard tail == nil else { return }
    try checkNothingIsLost()
    guard let lines else { return }
    guard lines.unfinishedCount > 0 else { return try checkNothingFollows(lines) }
    tail = TornTail(place: endPlace, count: lines.unfinishedCount)
  }

  /// Throws if the last writer noted more entries than there are; unless a writer has written the rest,
  /// or removed an unfinished line, while this was reading.
  private func checkNothingIsLost() throws(LogError) {
    let seq = lines.map { segment + $0.line - 1 } ?? 1
    guard extent == nil, let end = try StoreLock.lastNote(in: directory).end, seq <= end,
      try directory.segments().last ?? 0 == segment,
      try lines?.isAtEnd ?? true
    else { return }
    guard lines?.unfinishedCount ?? 0 == 0 else {
      throw LogError(
        .corrupt, "The line has lost its end.", at: endPlace, seq: seq,
        hint: LogError.hint(for: .store))
    }
    throw LogError(
      .corrupt,
      "The log ends here, but \(seq == end ? "entry" : "entries \(seq) to") \(end) had been stored.",
      at: endPlace, seq: seq, hint: .recoverUndecided(keptThrough: seq - 1, bytes: 0))
  }

  /// Throws if there are line feeds after the last line that no writer has filled the segment with.
  private func checkNothingFollows(_ lines: LineReader) throws(LogError) {
    // One after the other, because a writer may open or close the store, or write, meanwhile.
    guard extent == nil, try lines.isFollowedByLineFeeds, try !mayBeFilled(),
      try lines.isFollowedByLineFeeds, try !mayBeFilled()
    else { return }
    throw lineFeedsFollow(seq: segment + lines.line - 1)
  }

  /// Whether a writer may have filled the segment ahead: it has the store open, or was killed before it closed
  /// it, or there is no telling.
  private func mayBeFilled() throws(LogError) -> Bool {
    let note = try StoreLock.lastNote(in: directory)
    return note.isOpen || note.isEmpty
  }

  private func lineFeedsFollow(seq: Int) -> LogError {
    LogError(
      .corrupt, "There are line feeds after the last line.", at: endPlace, seq: seq,
      hint: LogError.hint(for: .store))
  }

  /// After the last whole line.
  private var endPlace: Place {
    lines.map { Place(file: $0.file.path, line: $0.line, byte: $0.byte) }
      ?? Place(file: directory.log, line: 1, byte: 0)
  }
}

final class DurableExtent: Sendable {
  struct Value: Sendable {
    var segments: [Int]
    /// How many bytes of the last one.
    var bytes: Int
    var end: LogEnd
  }

  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  var end: LogEnd { state.withLock { $0.end } }

  /// - Parameter opened: The segments that were opened since.
  func advance(to end: LogEnd, bytes: Int, opened: [Int]) {
    state.withLock { value in
      value.segments += opened
      value.bytes = bytes
      value.end = end
    }
  }
}

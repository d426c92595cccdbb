// Reads a log's segments one after another, and checks that they follow each other without a gap.

import Synchronization

final class SegmentReader: LogChunkReader {
  private let directory: LogDirectory
  /// nil if all that is in the files may be read.
  private let extent: DurableExtent?
  private let pieceSize: Int
  /// Whether what is damaged is noted instead of thrown, and read around.
  private let isAroundDamage: Bool
  private(set) var skipped: [LogError] = []
  private(set) var notedEnd: NotedEnd?
  private var segment: Int
  /// The segments after it that were there at the last listing.
  private var known: ArraySlice<Int> = []
  private var lines: LineReader?
  /// The offset after the segment's last line, as far as was looked.
  private var linesEnd: Int?
  private(set) var tail: TornTail?

  init(
    _ directory: LogDirectory, extent: DurableExtent?, from cursor: LogCursor,
    pieceSize: Int = LineReader.pieceSize, isAroundDamage: Bool = false
  ) throws(LogError) {
    self.isAroundDamage = isAroundDamage
    self.directory = directory
    self.extent = extent
    self.pieceSize = pieceSize
    segment = cursor.segment
    if cursor.segment > 0 {
      let file = try directory.openSegment(segment, for: .reading)
      let end = extent == nil ? try file.endOfLines() : try file.size()
      linesEnd = end
      // The number of a line doesn't tell its place where lines are missing.
      let found = isAroundDamage ? cursor.byte : try file.byte(of: cursor, before: end)
      guard let byte = found, byte <= end else {
        throw .logWasCut(at: cursor, of: file)
      }
      lines = LineReader(
        file, byte: byte, line: cursor.line, segment: segment, pieceSize: pieceSize)
    }
  }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    skipped = []
    while tail == nil {
      if let chunk = try nextInSegment(&storage) { return chunk }
      if tail != nil { return nil }
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
    let limit = try limit()
    while true {
      do throws(LogError) {
        return try lines?.next(reusing: &storage, limit: limit)
      } catch {
        // A line that is too long may be what a crash left of a whole group.
        guard error.code == .corrupt, let place = error.place else { throw error }
        tail = try TailJudge(directory).tornTail(at: place, segment: segment)
        guard tail == nil else { return nil }
        try report(error)
        try lines?.skipLine(limit: limit)
      }
    }
  }

  /// Throws what is damaged, unless it is to be read around.
  private func report(_ error: LogError) throws(LogError) {
    guard isAroundDamage else { throw error }
    skipped.append(error)
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
    let expected = lines.map { segment + $0.line - 1 } ?? directory.start.seq + 1
    if let lines, lines.unfinishedCount > 0 {
      try report(damaged("A sealed segment must end with a line feed.", seq: expected))
    } else if let lines, try lines.file.size() > lines.byte {
      try report(damaged(Self.feedsFollow, seq: expected))
    }
    // Around damage, the entries tell whether one is missing.
    guard following == expected || isAroundDamage else {
      try directory.checkBaseIsLast()
      let message = "No segment contains entry \(expected): the next one begins with \(following)."
      if lines == nil, let base = directory.base {
        throw contradiction(of: base, message, expected)
      }
      throw damaged(message, seq: expected)
    }
    segment = following
    lines = nil
    do throws(LogError) {
      let file = try directory.openSegment(following, for: .reading)
      lines = LineReader(file, segment: following, pieceSize: pieceSize)
    } catch {
      guard error.code == .corrupt else { throw error }
      try report(error)
    }
  }

  private func noteTail() throws(LogError) {
    guard tail == nil else { return }
    if isAroundDamage, segment > 0 {
      try noteEnd()
    } else {
      try checkNothingIsLost()
    }
    guard let lines else { return }
    guard lines.unfinishedCount > 0 else { return try checkNothingFollows(lines) }
    let seq = segment + lines.line - 1
    if let notedEnd, seq <= notedEnd.seq { return try report(lostItsEnd(seq: seq)) }
    tail = TornTail(place: endPlace, count: lines.unfinishedCount)
  }

  /// Throws if the last writer noted more entries than there are; unless a writer has written the rest,
  /// or removed an unfinished line, while this was reading.
  private func checkNothingIsLost() throws(LogError) {
    let seq = lines.map { segment + $0.line - 1 } ?? directory.start.seq + 1
    guard extent == nil, let end = try StoreLock.lastNote(in: directory).end, seq <= end,
      try directory.segments().last ?? 0 == segment,
      try lines?.isAtEnd ?? true
    else { return }
    guard lines?.unfinishedCount ?? 0 == 0 else { throw lostItsEnd(seq: seq) }
    let lost = LogError.lostEntries(seq...end, at: endPlace)
    guard lines == nil, let base = directory.base, try directory.hasHiddenSegments else {
      return try report(lost)
    }
    try report(contradiction(of: base, lost.message, seq))
  }

  /// The error of a log that doesn't begin where the base ends.
  private func contradiction(of base: ArchivedPrefix, _ message: String, _ seq: Int) -> LogError {
    base.contradicted(
      "\(message) \(base.path) says that the log begins with entry \(seq).", at: endPlace, seq: seq)
  }

  /// Notes the last entry that the last writer has noted: where lines may be missing or bad, their number
  /// doesn't tell whether it is there.
  private func noteEnd() throws(LogError) {
    guard try directory.segments().last == segment, try lines?.isAtEnd ?? true else { return }
    notedEnd = try StoreLock.lastNote(in: directory).end.map { NotedEnd(seq: $0, place: endPlace) }
  }

  /// The error of an unfinished last line that was stored whole.
  private func lostItsEnd(seq: Int) -> LogError { damaged("The line has lost its end.", seq: seq) }

  /// Throws if there are line feeds after the last line that no writer has filled the segment with.
  private func checkNothingFollows(_ lines: LineReader) throws(LogError) {
    // One after the other, because a writer may open or close the store, or write, meanwhile.
    guard extent == nil, try lines.isFollowedByLineFeeds, try !mayBeFilled(),
      try lines.isFollowedByLineFeeds, try !mayBeFilled()
    else { return }
    try report(damaged(Self.feedsFollow, seq: segment + lines.line - 1))
  }

  /// Whether a writer may have filled the segment ahead: it has the store open, or was killed before it closed
  /// it, or there is no telling.
  private func mayBeFilled() throws(LogError) -> Bool {
    let note = try StoreLock.lastNote(in: directory)
    return note.isOpen || note.isEmpty
  }

  private static let feedsFollow = "There are line feeds after the last line."

  /// The error of what follows the last whole line.
  private func damaged(_ message: String, seq: Int) -> LogError {
    LogError(.corrupt, message, at: endPlace, seq: seq, hint: LogError.hint(for: .store))
  }

  /// The place after the last whole line.
  private var endPlace: Place {
    lines.map { Place(file: $0.file.path, line: $0.line, byte: $0.byte, column: 1) }
      ?? Place(file: directory.log, line: 1, byte: 0)
  }
}

final class DurableExtent: Sendable {
  struct Value: Sendable {
    var segments: [Int]
    /// The number of bytes of the last one.
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

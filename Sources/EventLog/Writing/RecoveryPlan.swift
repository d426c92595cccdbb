// The changes that recovering a store would make, found out without making any.

/// Finds out what recovering a store would do. Changes nothing, and takes no lock.
///
/// - Parameters:
///   - path: The store's folder.
///   - projection: Reads the entries, too, as for `recover`.
/// - Throws: The errors of `recover`.
/// - Complexity: Reads every byte of the log, the good part twice.
package func planRecovery(
  of path: String, checking projection: (any Projection)? = nil
) throws(LogError) -> RecoveryPlan {
  try planRecovery(of: LogDirectory(path), checking: projection)
}

func planRecovery(
  of directory: LogDirectory, checking projection: (any Projection)? = nil
) throws(LogError) -> RecoveryPlan {
  let found = try FoundDamage(in: directory, projection)
  var plan = RecoveryPlan(keptThrough: found.end.seq, damage: found.damage)
  plan.archivedThrough = found.archivedThrough
  plan.description = found.description
  guard found.damage != nil else { return plan }
  let directory = found.reader.directory
  let part = try DamagedPart(after: found.end, in: directory)
  plan.bytes = part.bytes
  plan.files = try part.names.map { (name) throws(LogError) in
    try Quarantine.unusedPath(for: name, in: directory)
  }
  let entries = try found.entries()
  (plan.readable, plan.damagedPlaces) = (entries.readable, entries.damagedPlaces)
  plan.streams = entries.streams
  let noted = try StoreLock.lastNote(in: directory).end ?? 0
  let last = max(entries.numbers?.upperBound ?? 0, noted)
  plan.numbers = last > found.end.seq ? found.end.seq + 1...last : nil
  plan.isBeingWritten = try found.reader.isBeingWritten()
  return plan
}

/// The readable ones among the entries that would be moved.
struct MovedEntries {
  /// The number of entries that can be read.
  private(set) var readable = 0
  private(set) var damagedPlaces = 0
  /// nil if there are none.
  private(set) var numbers: ClosedRange<Int>?
  private(set) var streams: [RecoveryPlan.MovedStream] = []

  init(of reader: StoreReader, after end: LogCursor) throws(LogError) {
    let kept = try reader.streams(before: end)
    var moved = StreamTable()
    var rest = try SalvageReader(reader, from: end, checksPayloads: false)
    while let part = try rest.next() {
      switch part {
      case .damage: damagedPlaces += 1
      case .misplaced(let entry, _):
        damagedPlaces += 1
        add(entry, &moved, kept)
      case .entry(let entry): add(entry, &moved, kept)
      }
    }
  }

  private mutating func add(_ entry: Entry, _ moved: inout StreamTable, _ kept: StreamTable) {
    readable += 1
    let known = numbers ?? entry.seq...entry.seq
    numbers = min(known.lowerBound, entry.seq)...max(known.upperBound, entry.seq)
    let name = entry.storage.slice(entry.stream)
    let index = moved.insert(name)
    if index == streams.count {
      streams.append(.init(name: moved.name(index), disappears: kept.find(name) == nil))
    }
    streams[index].entries += 1
  }
}

extension StoreReader {
  fileprivate func streams(before end: LogCursor) throws(LogError) -> StreamTable {
    var streams = StreamTable()
    guard end.seq > 0 else { return streams }
    var envelopes = try EnvelopeReader(self)
    try base?.eachStream { name, _ in _ = streams.insert(name) }
    // Lines after the last segment can't be read, so it isn't known whether they are damaged.
    var seq = directory.start.seq
    while seq < end.seq, let envelope = try envelopes.next() {
      _ = streams.insert(envelopes.name(of: envelope))
      seq = envelope.seq
    }
    return streams
  }
}

/// The part of a log after its last good line: the rest of that segment, and whole segments.
struct DamagedPart {
  /// Whether there is a segment with the last good line, or that begins with the first bad one.
  let isInSegment: Bool
  /// The bytes of that segment.
  let rest: Range<Int>
  /// The segments after it.
  let segments: [Int]
  let bytes: Int
  /// The name of the copy of the rest, and of the report, before the suffix.
  let name: String

  init(after end: LogCursor, in directory: LogDirectory) throws(LogError) {
    let all = try directory.item(at: directory.log) == nil ? [] : directory.segments()
    isInSegment = all.contains(end.segment)
    rest =
      isInSegment
      ? try directory.openSegment(end.segment, for: .reading).rest(from: end.byte) : 0..<0
    segments = all.filter { $0 > end.segment }
    var bytes = rest.count
    for segment in segments where try !directory.isTaken(directory.segmentPath(segment)) {
      bytes += try directory.openSegment(segment, for: .reading).rest(from: 0).count
    }
    self.bytes = bytes
    name = "seq-\(end.seq + 1)-byte-\(end.byte)"
  }

  /// The names of all files in the quarantine, the report last.
  var names: [String] {
    (rest.isEmpty ? [] : [name + ".damaged"]) + segments.map { SegmentName.text($0) }
      + [name + ".json"]
  }
}

extension OpenFile {
  /// The bytes of a segment from one on, without the line feeds of preallocation unless there is nothing else.
  fileprivate func rest(from byte: Int) throws(LogError) -> Range<Int> {
    let end = try endOfLines()
    return byte..<max(byte, end > byte ? end : try size())
  }
}

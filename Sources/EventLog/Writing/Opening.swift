// What is done before a store is written to: the lock is taken, the log's end is read, what a crash
// left there is moved out of the way, and what stays is made durable.

import EventSourcing
import JSONLines

/// A store that was found fit to be written to.
struct Opening {
  let directory: LogDirectory
  let description: StoreDescription
  let lock: StoreLock
  private(set) var report = FileStore.OpeningReport()
  private(set) var last: (segment: Int, file: OpenFile, size: Int)?
  let extent: DurableExtent

  init(_ directory: LogDirectory, lockTimeoutMilliseconds: Int) throws(LogError) {
    self.directory = directory
    let reader = try StoreReader(directory)
    description = reader.description
    lock = try StoreLock.acquire(in: directory, timeoutMilliseconds: lockTimeoutMilliseconds)
    report.wasLeftOpen = try StoreLock.wasLeftOpen(in: directory)
    let segments = try directory.segments()
    var end = LogEnd()
    if let segment = segments.last {
      let file = try directory.openSegment(segment, for: .writing)
      let scan = try EndOfLog(reader, segment: segment)
      if let tail = scan.tornTail {
        try Self.takeOut(tail, of: file, after: scan.end.seq, in: directory, &report)
      }
      end = try scan.endOfLog(reader, segments)
      if report.wasLeftOpen {
        try Self.makeDurable(file, from: scan.lastWrite, segments, in: directory)
      }
      last = (segment, file, scan.size)
    }
    extent = DurableExtent(
      DurableExtent.Value(segments: segments, bytes: last?.size ?? 0, end: end))
    try lock.note(isOpen: true)
  }

  /// Copies a torn tail to the quarantine, and only then takes it out of the log.
  private static func takeOut(
    _ tail: TornTail, of file: OpenFile, after seq: Int, in directory: LogDirectory,
    _ report: inout FileStore.OpeningReport
  ) throws(LogError) {
    let quarantine = try Quarantine(in: directory)
    let name = "seq-\(seq + 1)-byte-\(tail.place.byte).torn"
    report.quarantined = try quarantine.keep(file, from: tail.place.byte, as: name)
    report.tornTail = tail
    try file.truncate(to: tail.place.byte)
    try file.sync()
  }

  /// Puts on stable storage what a writer that failed may have left in the system's memory alone.
  ///
  /// After a failed sync the system may take bytes for written that aren't. Only the last write can
  /// be of that kind, because nothing was written after it; so it is written once more.
  private static func makeDurable(
    _ file: OpenFile, from byte: Int, _ segments: [Int], in directory: LogDirectory
  ) throws(LogError) {
    for segment in segments.dropLast() {
      try directory.openSegment(segment, for: .reading).sync()
      try directory.on(directory.segmentPath(segment)) { (disk, path) throws(DiskError) in
        try disk.setWritable(false, path)
      }
    }
    let count = try file.size() - byte
    let storage = try ByteStorage.filled(capacity: count) { (buffer) throws(LogError) in
      try file.read(at: byte, into: buffer)
    }
    try file.write(storage, at: byte)
    try file.sync()
    try directory.on(directory.log) { (disk, path) throws(DiskError) in
      try disk.syncFolder(path)
    }
  }
}

/// The last segment, read.
private struct EndOfLog {
  let segment: Int
  /// The last entry in the segment; only its number if there is none.
  var end: LogEnd
  /// How many bytes of good lines it has.
  var size = 0
  /// Where the last write starts.
  var lastWrite = 0
  var tornTail: TornTail?

  init(_ reader: StoreReader, segment: Int) throws(LogError) {
    self.segment = segment
    end = LogEnd(seq: segment - 1)
    var entries = try EntryReader(
      reader, from: LogCursor(seq: segment - 1, segment: segment, byte: 0, line: 1))
    var lastOfWrite = 0
    while let entry = try entries.next() {
      if entry.seq > lastOfWrite {
        lastWrite = entries.place().byte
        lastOfWrite = entry.seq + entry.batch - 1
      }
      end = LogEnd(seq: entry.seq, at: entry.at, engine: entries.engine)
    }
    size = entries.byteCount
    tornTail = entries.tornTail
  }

  /// The last entry of the log, which is in the segment before if this one is empty.
  func endOfLog(_ reader: StoreReader, _ segments: [Int]) throws(LogError) -> LogEnd {
    guard end.at == nil else { return end }
    // Read up to and including the empty segment, so that its name is checked too.
    let before = segments.dropLast().last.map {
      LogCursor(seq: $0 - 1, segment: $0, byte: 0, line: 1)
    }
    var entries = try EntryReader(reader, from: before ?? .start)
    while try entries.next() != nil {}
    return LogEnd(seq: entries.seq, at: entries.at, engine: entries.engine)
  }
}

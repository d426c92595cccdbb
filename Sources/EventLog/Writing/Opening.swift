// The steps before a store is written to: an engine reads the log, the lock is taken, the log's end is
// read, what a crash left there is moved away, and the rest is made durable.

struct Opening {
  /// Reads the log, also what isn't durable yet.
  let reader: StoreReader
  let lock: StoreLock
  let note: LockNote
  private(set) var report = FileStore.OpeningReport()
  private(set) var last: LastSegment?
  let extent: DurableExtent
  let mayHavePendingErasures: Bool

  /// - Parameter fold: Reads the log for an engine, and finds its end with that.
  init(
    _ directory: LogDirectory, _ options: FileStore.Options, folding fold: OpeningFold?
  ) throws(LogError) {
    var directory = directory
    directory.usesCache = options.usesCache
    reader = try StoreReader(
      directory, options.parallelism, smallestIndex: options.smallestIndex,
      longestWrite: options.longestWrite, reportRebuilt: options.reportRebuilt)
    directory = reader.directory
    try reader.description.checkIsWritable()
    // A long log takes longer to read than others wait for the lock.
    fold?.readUnlocked(reader)
    lock = try StoreLock.acquire(
      in: directory, timeoutMilliseconds: options.lockTimeoutMilliseconds)
    try directory.checkBaseIsLast()
    try directory.removeDrafts()
    if directory.base == nil { try directory.removeUnusedBase() }
    report.wasLeftOpen = try StoreLock.lastNote(in: directory).isOpen
    let segments = try directory.segments()
    var end = LogEnd()
    // A log without segments is read, too: it may have lost them.
    if segments.isEmpty { end = try FoundEnd(reader).end }
    if let segment = segments.last {
      let file = try directory.openSegment(segment, for: .writing)
      let cursor = LogCursor(startOf: segment)
      let found =
        if let fold { try fold.findEnd(of: reader, from: cursor) } else {
          try FoundEnd(reader, from: cursor)
        }
      if let tail = found.tornTail {
        try Self.takeOut(tail, of: file, after: found.end.seq, in: directory, &report)
      }
      let size = found.cursor.byte(in: segment)
      // A writer that was killed may have filled it ahead. If there is more than that, another is at work,
      // which the first write finds out.
      if try file.endOfLines() == size, try file.size() > size { try file.truncate(to: size) }
      end = try Self.end(found, reader, segments)
      if report.wasLeftOpen {
        try Self.makeDurable(
          file, from: found.lastWrite.byte(in: segment), segments, in: directory)
      }
      last = LastSegment(
        segment: segment, file: file, size: size,
        endsInsideBatch: found.endsInsideBatch)
    }
    extent = DurableExtent(
      DurableExtent.Value(segments: segments, bytes: last?.size ?? 0, end: end))
    mayHavePendingErasures = try ErasureNote.isPending(in: directory)
    note = try lock.noteOpen(end: end.seq)
  }

  /// Copies a torn tail to the quarantine, and only then takes it out of the log.
  private static func takeOut(
    _ tail: TornTail, of file: OpenFile, after seq: Int, in directory: LogDirectory,
    _ report: inout FileStore.OpeningReport
  ) throws(LogError) {
    let quarantine = try Quarantine(in: directory)
    let name = "seq-\(seq + 1)-byte-\(tail.place.byte).torn"
    let part = tail.place.byte..<tail.place.byte + tail.count
    report.quarantined = try quarantine.keep(file, part, as: name)
    report.tornTail = tail
    try file.truncate(to: tail.place.byte)
    try file.sync()
  }

  /// Puts bytes on stable storage that a writer that failed may have left in the system's memory alone.
  ///
  /// After a failed sync, the system may take bytes for written that aren't. Only the last write
  /// can be affected, because nothing was written after it; so it is written again.
  private static func makeDurable(
    _ file: OpenFile, from byte: Int, _ segments: [Int], in directory: LogDirectory
  ) throws(LogError) {
    for segment in segments.dropLast() {
      try directory.openSegment(segment, for: .reading).sync()
      try directory.setWritable(false, segment)
    }
    let count = try file.size() - byte
    let storage = try ByteStorage.filled(capacity: count) { (buffer) throws(LogError) in
      try file.read(at: byte, into: buffer)
    }
    try file.write(storage, at: byte)
    try file.sync()
    try directory.syncFolder(directory.log)
  }

  /// The last entry of the log, which is in the segment before if the last one was read and is empty.
  private static func end(
    _ found: FoundEnd, _ reader: StoreReader, _ segments: [Int]
  ) throws(LogError) -> LogEnd {
    guard found.end.at == nil else { return found.end }
    // Read up to and including the empty segment, so that its name is checked too.
    let before = segments.dropLast().last.map { LogCursor(startOf: $0) }
    return try FoundEnd(reader, from: before ?? .start).end
  }
}

extension LogCursor {
  /// The offset of this in a segment; its start if this is before it.
  fileprivate func byte(in segment: Int) -> Int { self.segment == segment ? byte : 0 }
}

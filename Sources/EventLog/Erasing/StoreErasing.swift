// Takes personal data out of a log that says that it was erased. Each segment that has some is rewritten beside the
// log and takes the old one's place in one step: so the log is whole at every moment, and readers that have opened the
// old file read on in it.

/// Finishes the erasures of a store that is being written. One call at a time does so; others wait.
final class StoreErasing: Sendable {
  private let reader: StoreReader
  private let writer: GroupWriter
  private let note: LockNote
  private let sealsFirst: Bool
  private let gate = Locked(())

  /// - Parameter sealsFirst: Whether the open segment is sealed before it is rewritten.
  init(_ reader: StoreReader, _ writer: GroupWriter, _ note: LockNote, sealsFirst: Bool) {
    (self.reader, self.writer, self.note) = (reader, writer, note)
    self.sealsFirst = sealsFirst
  }

  private var directory: LogDirectory { reader.directory }

  /// Finishes what this process has recorded since it did so.
  func finishRecorded() throws(LogError) {
    guard try writer.whileIdle({ $0.hasNotedErasure }) else { return }
    _ = try finish()
  }

  /// Erases what is left to erase, also what earlier writers have left.
  func finish() throws(LogError) -> ErasureReport {
    try gate.withLock { (_) throws(LogError) in
      guard let known = try ErasureNote.read(in: directory) else { return ErasureReport() }
      let start = try known.erasedThrough(in: directory)
      guard known.isPending || start == 0 else { return ErasureReport() }
      // Erasures that are recorded from here on are noted again.
      try writer.whileIdle { $0.hasNotedErasure = false }
      // An erasure that isn't durable may be lost, and with it the record.
      let end = try writer.syncSegment()
      let streams = try reader.erasedStreams(after: start, through: end.seq)
      let report = try erase(try reader.pendingErasures(of: streams).map(\.seq))
      if known.isRewriting { try directory.removeKept() }
      try noteFinished(through: end.seq)
      return report
    }
  }

  private func erase(_ seqs: [Int]) throws(LogError) -> ErasureReport {
    var report = ErasureReport()
    guard let last = seqs.last else { return report }
    if sealsFirst, try directory.segments().last.map({ $0 <= last }) == true {
      _ = try writer.syncSegment(sealing: true)
    }
    try noteRewriting()
    let segments = try directory.segments()
    var rest = seqs[...]
    var rewritten: [Int] = []
    for (segment, next) in zip(segments, segments.dropFirst() + [.max]) {
      let own = rest.prefix { $0 < next }
      rest = rest.dropFirst(own.count)
      guard !own.isEmpty else { continue }
      let isOpen = next == .max
      try directory.rewrite(segment, isOpen: isOpen, erasing: own, as: note)
      if isOpen { try writer.reopenSegment() }
      report.entries += own.count
      report.segments += 1
      rewritten.append(segment)
    }
    // Readers that have read what there was look whether this has changed before they keep anything.
    try noteRewriting()
    try directory.removeKept(of: rewritten)
    return report
  }

  private func noteRewriting() throws(LogError) {
    try writer.whileIdle { (_) throws(LogError) in
      try ErasureNote(isRewriting: true).write(in: directory)
    }
  }

  private func noteFinished(through seq: Int) throws(LogError) {
    try writer.whileIdle { (segments) throws(LogError) in
      guard !segments.hasNotedErasure, let open = try directory.segments().last else { return }
      let identity = try ErasureNote.identity(before: open, in: directory)
      let finished = ErasureNote.Finished(through: seq, before: open, identity: identity)
      try ErasureNote(finished: finished, isPending: false).write(in: directory)
    }
  }
}

extension LogDirectory {
  /// Replaces the personal data of some entries of a segment by its hash.
  ///
  /// - Parameter note: The writer's note in the lock; nothing is replaced if another process may have it.
  fileprivate func rewrite(
    _ segment: Int, isOpen: Bool, erasing seqs: ArraySlice<Int>, as note: LockNote
  ) throws(LogError) {
    try writeInOneStep(segmentPath(segment), by: rewriting) { (file) throws(LogError) in
      try fill(file, from: segment, erasing: seqs)
    } prepare: { () throws(LogError) in
      guard try note.isLast else { throw .lockWasTaken }
      if isOpen { return }
      try on(rewriting) { (path) throws(DiskError) in try disk.setWritable(false, path) }
    }
    try syncFolder(log)
  }

  private func fill(_ file: OpenFile, from segment: Int, erasing seqs: ArraySlice<Int>)
    throws(LogError)
  {
    let original = try openSegment(segment, for: .reading)
    var lines = LineReader(original, segment: segment)
    var (storage, rest, end) = (ByteStorage.empty, seqs, 0)
    while let chunk = try lines.next(reusing: &storage, limit: .max) {
      let bytes = try chunk.erasing(&rest, from: segment + chunk.line - 1)
      let written = bytes.withUnsafeBytes { bytes in
        Result { () throws(LogError) in try file.write(bytes, at: end) }
      }
      try written.get()
      end += bytes.count
    }
    let isAtEnd = try lines.isAtEnd
    guard rest.isEmpty, isAtEnd, lines.unfinishedCount == 0 else {
      throw LogError(
        .corrupt, "The segment has changed while it was read.",
        at: Place(file: original.path, line: lines.line, byte: lines.byte, column: 1), seq: segment,
        hint: "Verify the store.")
    }
  }

  /// Removes files derived from segments: those of the segments themselves, and states that are built on theirs.
  ///
  /// - Parameter segments: The rewritten segments; all if nil.
  func removeKept(of segments: [Int]? = nil) throws(LogError) {
    if let segments, segments.isEmpty { return }
    let names = try on(cache) { (path) throws(DiskError) in
      // A link may lead to another store's files.
      guard try disk.item(at: path) == .directory, try !disk.isSymbolicLink(path) else {
        return [] as [String]
      }
      return try disk.names(in: path)
    }
    guard !names.isEmpty else { return }
    for name in names {
      guard SegmentName.begins(name), let segment = Int(name.prefix(while: { $0 != "." })),
        Self.isDerived(name, of: segment, from: segments)
      else { continue }
      try removeKept(cache + "/" + name)
    }
    try syncFolder(cache)
  }

  private static func isDerived(_ name: String, of segment: Int, from segments: [Int]?) -> Bool {
    guard let segments, let first = segments.first else { return true }
    return segments.contains(segment)
      || segment >= first && name.contains(CacheFormat.statesSuffix)
  }
}

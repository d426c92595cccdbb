// Takes personal data out of a log that says that it was erased. Each segment that has some is written anew beside the
// log and takes the old one's place in one step: so the log is whole at every moment, and readers that have opened the
// old file read on in it.

import EventSourcing
import JSONLines

/// Finishes the erasures of a store that is being written. One call at a time does so; others wait.
final class StoreErasing: Sendable {
  private let reader: StoreReader
  private let writer: GroupWriter
  private let gate = Locked(())

  init(_ reader: StoreReader, _ writer: GroupWriter) {
    self.reader = reader
    self.writer = writer
  }

  private var directory: LogDirectory { reader.directory }

  /// Erases what is left to erase of what is durable.
  func finish() throws(LogError) -> ErasureReport {
    try gate.withLock { (_) throws(LogError) in
      guard let note = try ErasureNote.read(in: directory) else { return ErasureReport() }
      let start = try note.erasedThrough(in: directory)
      guard note.isPending || start == 0 else { return ErasureReport() }
      // What is recorded from here on is noted again.
      let end = try writer.whileIdle { (segments) in
        segments.hasErasures = false
        return writer.written.seq
      }
      let streams = try reader.erasedStreams(after: start)
      let report = try erase(try reader.pendingErasures(of: streams).map(\.seq))
      try noteFinished(through: end)
      return report
    }
  }

  private func erase(_ seqs: [Int]) throws(LogError) -> ErasureReport {
    var report = ErasureReport()
    guard let last = seqs.last else { return report }
    if try directory.segments().last.map({ $0 <= last }) == true { try writer.sealSegment() }
    let segments = try directory.segments()
    var rest = seqs[...]
    var rewritten: [Int] = []
    for (segment, next) in zip(segments, segments.dropFirst()) {
      let own = rest.prefix { $0 < next }
      rest = rest.dropFirst(own.count)
      guard !own.isEmpty else { continue }
      try directory.rewrite(segment, erasing: own)
      report.entries += own.count
      report.segments += 1
      rewritten.append(segment)
    }
    // Readers that have read what there was look whether this has changed before they keep anything.
    try ErasureNote().write(in: directory)
    try directory.removeKept(of: rewritten)
    return report
  }

  private func noteFinished(through seq: Int) throws(LogError) {
    try writer.whileIdle { (segments) throws(LogError) in
      guard !segments.hasErasures, let open = try directory.segments().last else { return }
      let identity = try ErasureNote.identity(before: open, in: directory)
      let finished = ErasureNote.Finished(through: seq, before: open, identity: identity)
      try ErasureNote(finished: finished, isPending: false).write(in: directory)
    }
  }
}

extension LogDirectory {
  /// Where a segment is written anew.
  private var rewriting: String { path + "/rewriting" }

  /// Replaces the personal data of some entries of a sealed segment by its hash.
  fileprivate func rewrite(_ segment: Int, erasing seqs: ArraySlice<Int>) throws(LogError) {
    // A writer that was killed may have left one.
    if try item(at: rewriting) != nil { try remove(rewriting) }
    do throws(LogError) {
      let file = try OpenFile(rewriting, for: .creating, on: disk)
      try fill(file, from: segment, erasing: seqs)
      try file.sync()
      try on(rewriting) { (disk, path) throws(DiskError) in
        try disk.setWritable(false, path)
        try disk.rename(path, to: segmentPath(segment))
      }
    } catch {
      try? remove(rewriting)
      throw error
    }
    try syncFolder(log)
  }

  private func fill(_ file: OpenFile, from segment: Int, erasing seqs: ArraySlice<Int>)
    throws(LogError)
  {
    let original = try openSegment(segment, for: .reading)
    var lines = LineReader(original, byte: 0, line: 1, form: .store)
    var (storage, rest, end) = (ByteStorage.empty, seqs, 0)
    while let start = try lines.next(filling: &storage, limit: .max) {
      let chunk = LogChunk(
        storage: storage, lines: 0..<lines.byte - start.byte, file: original.path, segment: segment,
        line: start.line, byte: start.byte)
      let bytes = try chunk.erasing(&rest, from: segment + start.line - 1)
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
        at: Place(file: original.path, line: lines.line, byte: lines.byte), seq: segment,
        hint: "Run `cleanstore verify`.")
    }
  }

  /// Removes what was derived from segments: what was kept for them, and states that are built on theirs.
  fileprivate func removeKept(of segments: [Int]) throws(LogError) {
    guard let first = segments.first, (try? disk.isSymbolicLink(cache)) == false else { return }
    for name in (try? disk.names(in: cache)) ?? [] {
      guard SegmentName.begins(name), let segment = Int(name.prefix(while: { $0 != "." })),
        segments.contains(segment) || segment >= first && name.contains(KeptFormat.statesSuffix)
      else { continue }
      try removeKept(cache + "/" + name)
    }
  }
}

// A part of a log on its way from one store to another.

/// Lines of a store's log that follow one another in one segment.
struct CopiedLines {
  /// The lines, each with its LF.
  let bytes: ByteStorage
  let firstSeq: Int
  let end: LogEnd
  /// Whether the first line begins a segment.
  let opensSegment: Bool
  /// Whether one of them records an erasure.
  let recordsErasure: Bool
}

/// Hands out the entries of a log after one, in groups.
struct CopiedLinesReader {
  private var reader: EntryReader
  /// The entry after the last group, if it was read.
  private var next: Entry?
  private var rulesVersion: String?

  init(_ source: any LogSource, after end: LogEnd) throws(LogError) {
    let cursor = end.seq == 0 ? .start : try source.cursor(before: end.seq + 1)
    reader = try EntryReader(source, from: cursor, checksPayloads: true)
    while reader.seq < end.seq, try reader.next() != nil {}
    rulesVersion = end.rulesVersion
  }

  /// The next lines: as many as are written at once, up to the next segment. nil at the end.
  mutating func nextGroup() throws(LogError) -> CopiedLines? {
    if next == nil { next = try reader.next() }
    guard let first = next else { return nil }
    var (bytes, last, recordsErasure) = ([UInt8](), first, false)
    while let entry = next,
      entry.seq == first.seq
        || entry.format == nil && entry.seq - first.seq < EntryLine.maximumBatch
          && bytes.count < PendingBatch.fullSize
    {
      bytes += entry.bytes
      bytes.append(0x0A)
      if entry.rulesVersion.isPresent { rulesVersion = entry.storage.string(entry.rulesVersion) }
      if entry.recordsErasure { recordsErasure = true }
      last = entry
      next = try reader.next()
    }
    return CopiedLines(
      bytes: .copy(of: bytes), firstSeq: first.seq,
      end: LogEnd(seq: last.seq, at: last.at, rulesVersion: rulesVersion),
      opensSegment: first.format != nil, recordsErasure: recordsErasure)
  }
}

// Tells what a crash did to the last write from any other damage. Whatever is in doubt is damage.
//
// A write is one group of lines, and the next one begins only when it is synced. So a crash can harm
// only the last group, and a good line of a later group proves that it didn't.

struct TailJudge {
  /// The maximum number of bytes that are written at once.
  static let longestWrite = PendingBatch.fullSize + maximumLineLength

  private let directory: LogDirectory

  init(_ directory: LogDirectory) { self.directory = directory }

  /// The torn tail that begins with the line at this place; nil if the line is damaged in another
  /// way.
  ///
  /// - Throws: `corrupt`, saying what recovering would keep, if the log can't tell.
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    guard try directory.segments().last == segment else { return nil }
    let file = try directory.openSegment(segment, for: .reading)
    let count = try file.endOfLines() - place.byte
    guard count > 0, count <= Self.longestWrite else { return nil }
    let start = max(0, place.byte - Self.longestWrite)
    let storage = try ByteStorage.filled(capacity: place.byte + count - start) {
      (buffer) throws(LogError) in try file.read(at: start, into: buffer)
    }
    let lines = Lines(storage, bad: place.byte - start, seq: segment + place.line - 1)
    let note = try StoreLock.lastNote(in: directory)
    guard note.isOpen || !lines.endsWithFeed else { return nil }
    if lines.damageLiesInLastWrite(isFileStart: start == 0, after: note.end) {
      return TornTail(place: place, count: count)
    }
    guard note.isOpen, lines.mayBeginLastWrite(isFileStart: start == 0, after: note.end) else {
      return nil
    }
    throw LogError(
      .corrupt, "A crash has torn the last write here, or the line was damaged later.", at: place,
      seq: lines.seq, hint: .recoverUndecided(keptThrough: lines.seq - 1, bytes: count))
  }

  private struct Lines {
    let storage: ByteStorage
    let bad: Int
    /// The entry that should be there.
    let seq: Int

    init(_ storage: ByteStorage, bad: Int, seq: Int) {
      self.storage = storage
      self.bad = min(bad, storage.count)
      self.seq = seq
    }

    /// - Parameter end: The last entry that the last writer noted, if it did: what is up to there was
    ///   durable, and belongs to none of its later writes.
    func damageLiesInLastWrite(isFileStart: Bool, after end: Int?) -> Bool {
      guard seq > end ?? 0 else { return false }
      let after = goodLines(in: bad..<storage.count)
      guard let batch = batchAround(isFileStart: isFileStart), batch.lowerBound > end ?? 0 else {
        return after.isEmpty
      }
      // More lines than the batch has left, even bad ones, are a later write's.
      let left = batch.upperBound - seq + 1
      guard lineEnds < left || (lineEnds == left && endsWithFeed) else { return false }
      // The batch may have been cut short before, and what follows appended entry by entry.
      guard end != nil else { return after.isEmpty }
      return after.allSatisfy {
        entry(in: $0).map { $0.seq > seq && batch.contains($0.seq) } ?? false
      }
    }

    /// Whether the bad line may have been the first of the last write: only the first line says how
    /// many there are, so the good ones after it may be of that write, or each of one of its own.
    func mayBeginLastWrite(isFileStart: Bool, after end: Int?) -> Bool {
      guard seq > end ?? 0, batchAround(isFileStart: isFileStart) == nil else { return false }
      let last = seq + EntryLine.maximumBatch - 1
      return goodLines(in: bad..<storage.count).allSatisfy { line in
        entry(in: line).map { $0.batch == 1 && $0.seq > seq && $0.seq <= last } ?? false
      }
    }

    var endsWithFeed: Bool { storage.bytes.last == 0x0A }

    /// The number of lines that end from the bad one on, at least: where line feeds follow one another, a part of
    /// the bytes written there is missing, and the file was filled with them before.
    private var lineEnds: Int {
      let rest = storage.bytes[bad...]
      func isFeed(_ place: Int) -> Bool { rest.indices.contains(place) && rest[place] == 0x0A }
      return rest.indices.count { isFeed($0) && !isFeed($0 - 1) && !isFeed($0 + 1) }
    }

    /// The entries of the batch that contains the bad line, if it is in one that began earlier.
    private func batchAround(isFileStart: Bool) -> ClosedRange<Int>? {
      var start = 0
      if !isFileStart {
        guard let feed = storage.bytes[..<bad].firstIndex(of: 0x0A) else { return nil }
        start = feed + 1
      }
      let before = goodLines(in: start..<bad).reversed().lazy.compactMap(entry)
      guard let head = before.first(where: { $0.batch > 1 }) else { return nil }
      let batch = head.seq...head.seq + head.batch - 1
      return batch.contains(seq) ? batch : nil
    }

    /// The intact lines of a range, each with its LF. The range begins where a line does.
    private func goodLines(in range: Range<Int>) -> [Range<Int>] {
      var found: [Range<Int>] = []
      var start = range.lowerBound
      while let feed = storage.bytes[start..<range.upperBound].firstIndex(of: 0x0A) {
        let line = UnsafeRawBufferPointer(rebasing: storage.bytes[start..<feed])
        if EntryDecoder.hasTrueChecksum(line) { found.append(start..<(feed + 1)) }
        start = feed + 1
      }
      return found
    }

    /// The contents of a good line; nil if it isn't as lines are written, or only a newer version could
    /// read it.
    private func entry(in line: Range<Int>) -> Entry? {
      var decoder = EntryDecoder(form: .store)
      var json = JSONReader(storage, in: line, profile: .canonical)
      guard (try? json.skipValue(checkingDuplicates: true)) != nil else { return nil }
      json.position = line.lowerBound
      return try? decoder.decode(&json)
    }
  }
}

extension OpenFile {
  /// Whether the line that begins here matches its checksum.
  func hasGoodLine(at byte: Int) throws(LogError) -> Bool {
    try withBytes(at: byte, count: maximumLineLength) { bytes in
      guard let feed = bytes.firstIndex(of: 0x0A) else { return false }
      return EntryDecoder.hasTrueChecksum(UnsafeRawBufferPointer(rebasing: bytes[..<feed]))
    }
  }
}

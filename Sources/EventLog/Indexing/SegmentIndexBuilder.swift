// Builds the index of a segment, or of a part of it, from its entries.

struct SegmentIndexBuilder {
  private var header: SegmentIndex.Header
  /// The offset of each entry.
  private var offsets: [UInt32] = []
  private var texts = TermKind.allCases.map { _ in TermTexts() }
  private var hashes: [UInt64] = []
  /// The number of entries with each term.
  private var counts: [UInt32] = []
  /// The terms of the entries, one after the other.
  private var occurrences: [(term: UInt32, entry: UInt32)] = []
  private var numbers: NumberRanges

  /// The terms of one kind.
  private struct TermTexts {
    var table = StreamTable()
    /// Their numbers among all terms.
    var terms: [UInt32] = []
  }

  /// - Parameter header: The header of the part to read; without the facts that the entries tell.
  init(_ header: SegmentIndex.Header) {
    self.header = header
    numbers = NumberRanges(seed: header.seed)
  }

  var count: Int { offsets.count }
  var segment: Int { header.segment }

  /// Takes the next entry; false if it can't be indexed: it is too far from the start of the segment, or its
  /// command can't be read.
  mutating func take(_ entry: Entry, at bytes: Range<Int>) -> Bool {
    guard let offset = UInt32(exactly: bytes.lowerBound), let head = try? entry.commandHead()
    else { return false }
    let name = entry.storage.slice(entry.stream)
    add(.stream, name)
    add(.actor, entry.actor, in: entry.storage)
    add(.commandID, head.id, in: entry.storage)
    if !entry.isAccepted { add(.refusal) }
    if entry.rulesVersion.isPresent { add(.rulesVersion) }
    // A stream's first entry is its first revision, or was refused before that.
    if entry.rev <= 1 { numbers.add(name) }
    offsets.append(offset)
    (header.end, header.lastBytes) = (bytes.upperBound, SegmentFile.lastBytes(of: entry.bytes))
    return true
  }

  /// Adds a text of the next entry, if it has it, without escapes.
  private mutating func add(_ kind: TermKind, _ range: TextRange, in storage: ByteStorage) {
    guard range.isPresent else { return }
    guard range.hasEscapes else { return add(kind, storage.slice(range)) }
    let text = Text(storage, range)
    withExtendedLifetime(text) { add(kind, text.bytes) }
  }

  /// Adds a term of the next entry.
  private mutating func add(
    _ kind: TermKind, _ text: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    let place = Int(kind.rawValue)
    let number = texts[place].table.insert(text)
    if number == texts[place].terms.count {
      texts[place].terms.append(UInt32(hashes.count))
      hashes.append(kind.hash(text, seed: header.seed))
      counts.append(0)
    }
    let term = texts[place].terms[number]
    counts[Int(term)] += 1
    occurrences.append((term, UInt32(offsets.count)))
  }

  /// - Returns: nil if two terms have the same hash: one of them wouldn't be found.
  func finish() -> (header: SegmentIndex.Header, bytes: [UInt8])? {
    var header = header
    let ranges = numbers.merged()
    (header.count, header.postingCount) = (offsets.count, occurrences.count)
    header.rangeCount = ranges.count
    header.slotCount = 1
    while header.slotCount < hashes.count * 2 { header.slotCount *= 2 }
    let starts = starts()
    guard let slots = slots(header.slotCount, starts) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      SegmentIndex.headerSize + (offsets.count + occurrences.count) * 4
        + header.slotCount * SegmentIndex.slotSize)
    for word in header.words(SegmentIndex.format) { bytes.append(word: word) }
    for offset in offsets { bytes.append(word: offset) }
    for slot in slots {
      bytes.append(word: slot.hash)
      bytes.append(word: slot.part)
    }
    for ordinal in postings(starts) { bytes.append(word: ordinal) }
    for range in ranges {
      for word in [range.category, UInt64(range.first), UInt64(range.last)] {
        bytes.append(word: word)
      }
    }
    return (header, bytes)
  }

  private func starts() -> [UInt32] {
    var next: UInt32 = 0
    return counts.map { count in
      defer { next += count }
      return next
    }
  }

  private func slots(_ count: Int, _ starts: [UInt32]) -> [(hash: UInt64, part: UInt64)]? {
    var slots = [(hash: UInt64, part: UInt64)](repeating: (0, 0), count: count)
    for (term, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while slots[place].part != 0 {
        if slots[place].hash == hash { return nil }
        place = (place + 1) & (count - 1)
      }
      slots[place] = (hash, UInt64(starts[term]) << 32 | UInt64(counts[term]))
    }
    return slots
  }

  private func postings(_ starts: [UInt32]) -> [UInt32] {
    var next = starts
    var postings = [UInt32](repeating: 0, count: occurrences.count)
    for (term, entry) in occurrences {
      postings[Int(next[Int(term)])] = entry
      next[Int(term)] += 1
    }
    return postings
  }
}

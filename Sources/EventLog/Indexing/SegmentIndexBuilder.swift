// Builds the index of a segment, or of a part of it, from its entries.

import EventSourcing
import JSONLines

struct SegmentIndexBuilder {
  private var header: SegmentIndex.Header
  private var streams = StreamTable()
  private var hashes: [UInt64] = []
  /// How many entries each stream has.
  private var counts: [UInt32] = []
  /// The stream of each entry, and where the entry begins.
  private var owners: [UInt32] = []
  private var offsets: [UInt32] = []
  private var numbers: NumberRanges
  /// The entries that name the version of the rules.
  private var engines: [UInt32] = []

  /// - Parameter header: Of what is to be read; without what the entries tell.
  init(_ header: SegmentIndex.Header) {
    self.header = header
    numbers = NumberRanges(seed: header.seed)
  }

  var count: Int { offsets.count }
  var segment: Int { header.segment }

  /// Takes the next entry; false if it lies too far behind in the segment for an index.
  mutating func take(_ entry: Entry, at bytes: Range<Int>) -> Bool {
    guard let offset = UInt32(exactly: bytes.lowerBound) else { return false }
    let name = entry.storage.slice(entry.stream)
    let stream = streams.insert(name)
    if stream == hashes.count {
      hashes.append(StreamTable.longHash(name, seed: header.seed))
      counts.append(0)
    }
    // A stream's first entry is its first revision, or was refused before that.
    if entry.rev <= 1 { numbers.add(name) }
    if entry.engine.isPresent { engines.append(UInt32(offsets.count)) }
    counts[stream] += 1
    owners.append(UInt32(stream))
    offsets.append(offset)
    header.end = bytes.upperBound
    return true
  }

  /// - Parameter lastBytes: The last eight bytes of what was read.
  func finish(lastBytes: UInt64) -> (header: SegmentIndex.Header, bytes: [UInt8]) {
    var header = header
    header.lastBytes = lastBytes
    let ranges = numbers.merged()
    (header.count, header.postingCount) = (offsets.count, owners.count)
    (header.rangeCount, header.engineCount) = (ranges.count, engines.count)
    header.slotCount = 1
    while header.slotCount < hashes.count * 2 { header.slotCount *= 2 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      SegmentIndex.headerSize + offsets.count * 8 + header.slotCount * SegmentIndex.slotSize)
    for word in header.words(SegmentIndex.format) { bytes.append(word: word) }
    for offset in offsets { bytes.append(word: offset) }
    let starts = starts()
    for slot in slots(header.slotCount, starts) {
      bytes.append(word: slot.hash)
      bytes.append(word: slot.part)
    }
    for ordinal in postings(starts) { bytes.append(word: ordinal) }
    for range in ranges {
      for word in [range.category, UInt64(range.first), UInt64(range.last)] {
        bytes.append(word: word)
      }
    }
    for ordinal in engines { bytes.append(word: ordinal) }
    return (header, bytes)
  }

  private func starts() -> [UInt32] {
    var next: UInt32 = 0
    return counts.map { count in
      defer { next += count }
      return next
    }
  }

  private func slots(_ count: Int, _ starts: [UInt32]) -> [(hash: UInt64, part: UInt64)] {
    var slots = [(hash: UInt64, part: UInt64)](repeating: (0, 0), count: count)
    for (stream, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while slots[place].part != 0 { place = (place + 1) & (count - 1) }
      slots[place] = (hash, UInt64(starts[stream]) << 32 | UInt64(counts[stream]))
    }
    return slots
  }

  private func postings(_ starts: [UInt32]) -> [UInt32] {
    var next = starts
    var postings = [UInt32](repeating: 0, count: owners.count)
    for (ordinal, owner) in owners.enumerated() {
      postings[Int(next[Int(owner)])] = UInt32(ordinal)
      next[Int(owner)] += 1
    }
    return postings
  }
}

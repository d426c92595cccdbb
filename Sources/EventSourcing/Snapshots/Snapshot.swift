// The states of one domain's streams that a segment's entries have changed, as they were at its end.
//
// The file is, in words of 64 bits: the header; the hash of each stream's name, in the order of the streams' first
// entries in the segment; where each stream's state was kept before, by its place in an earlier snapshot, or all
// ones; the hash of what each state is looked up by, 0 for nothing; where each one's name ends, where its bytes end,
// how many of these are the state's, and its revision (32 bits each); the rows; the names; the bytes, which are the
// state's and, as JSON, the entries whose personal data was erased; and the summary, JSON. All little endian. The
// state of all streams is in the snapshots of all segments up to one, in the last of them that has the stream.

/// The place where a stream's state is kept: its snapshot's place in the chain, and its row there.
struct SnapshotPlace: Hashable, Comparable {
  let bits: UInt64

  static let nowhere = SnapshotPlace(bits: .max)

  init(bits: UInt64) { self.bits = bits }
  init(_ ordinal: Int, _ row: Int) { bits = UInt64(ordinal) << 32 | UInt64(row) }

  var ordinal: Int { Int(bits >> 32) }
  var row: Int { Int(bits & 0xFFFF_FFFF) }

  static func < (one: SnapshotPlace, other: SnapshotPlace) -> Bool { one.bits < other.bits }
}

/// A stream as a snapshot has it.
struct SnapshotStream: Equatable {
  let name: ArraySlice<UInt8>
  let rev: Int
  let row: ArraySlice<UInt8>
  let bytes: ArraySlice<UInt8>
  let erasures: [Erasure]
}

struct Snapshot {
  /// The numbers of streams, bytes and slots in a snapshot.
  struct Header {
    static let wordCount = 6
    var rows = 0
    var rowSize = 0
    var names = 0
    var heap = 0
    var summary = 0
    /// The seed of the hashes.
    var seed: UInt64 = 0
  }

  static let headerSize = Header.wordCount * 8
  /// The size of a stream's hash, of its origin and of its key.
  static let wordSize = 8
  /// The size of a stream's extent: the offsets of its name and bytes, and its revision.
  static let extentSize = 16

  let kept: SnapshotFile
  let header: Header
  /// The sections that were read as a whole, and where they begin.
  private var sections: [(start: Int, bytes: [UInt8])] = []

  init(_ kept: SnapshotFile, rowSize: Int) throws(CacheFault) {
    self.kept = kept
    header = try Header(kept.words(0..<Header.wordCount))
    guard header.rowSize == rowSize, header.size == kept.count else { throw CacheFault() }
  }

  func hashes() throws(CacheFault) -> [UInt64] {
    try kept.words(at: Self.headerSize, header.rows)
  }

  /// The places where the states were kept before.
  func origins() throws(CacheFault) -> [UInt64] {
    try kept.words(at: header.originsStart, header.rows)
  }

  /// The hashes of what the states are looked up by.
  func keys() throws(CacheFault) -> [UInt64] { try kept.words(at: header.keysStart, header.rows) }

  func rows() throws(CacheFault) -> [UInt8] {
    try kept.read(header.rowSection)
  }

  func summary() throws(CacheFault) -> SnapshotSummary {
    let bytes = try kept.read(header.summarySection)
    guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      throw CacheFault()
    }
    return try SnapshotSummary(json)
  }

  /// Prepares for reading the names of this many streams.
  mutating func prepare(forNames count: Int) throws(CacheFault) {
    try prepare(header.extentSection, for: count)
    try prepare(header.nameSection, for: count)
  }

  /// Prepares for reading this many streams.
  mutating func prepare(forStreams count: Int) throws(CacheFault) {
    try prepare(forNames: count)
    try prepare(header.rowSection, for: count)
    try prepare(header.heapSection, for: count)
  }

  /// Reads a section as a whole if this many of its blocks, of which each has a checksum, are more than a
  /// twentieth of it: that is faster than reading them one by one.
  private mutating func prepare(_ section: Range<Int>, for count: Int) throws(CacheFault) {
    guard count > section.count / 4096 / 20,
      !sections.contains(where: { $0.start == section.lowerBound })
    else { return }
    sections.append((section.lowerBound, try kept.read(section)))
  }

  mutating func forget() { sections = [] }

  private func bytes(_ part: Range<Int>) throws(CacheFault) -> ArraySlice<UInt8> {
    for (start, bytes) in sections
    where start <= part.lowerBound && part.upperBound <= start + bytes.count {
      return bytes[part.lowerBound - start..<part.upperBound - start]
    }
    return try kept.read(part)[...]
  }

  /// The offsets of a stream's name and bytes.
  private struct Extent {
    let name: Range<Int>
    let part: Range<Int>
    let stateCount: Int
    let rev: Int
  }

  private func extent(_ row: Int) throws(CacheFault) -> Extent {
    guard row < header.rows else { throw CacheFault() }
    let first = row == 0 ? 0 : 1
    let start = header.extentSection.lowerBound + row * Self.extentSize
    let words = Array(try bytes(start - first * Self.extentSize..<start + Self.extentSize))
      .words32.map { Int($0) }
    let (before, own) = (first == 0 ? [0, 0] : words[..<2], words[(first * 4)...])
    let ends = (name: own[first * 4], part: own[first * 4 + 1])
    guard before[0] <= ends.name, ends.name <= header.names, before[1] <= ends.part,
      ends.part <= header.heap, own[first * 4 + 2] <= ends.part - before[1]
    else { throw CacheFault() }
    let (names, heap) = (header.nameSection.lowerBound, header.heapSection.lowerBound)
    return Extent(
      name: names + before[0]..<names + ends.name, part: heap + before[1]..<heap + ends.part,
      stateCount: own[first * 4 + 2], rev: own[first * 4 + 3])
  }

  /// The name of a stream.
  func name(_ row: Int) throws(CacheFault) -> ArraySlice<UInt8> { try bytes(extent(row).name) }

  /// A stream.
  func stream(_ row: Int) throws(CacheFault) -> SnapshotStream {
    let extent = try extent(row)
    let part = try bytes(extent.part)
    let rowStart = header.rowSection.lowerBound + row * header.rowSize
    return SnapshotStream(
      name: try bytes(extent.name), rev: extent.rev,
      row: try bytes(rowStart..<rowStart + header.rowSize), bytes: part.prefix(extent.stateCount),
      erasures: try erasures(in: part.dropFirst(extent.stateCount)))
  }
}

extension Snapshot {
  private func erasures(in bytes: ArraySlice<UInt8>) throws(CacheFault) -> [Erasure] {
    if bytes.isEmpty { return [] }
    guard let list = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
      let erasures = Erasure.list(list)
    else { throw CacheFault() }
    return erasures
  }
}

extension Snapshot.Header {
  init(_ words: [UInt64]) throws(CacheFault) {
    guard words.count == Self.wordCount, words[..<5].allSatisfy({ $0 < 1 << 32 }) else {
      throw CacheFault()
    }
    let numbers = words[..<5].map { Int($0) }
    (rows, rowSize, names) = (numbers[0], numbers[1], numbers[2])
    (heap, summary, seed) = (numbers[3], numbers[4], words[5])
  }

  var words: [UInt64] { [rows, rowSize, names, heap, summary].map { UInt64($0) } + [seed] }

  var originsStart: Int { Snapshot.headerSize + rows * Snapshot.wordSize }
  var keysStart: Int { originsStart + rows * Snapshot.wordSize }
  var extentSection: Range<Int> {
    section(keysStart + rows * Snapshot.wordSize, rows * Snapshot.extentSize)
  }
  var rowSection: Range<Int> { section(extentSection.upperBound, rows * rowSize) }
  var nameSection: Range<Int> { section(rowSection.upperBound, names) }
  var heapSection: Range<Int> { section(nameSection.upperBound, heap) }
  var summarySection: Range<Int> { section(heapSection.upperBound, summary) }
  var size: Int { summarySection.upperBound }

  private func section(_ start: Int, _ count: Int) -> Range<Int> { start..<start + count }
}

extension SnapshotFile {
  func words(_ words: Range<Int>) throws(CacheFault) -> [UInt64] {
    try self.words(at: words.lowerBound * 8, words.count)
  }

  func words(at start: Int, _ count: Int) throws(CacheFault) -> [UInt64] {
    guard start + count * 8 <= self.count else { throw CacheFault() }
    return try read(start..<start + count * 8).words64
  }
}

// The states of one domain's streams that a segment's entries have changed, as they were at its end.
//
// It has, in words of 64 bits: the header; the hash of each stream's name, in the order of the streams' first
// entries in the segment; where each stream's state was kept before, by its place in an earlier checkpoint, or all
// ones; where each one's name ends, where its bytes end, how many of these are the state's, and its revision (32 bits
// each); the rows; the names; the bytes, which are the state's and, as JSON, the entries whose personal data was
// erased; and the summary, JSON. All little endian. The state of all streams is in the checkpoints of all segments up
// to one, in the last of them that has the stream.

import JSONLines

/// Where a stream's state is kept: its checkpoint's place in the chain, and its row there.
struct KeptPlace: Hashable, Comparable {
  let bits: UInt64

  static let nowhere = KeptPlace(bits: .max)

  init(bits: UInt64) { self.bits = bits }
  init(_ ordinal: Int, _ row: Int) { bits = UInt64(ordinal) << 32 | UInt64(row) }

  var ordinal: Int { Int(bits >> 32) }
  var row: Int { Int(bits & 0xFFFF_FFFF) }

  static func < (one: KeptPlace, other: KeptPlace) -> Bool { one.bits < other.bits }
}

/// A stream as a checkpoint has it.
struct KeptStream {
  let name: [UInt8]
  let rev: Int
  let row: [UInt8]
  let bytes: ArraySlice<UInt8>
  let erasures: [Erasure]
}

struct Checkpoint {
  /// How many of each thing it has.
  struct Header {
    static let wordCount = 6
    var rows = 0
    var rowSize = 0
    var names = 0
    var heap = 0
    var summary = 0
    /// What the hashes depend on.
    var seed: UInt64 = 0
  }

  static let headerSize = Header.wordCount * 8
  /// Of a stream's hash and its origin.
  static let wordSize = 8
  /// Of where a stream's name and bytes are, and its revision.
  static let extentSize = 16

  let kept: KeptCheckpoint
  let header: Header
  /// Where each stream's name and bytes are, once they were read.
  private var extents: [UInt32] = []
  /// All bytes, if many of them are needed.
  private var heap: [UInt8]?

  init(_ kept: KeptCheckpoint, rowSize: Int) throws(CacheFault) {
    self.kept = kept
    header = try Header(kept.words(0..<Header.wordCount))
    guard header.rowSize == rowSize, header.size == kept.count else { throw CacheFault() }
  }

  func hashes() throws(CacheFault) -> [UInt64] {
    try kept.words(at: Self.headerSize, header.rows)
  }

  /// Where the states were kept before.
  func origins() throws(CacheFault) -> [UInt64] {
    try kept.words(at: header.originsStart, header.rows)
  }

  func rows() throws(CacheFault) -> [UInt8] {
    try kept.read(header.rowsStart..<header.namesStart)
  }

  func names() throws(CacheFault) -> [UInt8] {
    try kept.read(header.namesStart..<header.heapStart)
  }

  func summary() throws(CacheFault) -> CheckpointSummary {
    let bytes = try kept.read(header.heapStart + header.heap..<header.size)
    guard let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      throw CacheFault()
    }
    return try CheckpointSummary(json)
  }

  /// Prepares for reading names.
  mutating func readExtents() throws(CacheFault) {
    if extents.isEmpty {
      extents = try kept.words32(at: header.extentsStart, header.rows * 4)
    }
  }

  /// Prepares for reading this many streams.
  mutating func prepare(forReading count: Int) throws(CacheFault) {
    try readExtents()
    // A stream's bytes are in a block or two; reading a file in one piece is faster than a twentieth of it in many.
    if heap == nil, count * 20 > header.heap / 4096 {
      heap = try kept.read(header.heapStart..<header.heapStart + header.heap)
    }
  }

  /// Where a stream's name is among the names. To be called after `readExtents`.
  func nameRange(_ row: Int) throws(CacheFault) -> Range<Int> {
    try range(row, 0, within: header.names)
  }

  private func range(_ row: Int, _ column: Int, within count: Int) throws(CacheFault)
    -> Range<Int>
  {
    let start = row == 0 ? 0 : Int(extents[(row - 1) * 4 + column])
    let end = Int(extents[row * 4 + column])
    guard start <= end, end <= count else { throw CacheFault() }
    return start..<end
  }

  /// A stream. To be called after `prepare`.
  func stream(_ row: Int) throws(CacheFault) -> KeptStream {
    guard row < header.rows else { throw CacheFault() }
    let (name, part) = (try nameRange(row), try range(row, 1, within: header.heap))
    let bytes =
      if let heap { heap[part] } else {
        try kept.read(header.heapStart + part.lowerBound..<header.heapStart + part.upperBound)[...]
      }
    let count = Int(extents[row * 4 + 2])
    guard count <= bytes.count else { throw CacheFault() }
    let rowStart = header.rowsStart + row * header.rowSize
    return KeptStream(
      name: try kept.read(
        header.namesStart + name.lowerBound..<header.namesStart + name.upperBound),
      rev: Int(extents[row * 4 + 3]),
      row: try kept.read(rowStart..<rowStart + header.rowSize), bytes: bytes.prefix(count),
      erasures: try Erasure.list(bytes.dropFirst(count)))
  }
}

extension Checkpoint.Header {
  init(_ words: [UInt64]) throws(CacheFault) {
    guard words.count == Self.wordCount, words[..<5].allSatisfy({ $0 < 1 << 32 }) else {
      throw CacheFault()
    }
    let numbers = words[..<5].map { Int($0) }
    (rows, rowSize, names) = (numbers[0], numbers[1], numbers[2])
    (heap, summary, seed) = (numbers[3], numbers[4], words[5])
  }

  var words: [UInt64] { [rows, rowSize, names, heap, summary].map { UInt64($0) } + [seed] }

  var originsStart: Int { Checkpoint.headerSize + rows * Checkpoint.wordSize }
  var extentsStart: Int { originsStart + rows * Checkpoint.wordSize }
  var rowsStart: Int { extentsStart + rows * Checkpoint.extentSize }
  var namesStart: Int { rowsStart + rows * rowSize }
  var heapStart: Int { namesStart + names }
  var size: Int { heapStart + heap + summary }
}

extension KeptCheckpoint {
  func words(_ words: Range<Int>) throws(CacheFault) -> [UInt64] {
    try self.words(at: words.lowerBound * 8, words.count)
  }

  func words(at start: Int, _ count: Int) throws(CacheFault) -> [UInt64] {
    guard start + count * 8 <= self.count else { throw CacheFault() }
    let bytes = try read(start..<start + count * 8)
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }

  func words32(at start: Int, _ count: Int) throws(CacheFault) -> [UInt32] {
    guard start + count * 4 <= self.count else { throw CacheFault() }
    let bytes = try read(start..<start + count * 4)
    return bytes.withUnsafeBytes { bytes in
      (0..<count).map {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
    }
  }
}

extension Erasure {
  fileprivate static func list(_ bytes: ArraySlice<UInt8>) throws(CacheFault) -> [Erasure] {
    if bytes.isEmpty { return [] }
    guard
      case .array(let items)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { throw CacheFault() }
    var erasures: [Erasure] = []
    for item in items {
      guard let seq = item["seq"]?.integer, let block = item["block"]?.string else {
        throw CacheFault()
      }
      erasures.append(Erasure(seq: Int(seq), block: block))
    }
    return erasures
  }

  var json: JSONValue {
    .object([.init("seq", .integer(Int64(seq))), .init("block", .string(block))])
  }
}

// Where the entries of each stream are in a segment, or in the part of it that was there when the index was
// built. It holds no names, only their hashes: what it finds is checked against the log.
//
// A file has, in words of 64 bits: the header; then the offset of each entry in the segment (32 bits); a hash
// table of the streams, at most half full, whose slots are a hash and the range of the stream's numbers;
// these numbers, each stream's in order (32 bits); the ranges of the ids that are numbers, of streams that
// begin in the segment; and the entries that name the version of the rules (32 bits). All little endian. An
// empty slot where a stream's hash leads says that the segment has no entry of it.

import EventSourcing

struct SegmentIndex: Sendable {
  /// What it was built from, in the order of the file.
  struct Header: Equatable, Sendable {
    static let wordCount = 16
    /// "csindex2"
    static let magic: UInt64 = 0x3278_6564_6E69_7363

    /// The store's id.
    var storeHigh: UInt64 = 0
    var storeLow: UInt64 = 0
    /// What hashes depend on, so that nobody can choose ids that collide.
    var seed: UInt64 = 0
    var segment = 0
    /// The number of its first entry: that of the segment, but for the part that no file covers.
    var first = 0
    var count = 0
    /// The bytes of the segment that it covers end here.
    var end = 0
    /// The segment's file when it was read.
    var device: UInt64 = 0
    var number: UInt64 = 0
    var modified: Int64 = 0
    /// The last bytes before `end`, which hold the checksum of the last entry.
    var lastBytes: UInt64 = 0
    var slotCount = 0
    var postingCount = 0
    var rangeCount = 0
    var engineCount = 0
  }

  let header: Header
  private let bytes: CheckedBytes

  init(_ header: Header, _ bytes: CheckedBytes) {
    self.header = header
    self.bytes = bytes
  }

  /// The number of the last entry that it covers.
  var last: Int { header.first + header.count - 1 }

  /// Where to read on after what it covers.
  var cursor: LogCursor {
    LogCursor(
      seq: last, segment: header.segment, byte: header.end, line: last - header.segment + 2)
  }

  /// The places of the entries of a stream, in order.
  func places(of stream: UnsafeRawBufferPointer) throws(IndexFault) -> [EntryPlace] {
    guard let postings = try postings(of: StreamTable.longHash(stream, seed: header.seed)) else {
      return []
    }
    var places: [EntryPlace] = []
    for ordinal in try words32(postingsStart, postings) {
      places.append(try place(of: Int(ordinal)))
    }
    return places
  }

  /// All of it, checked.
  func allBytes() throws(IndexFault) -> [UInt8] { try bytes.read(0..<Self.size(header)) }

  /// The place of one of the entries that it covers.
  func place(ofEntry seq: Int) throws(IndexFault) -> EntryPlace {
    try place(of: seq - header.first)
  }

  /// The numbers that are ids in this category, of streams that begin in the segment, and perhaps of others.
  func numbers(in category: String) throws(IndexFault) -> [ClosedRange<Int>] {
    let hash = SegmentIndex.hash(ofCategory: Array(category.utf8), header.seed)
    let words = try bytes.read(rangesStart..<enginesStart).words64
    var ranges: [ClosedRange<Int>] = []
    for place in stride(from: 0, to: words.count, by: 3) where words[place] == hash {
      let (first, last) = (words[place + 1], words[place + 2])
      guard first <= last, last < 1 << 53 else { throw IndexFault() }
      ranges.append(Int(first)...Int(last))
    }
    return ranges
  }

  static func hash(ofCategory name: some Collection<UInt8>, _ seed: UInt64) -> UInt64 {
    Array(name).withUnsafeBytes { StreamTable.longHash($0, seed: seed) }
  }

  /// The places of the entries that name the version of the rules, in order.
  func placesNamingEngine() throws(IndexFault) -> [EntryPlace] {
    var places: [EntryPlace] = []
    for ordinal in try words32(enginesStart, 0..<header.engineCount) {
      places.append(try place(of: Int(ordinal)))
    }
    return places
  }

  private func place(of ordinal: Int) throws(IndexFault) -> EntryPlace {
    guard 0 <= ordinal, ordinal < header.count else { throw IndexFault() }
    let isLast = ordinal == header.count - 1
    let offsets = try words32(Self.headerSize, ordinal..<ordinal + (isLast ? 1 : 2))
    let start = Int(offsets[0])
    let end = isLast ? header.end : Int(offsets[1])
    guard start < end, end - start <= maximumLineLength else { throw IndexFault() }
    return EntryPlace(seq: header.first + ordinal, segment: header.segment, bytes: start..<end)
  }

  /// The stream's part of the numbers of entries.
  private func postings(of hash: UInt64) throws(IndexFault) -> Range<Int>? {
    let mask = header.slotCount - 1
    for step in 0..<header.slotCount {
      let slot = (Int(truncatingIfNeeded: hash) &+ step) & mask
      let start = slotsStart + slot * Self.slotSize
      let words = try bytes.read(start..<start + Self.slotSize).words64
      guard words[1] != 0 else { return nil }
      if words[0] == hash {
        let (start, count) = (Int(words[1] >> 32), Int(words[1] & 0xFFFF_FFFF))
        guard start + count <= header.postingCount else { throw IndexFault() }
        return start..<start + count
      }
    }
    return nil
  }

  private func words32(_ start: Int, _ part: Range<Int>) throws(IndexFault) -> [UInt32] {
    try bytes.read(start + part.lowerBound * 4..<start + part.upperBound * 4).words32
  }

  static let headerSize = Header.wordCount * 8
  static let slotSize = 16
  static let rangeSize = 24

  /// How many bytes an index with this header has.
  static func size(_ header: Header) -> Int {
    headerSize + header.count * 4 + header.slotCount * slotSize + header.postingCount * 4
      + header.rangeCount * rangeSize + header.engineCount * 4
  }

  private var slotsStart: Int { Self.headerSize + header.count * 4 }
  private var postingsStart: Int { slotsStart + header.slotCount * Self.slotSize }
  private var rangesStart: Int { postingsStart + header.postingCount * 4 }
  private var enginesStart: Int { rangesStart + header.rangeCount * Self.rangeSize }
}

/// Where an entry is.
struct EntryPlace: Equatable, Sendable {
  let seq: Int
  let segment: Int
  let bytes: Range<Int>

  /// The place to read it from.
  var cursor: LogCursor {
    LogCursor(seq: seq - 1, segment: segment, byte: bytes.lowerBound, line: seq - segment + 1)
  }
}

extension SegmentIndex.Header {
  /// Whether a file begins like an index, but of another version: `csindex` and another digit.
  static func isOfOtherVersion(_ word: UInt64) -> Bool {
    word != magic && word << 8 == magic << 8 && 0x30...0x39 ~= word >> 56
  }

  init(_ words: [UInt64]) throws(IndexFault) {
    let numbers = words.map { Int(truncatingIfNeeded: $0) }
    guard words.count == Self.wordCount, words[0] == Self.magic,
      numbers[4...7].allSatisfy({ 0 < $0 && $0 < 1 << 53 }), numbers[12].nonzeroBitCount == 1,
      numbers[6] < 1 << 26, 0 < numbers[12], numbers[12] <= 1 << 26, numbers[13] == numbers[6],
      numbers[14...15].allSatisfy({ 0 <= $0 && $0 <= numbers[6] })
    else { throw IndexFault() }
    (storeHigh, storeLow, seed) = (words[1], words[2], words[3])
    (segment, first, count, end) = (numbers[4], numbers[5], numbers[6], numbers[7])
    (device, number, modified) = (words[8], words[9], Int64(truncatingIfNeeded: words[10]))
    (lastBytes, slotCount, postingCount) = (words[11], numbers[12], numbers[13])
    (rangeCount, engineCount) = (numbers[14], numbers[15])
  }

  var words: [UInt64] {
    [Self.magic, storeHigh, storeLow, seed]
      + [segment, first, count, end].map { UInt64($0) }
      + [device, number, UInt64(bitPattern: modified), lastBytes]
      + [slotCount, postingCount, rangeCount, engineCount].map { UInt64($0) }
  }
}

extension [UInt8] {
  var words64: [UInt64] {
    withUnsafeBytes { bytes in
      (0..<count / 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
  }

  var words32: [UInt32] {
    withUnsafeBytes { bytes in
      (0..<count / 4).map {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
    }
  }

  mutating func append(word: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}

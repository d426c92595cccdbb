// The places of the entries with each term in a segment, or in the part of it that was there when the index was
// built. It holds no texts, only their hashes: entries that it finds are checked against the log.
//
// A file has, in words of 64 bits: the header; then the offset of each entry in the segment (32 bits); a hash
// table of the terms, at most half full, whose slots are a hash and the range of the term's numbers; these
// numbers, each term's in order (32 bits); and the ranges of the ids that are numbers, of streams that begin
// in the segment. All little endian. An empty slot where a term's hash leads says that no entry has it.

struct SegmentIndex: Sendable {
  typealias Header = CacheHeader

  let header: Header
  private let bytes: CheckedBytes

  init(_ header: Header, _ bytes: CheckedBytes) {
    self.header = header
    self.bytes = bytes
  }

  init(_ file: CacheFile) { self.init(file.header, file.bytes) }

  /// The number of the last entry that it covers.
  var last: Int { header.last }

  /// The place after the part of the segment that it covers.
  var cursor: LogCursor { header.cursor }

  /// The places of the entries that have a term, in order.
  func places(of term: EntryTerm) throws(CacheFault) -> [EntryPlace] {
    guard let postings = try postings(of: term.hash(seed: header.seed)) else { return [] }
    let ordinals = try words32(postingsStart, postings)
    guard ordinals.count > 16, let first = ordinals.first, let last = ordinals.last, first <= last
    else {
      return try ordinals.map { (ordinal) throws(CacheFault) in try place(of: Int(ordinal)) }
    }
    let offsets = try offsets(of: Int(first)...Int(last))
    return try ordinals.map { (ordinal) throws(CacheFault) in
      guard first...last ~= ordinal else { throw CacheFault() }
      return try place(of: Int(ordinal), offsets[Int(ordinal - first)...])
    }
  }

  /// All of it, checked.
  func allBytes() throws(CacheFault) -> [UInt8] { try bytes.read(0..<Self.fullSize(header)) }

  /// The place of one of the entries that it covers.
  func place(ofEntry seq: Int) throws(CacheFault) -> EntryPlace {
    try place(of: seq - header.first)
  }

  /// The numbers that are ids in this category, of streams that begin in the segment, and perhaps of others.
  func numbers(in category: String) throws(CacheFault) -> [ClosedRange<Int>] {
    let hash = SegmentIndex.hash(ofCategory: Array(category.utf8), header.seed)
    let end = rangesStart + header.rangeCount * Self.rangeSize
    let words = try bytes.read(rangesStart..<end).words64
    var ranges: [ClosedRange<Int>] = []
    for place in stride(from: 0, to: words.count, by: 3) where words[place] == hash {
      let (first, last) = (words[place + 1], words[place + 2])
      guard first <= last, last < 1 << 53 else { throw CacheFault() }
      ranges.append(Int(first)...Int(last))
    }
    return ranges
  }

  static func hash(ofCategory name: some Collection<UInt8>, _ seed: UInt64) -> UInt64 {
    Array(name).withUnsafeBytes { StreamTable.longHash($0, seed: seed) }
  }

  private func place(of ordinal: Int) throws(CacheFault) -> EntryPlace {
    try place(of: ordinal, try offsets(of: ordinal...ordinal)[...])
  }

  /// The offsets of these entries, and of the one after them.
  private func offsets(of ordinals: ClosedRange<Int>) throws(CacheFault) -> [UInt32] {
    guard 0 <= ordinals.lowerBound, ordinals.upperBound < header.count else { throw CacheFault() }
    return try words32(
      Self.headerSize, ordinals.lowerBound..<min(ordinals.upperBound + 2, header.count))
  }

  /// - Parameter offsets: The offsets of the entry and of the next one.
  private func place(of ordinal: Int, _ offsets: ArraySlice<UInt32>) throws(CacheFault)
    -> EntryPlace
  {
    let isLast = ordinal == header.count - 1
    let start = Int(offsets[offsets.startIndex])
    let end = isLast ? header.end : Int(offsets[offsets.startIndex + 1])
    guard start < end, end - start <= maximumLineLength else { throw CacheFault() }
    return EntryPlace(seq: header.first + ordinal, segment: header.segment, bytes: start..<end)
  }

  /// The term's part of the numbers of entries.
  private func postings(of hash: UInt64) throws(CacheFault) -> Range<Int>? {
    let mask = header.slotCount - 1
    for step in 0..<header.slotCount {
      let slot = (Int(truncatingIfNeeded: hash) &+ step) & mask
      let start = slotsStart + slot * Self.slotSize
      let words = try bytes.read(start..<start + Self.slotSize).words64
      guard words[1] != 0 else { return nil }
      if words[0] == hash {
        let (start, count) = (Int(words[1] >> 32), Int(words[1] & 0xFFFF_FFFF))
        guard start + count <= header.postingCount else { throw CacheFault() }
        return start..<start + count
      }
    }
    return nil
  }

  private func words32(_ start: Int, _ part: Range<Int>) throws(CacheFault) -> [UInt32] {
    try bytes.read(start + part.lowerBound * 4..<start + part.upperBound * 4).words32
  }

  static let headerSize = Header.size
  static let slotSize = 16
  static let rangeSize = 24

  static let format = CacheFormat(name: "csindex4", suffix: ".index", size: size)

  /// The size of an index with this header, in bytes; nil if there can't be one.
  @Sendable private static func size(_ header: Header) -> Int? {
    header.isOfIndex ? fullSize(header) : nil
  }

  private static func fullSize(_ header: Header) -> Int {
    headerSize + header.count * 4 + header.slotCount * slotSize + header.postingCount * 4
      + header.rangeCount * rangeSize
  }

  private var slotsStart: Int { Self.headerSize + header.count * 4 }
  private var postingsStart: Int { slotsStart + header.slotCount * Self.slotSize }
  private var rangesStart: Int { postingsStart + header.postingCount * 4 }
}

/// The place of an entry.
struct EntryPlace: Equatable, Sendable {
  let seq: Int
  let segment: Int
  let bytes: Range<Int>

  /// The place to read it from.
  var cursor: LogCursor {
    LogCursor(seq: seq - 1, segment: segment, byte: bytes.lowerBound, line: seq - segment + 1)
  }
}

/// The kinds of terms, as they take part in hashes.
enum TermKind: UInt8, CaseIterable {
  case stream, actor, commandID, refusal, rulesVersion

  func hash(_ text: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    StreamTable.longHash(text, seed: seed &+ UInt64(rawValue))
  }
}

extension EntryTerm {
  fileprivate func hash(seed: UInt64) -> UInt64 {
    let (kind, text): (TermKind, Text) =
      switch self {
      case .stream(let name): (.stream, name.text)
      case .actor(let actor): (.actor, Text(actor))
      case .commandID(let id): (.commandID, Text(id))
      case .refusal: (.refusal, Text(""))
      case .rulesVersion: (.rulesVersion, Text(""))
      }
    return withExtendedLifetime(text) { kind.hash(text.bytes, seed: seed) }
  }
}

extension CacheHeader {
  /// The number of slots of an index.
  var slotCount: Int {
    get { Int(details[0]) }
    set { details[0] = UInt64(newValue) }
  }
  var postingCount: Int {
    get { Int(details[1]) }
    set { details[1] = UInt64(newValue) }
  }
  var rangeCount: Int {
    get { Int(details[2]) }
    set { details[2] = UInt64(newValue) }
  }

  /// Whether the header of an index says what can be.
  var isOfIndex: Bool {
    slotCount.nonzeroBitCount == 1 && slotCount <= 1 << 26 && rangeCount <= count
      && postingCount <= count * TermKind.allCases.count
  }
}

// The indexes of all segments. Those that are there and were built from what the log is now are used; the
// others are built, and kept where that pays.

struct StoreIndex {
  /// The size up to which a log is read without an index, in bytes.
  static let smallest = 4 << 20

  /// The indexes of the segments, in order; the last one's rest may follow in another.
  private(set) var indexes: [SegmentIndex] = []
  /// The number of the last entry.
  private(set) var end = 0
  /// The tail that a crash left after it.
  private(set) var tail: TornTail?
  private let reader: StoreReader
  private let cache: CacheFiles
  /// The segments' files before anything of them was read.
  private var files: [SegmentFile] = []
  /// The segments whose kept indexes are wrong.
  private var wrong: Set<Int>

  /// The indexes of a store; nil if it is small, its cache isn't used, or its segments don't follow one another.
  ///
  /// - Parameter ignored: The segments whose kept indexes are wrong.
  init?(of reader: StoreReader, ignoring ignored: Set<Int> = []) {
    guard let cache = reader.cached(SegmentIndex.format) else { return nil }
    (self.reader, self.cache, wrong) = (reader, cache, ignored)
    // A log that can't be indexed is read as requested, which finds out whether that matters.
    guard (try? open()) == true else { return nil }
  }

  /// - Returns: false if there is nothing to index, or it can't be.
  private mutating func open() throws(LogError) -> Bool {
    let segments = try reader.directory.segments()
    files = try SegmentFile.all(segments, in: reader.directory)
    if wrong.isEmpty, let known = reader.lastIndex.withLock({ $0 }), known.isOf(files) {
      (indexes, end, tail) = (known.indexes, known.end, known.tail)
      return true
    }
    guard try open(segments) else { return false }
    let opened = OpenedIndex(files: files, indexes: indexes, end: end, tail: tail)
    reader.lastIndex.withLock { $0 = opened }
    return true
  }

  private mutating func open(_ segments: [Int]) throws(LogError) -> Bool {
    guard files.reduce(reader.base?.size ?? 0, { $0 + $1.size }) >= reader.smallestIndex else {
      return false
    }
    end = reader.directory.start.seq
    for (place, file) in files.enumerated() {
      guard file.segment == end + 1 else { return false }
      let isLast = place == files.count - 1
      if let index = try index(of: file, isLast) {
        indexes.append(index)
        end = index.last
        if isLast, try !build(from: index.cursor, through: .max) { return false }
      } else {
        let last = isLast ? .max : segments[place + 1] - 1
        guard try build(from: LogCursor(startOf: file.segment), through: last) else { return false }
        // A sealed segment ends with its last entry.
        if !isLast, indexes.last?.header.end != file.size { return false }
      }
    }
    return true
  }

  /// The kept index of a segment; nil if there is none that can be used.
  private mutating func index(of file: SegmentFile, _ isLast: Bool) throws(LogError)
    -> SegmentIndex?
  {
    let found = try cache.found(for: file, isLast: isLast)
    if wrong.contains(file.segment) {
      // A file that was removed meanwhile wasn't damaged.
      if found.state == .absent { wrong.remove(file.segment) }
      return nil
    }
    if found.state == .damaged { wrong.insert(file.segment) }
    guard case .current(let file) = found else { return nil }
    return SegmentIndex(file)
  }

  /// Reads a part of the log, and builds an index for each segment that it is in.
  ///
  /// - Returns: false if it can't be indexed.
  private mutating func build(from cursor: LogCursor, through last: Int) throws(LogError) -> Bool {
    var entries = try EntryReader(reader, from: cursor)
    var builder: SegmentIndexBuilder?
    while entries.seq < last, let entry = try entries.next() {
      let place = entries.entryCursor
      if builder?.segment != place.segment {
        guard finish(builder, isSealed: true) else { return false }
        builder = SegmentIndexBuilder(try header(from: place))
      }
      guard builder?.take(entry, at: place.byte..<entries.cursor.byte) == true else { return false }
    }
    (end, tail) = (max(end, entries.seq), entries.tornTail)
    return finish(builder, isSealed: last != .max)
  }

  private func header(from place: LogCursor) throws(LogError) -> SegmentIndex.Header {
    let known = files.first { $0.segment == place.segment }
    let file =
      if let known { known } else {
        try SegmentFile(place.segment, mayBeFilled: true, in: reader.directory)
      }
    var header = cache.header(of: file)
    header.first = place.seq + 1
    return header
  }

  /// - Returns: false if it should be kept, and can't be: then reading everything costs less.
  private mutating func finish(_ builder: SegmentIndexBuilder?, isSealed: Bool) -> Bool {
    guard let builder, builder.count > 0 else { return true }
    guard let (header, bytes) = builder.finish() else { return false }
    var index: SegmentIndex?
    if header.first == header.segment, isSealed || header.end >= reader.smallestIndex {
      index = cache.keep(bytes, header).map { SegmentIndex($0) }
      if index == nil && isSealed { return false }
      if index != nil, wrong.remove(header.segment) != nil {
        reader.reportRebuilt(cache.path(of: header.segment))
      }
    }
    indexes.append(index ?? SegmentIndex(header, .memory(bytes)))
    return true
  }

  /// The files that the indexes were built from.
  var segmentFiles: [Int: FileStamp] {
    Dictionary(
      indexes.map { index in
        let header = index.header
        let stamp = FileStamp(
          device: header.device, number: header.number, modified: header.modified)
        return (header.segment, stamp)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The place of an entry; nil if its index is wrong.
  func place(ofEntry seq: Int) -> EntryPlace? {
    let next = indexes.firstIndex { $0.header.first > seq } ?? indexes.endIndex
    guard next > 0 else { return nil }
    return try? indexes[next - 1].place(ofEntry: seq)
  }

  /// The segment that an entry is in.
  func segment(ofEntry seq: Int) -> Int? {
    indexes.last { $0.header.first <= seq }?.header.segment
  }

  /// The numbers that are ids in a category, as ranges.
  ///
  /// - Returns: And the segment whose kept index turned out to be wrong, if one did.
  func numbers(in category: String) -> (ranges: [ClosedRange<Int>], wrong: Int?) {
    var ranges: [ClosedRange<Int>] = []
    for index in indexes {
      do throws(CacheFault) {
        ranges += try index.numbers(in: category)
      } catch {
        return ([], index.header.segment)
      }
    }
    return (ranges, nil)
  }

  /// The last entry, up to this one, that names the version of the rules; nil if its index is wrong.
  func placeNamingEngine(notAfter seq: Int) -> EntryPlace? {
    for index in indexes.reversed() where index.header.first <= seq {
      do throws(CacheFault) {
        if let place = try index.places(of: .rulesVersion).last(where: { $0.seq <= seq }) {
          return place
        }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// The places of the entries that have any of these terms, in order.
  ///
  /// - Returns: nil if there are so many that reading them all takes no longer; and the segment whose kept index
  ///   turned out to be wrong, if one did.
  func places(of terms: Set<EntryTerm>) throws(LogError) -> (places: [EntryPlace]?, wrong: Int?) {
    var places: [EntryPlace] = []
    for index in indexes {
      do throws(CacheFault) {
        for term in terms { places += try index.places(of: term) }
      } catch {
        return (nil, index.header.segment)
      }
      if places.count > max(256, end / 8) { return (nil, nil) }
    }
    if terms.count > 1 {
      places.sort { $0.seq < $1.seq }
      places = places.enumerated().filter { $0 == 0 || places[$0 - 1] != $1 }.map(\.element)
    }
    return (places, try wrongSegment(among: places))
  }

  /// The segment in which an entry isn't where it should be; nil if there is none.
  private func wrongSegment(among places: [EntryPlace]) throws(LogError) -> Int? {
    var (segment, file): (Int?, OpenFile?)
    for place in places {
      if segment != place.segment {
        segment = place.segment
        file = try reader.directory.openSegment(place.segment, for: .reading)
      }
      guard try file?.hasEntry(at: place) == true else { return place.segment }
    }
    return nil
  }
}

/// An index that was opened for a log as it was then.
struct OpenedIndex: Sendable {
  fileprivate let files: [SegmentFile]
  fileprivate let indexes: [SegmentIndex]
  fileprivate let end: Int
  fileprivate let tail: TornTail?

  fileprivate func isOf(_ others: [SegmentFile]) -> Bool {
    files.count == others.count && zip(files, others).allSatisfy { $0.isSame(as: $1) }
  }
}

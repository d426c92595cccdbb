// Some entries of a store, read without the others.

final class StorePart: LogSource {
  private let whole: StoreReader
  private let places: [EntryPlace]
  /// The segments' files in which these places are.
  private let files: [Int: FileStamp]
  private let end: (seq: Int, tornTail: TornTail?)
  let hasWholeStreams: Bool

  init(
    _ whole: StoreReader, _ places: [EntryPlace], in files: [Int: FileStamp],
    hasWholeStreams: Bool, end: Int, tail: TornTail?, base: ArchivedPrefix?
  ) {
    (self.whole, self.hasWholeStreams) = (whole, hasWholeStreams)
    self.base = base
    (self.places, self.files) = (places, files)
    self.end = (end, tail)
  }

  /// Its entries up to one; what follows isn't looked at.
  func ending(at seq: Int) -> StorePart {
    StorePart(
      whole, places.filter { $0.seq <= seq }, in: files, hasWholeStreams: hasWholeStreams,
      end: min(end.seq, seq), tail: nil, base: base)
  }

  var form: LineForm { .store }
  var storeID: String? { whole.storeID }
  let base: ArchivedPrefix?
  var isPart: Bool { true }

  func chunks(from cursor: LogCursor) -> any ChunkReader {
    PartReader(
      whole.directory, places.filter { $0.seq > cursor.seq }, in: files, end: end.seq,
      tail: end.tornTail)
  }

  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try whole.tornTail(at: place, segment: segment)
  }

  func knownEnd() -> (seq: Int, tornTail: TornTail?)? { end }

  func cursor(before seq: Int) throws(LogError) -> LogCursor {
    try whole.directory.requireEntry(seq)
    return places.last { $0.seq < seq }.map {
      LogCursor(
        seq: $0.seq, segment: $0.segment, byte: $0.bytes.upperBound, line: $0.cursor.line + 1)
    } ?? .start
  }

  func isBeingWritten() throws(LogError) -> Bool { try whole.isBeingWritten() }

  func unrecognizedFiles() throws(LogError) -> [String] { try whole.unrecognizedFiles() }
}

private final class PartReader: LogChunkReader {
  private let directory: LogDirectory
  private var places: ArraySlice<EntryPlace>
  private let files: [Int: FileStamp]
  private var file: (segment: Int, file: OpenFile)?
  private let lastTail: TornTail?
  private let lastSeq: Int

  init(
    _ directory: LogDirectory, _ places: [EntryPlace], in files: [Int: FileStamp], end: Int,
    tail: TornTail?
  ) {
    (self.directory, self.files) = (directory, files)
    self.places = places[...]
    (lastSeq, lastTail) = (end, tail)
  }

  var tail: TornTail? { places.isEmpty ? lastTail : nil }
  var end: Int? { places.isEmpty ? lastSeq : nil }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    guard let first = try nextPlace() else { return nil }
    var bytes = first.bytes
    while let next = places.first, next.segment == first.segment,
      next.bytes.lowerBound == bytes.upperBound,
      next.bytes.upperBound - bytes.lowerBound <= LineReader.pieceSize
    {
      bytes = bytes.lowerBound..<next.bytes.upperBound
      places.removeFirst()
    }
    guard let file = file?.file else { return nil }
    try ByteStorage.refill(&storage, capacity: bytes.count) { (buffer) throws(LogError) in
      try file.read(
        at: bytes.lowerBound,
        into: UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<bytes.count]))
    }
    guard storage.count == bytes.count else { throw .logWasCut(at: first.cursor, of: file) }
    return LogChunk(
      storage: storage, lines: 0..<storage.count, file: file.path, segment: first.segment,
      line: first.cursor.line, byte: bytes.lowerBound)
  }

  /// The next entry's place. If the segment was rewritten since it was found, all in it are searched for again.
  private func nextPlace() throws(LogError) -> EntryPlace? {
    guard let first = places.popFirst() else { return nil }
    if file?.segment == first.segment { return first }
    let opened = try directory.openSegment(first.segment, for: .reading)
    file = (first.segment, opened)
    let stamp = try opened.stamp()
    if let known = files[first.segment], stamp.isOfSameFile(as: known) { return first }
    let end = try opened.size()
    let own = places.prefix { $0.segment == first.segment }
    let found = try ([first] + own).map { (place) throws(LogError) in
      try opened.place(of: place, before: end)
    }
    places = found + places.dropFirst(own.count)
    return places.popFirst()
  }
}

extension StoreReader {
  /// The place of an entry in a kept index; nil if there is none.
  func indexedCursor(before seq: Int, from start: LogCursor) throws(LogError) -> LogCursor? {
    guard start.segment > 0, let index = try keptIndex(of: start.segment) else { return nil }
    if seq > index.last { return index.cursor }
    guard let place = try? index.place(ofEntry: max(seq, 1)),
      try hasEntry(at: place)
    else { return nil }
    return place.cursor
  }

  /// The index of a segment; nil if there is none that can be used.
  private func keptIndex(of segment: Int) throws(LogError) -> SegmentIndex? {
    let isLast = try directory.segments().last == segment
    let file = try SegmentFile(segment, mayBeFilled: isLast, in: directory)
    let found = try cached(SegmentIndex.format)?.found(for: file, isLast: isLast)
    guard case .current(let index)? = found else { return nil }
    return SegmentIndex(index)
  }

  /// The end that its indexes know; nil if the store is small.
  package func knownEnd() throws(LogError) -> (seq: Int, tornTail: TornTail?)? {
    StoreIndex(of: self).map { ($0.end, $0.tail) }
  }

  /// The last entry not after a time, found by its indexes; nil if the store is small.
  package func lastEntry(notAfter time: Timestamp) throws(LogError) -> Int? {
    if let base, time < base.header.last { return nil }
    guard let index = StoreIndex(of: self) else { return nil }
    var (first, last) = (directory.start.seq, index.end)
    while first < last {
      let middle = (first + last + 1) / 2
      guard let place = index.place(ofEntry: middle), let at = try? self.time(of: place) else {
        return nil
      }
      if at <= time { first = middle } else { last = middle - 1 }
    }
    return first
  }

  private func time(of place: EntryPlace) throws(LogError) -> Timestamp? {
    guard try hasEntry(at: place) else { return nil }
    var reader = try EntryReader(self, from: place.cursor, pieceSize: place.bytes.count)
    return try reader.next()?.at
  }

  /// The entries that its indexes find; nil if the store is small.
  package func part(of terms: [EntryTerm]) throws(LogError) -> (any EntrySource)? {
    try storePart(of: terms)
  }

  func storePart(of terms: [EntryTerm]) throws(LogError) -> StorePart? {
    try answer { (index) throws(LogError) in try part(of: terms, in: index) }
  }

  /// - Returns: nil if there are too many; and the segment whose kept index turned out to be wrong, if one did.
  func part(of terms: [EntryTerm], in index: StoreIndex) throws(LogError)
    -> (StorePart?, wrong: Int?)
  {
    let (places, wrong) = try index.places(of: Set(terms))
    let streams = terms.compactMap { if case .stream(let name) = $0 { name } else { nil } }
    let part = places.map { places in
      StorePart(
        self, places, in: index.segmentFiles, hasWholeStreams: streams.count == terms.count,
        end: index.end, tail: index.tail, base: base?.narrowed(to: streams))
    }
    return (part, wrong)
  }
}

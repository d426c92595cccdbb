// Threads that read ahead change nothing: neither the entries, nor the end, nor what is wrong with a
// history, wherever the bounds of chunks are.

import EventSourcing
import JSONLines
import Testing

@Suite struct ReadAheadTests {
  private static let past = "2026-11-20T08:59:59.999999Z"

  /// Two segments of accounts, and an entry of an older version in each.
  private static let entries: [HandmadeEntry] = (1...11).map { seq in
    var entry = seq == 1 || seq == 7 ? HandmadeEntry.opening(seq: seq) : .plain(seq: seq)
    entry["stream"] = "\"account/\(seq % 2)\""
    entry["rev"] = "\((seq + 1) / 2)"
    entry["command"] = #"{"type":"deposit","amount":\#(seq)}"#
    let type = seq == 4 || seq == 9 ? "deposited.0" : "deposited"
    entry["events"] = #"[{"type":"\#(type)","amount":\#(seq)}]"#
    return entry
  }

  private static func segments(_ lines: [String], cut: Int = 0) -> [(first: Int, text: String)] {
    let (first, second) = (lines.prefix(6), lines.dropFirst(6))
    let all = [(1, first), (7, second)].map { ($0, $1.map { $0 + "\n" }.joined()) }
    return [all[0], (7, String(all[1].1.dropLast(cut)))]
  }

  private static func source(
    _ change: (inout [HandmadeEntry]) -> Void = { _ in }, form: LineForm = .store
  ) -> HandmadeSource {
    var entries = entries
    change(&entries)
    let lines = entries.map { form == .store ? $0.line : $0.unsealed }
    return HandmadeSource(segments(lines), form: form)
  }

  /// Ways in which an entry can be wrong, each at every place.
  private static let defects: [@Sendable (inout HandmadeEntry) -> Void] = [
    { $0["seq"] = "99" }, { $0["at"] = "\"\(past)\"" }, { $0["rev"] = #""one""# },
    { $0["rev"] = "7" }, { $0.members.append(("hash", #""abc""#)) }, { $0["actor"] = nil },
    { $0["stream"] = #""order/1""# }, { $0["command"] = #"{"amount":1}"# },
    { $0["events"] = #"[{"type":"vanished"}]"# },
    { $0["events"] = #"[{"type":"deposited","amount":"many"}]"# },
    { $0["events"] = #"[{"type":"deposited.0","amount":"many"}]"# },
    { $0["events"] = #"[{"type":"deposited","amount":1}"# },
    { $0.members.insert(("format", "1"), at: 5) }, { $0["engine"] = nil },
  ]

  @Test(arguments: [LineForm.store, .history])
  func `good histories are read alike`(_ form: LineForm) {
    let alone = Trace(Self.source(form: form))
    #expect(alone.errors == [] && alone.lines.count == 22 && alone.revisions == [6, 5, 6, 5])
    expectSame { Self.source(form: form) }
    expectSame { HandmadeSource([], form: form) }
  }

  @Test(arguments: [LineForm.store, .history], defects.indices)
  func `errors in an entry are reported the same way`(_ form: LineForm, _ defect: Int) {
    for index in Self.entries.indices {
      expectSame { Self.source({ Self.defects[defect](&$0[index]) }, form: form) }
    }
  }

  @Test func `the first of two errors is reported`() {
    for (first, second) in [(1, 2), (2, 3), (4, 9), (5, 6), (3, 10)] {
      for defects in Self.defects.indices {
        expectSame {
          Self.source { entries in
            Self.defects[defects](&entries[first])
            Self.defects[Self.defects.count - 1 - defects](&entries[second])
          }
        }
      }
    }
  }

  @Test func `changed bytes are reported the same way`() {
    let lines = Self.entries.map(\.line)
    for index in lines.indices {
      for place in stride(from: 3, to: lines[index].utf8.count, by: 17) {
        var bytes = Array(lines[index].utf8)
        bytes[place] ^= 1
        var changed = lines
        changed[index] = String(decoding: bytes, as: UTF8.self)
        expectSame { HandmadeSource(Self.segments(changed)) }
      }
    }
  }

  @Test func `a torn tail is found alike, and so is one that isn't`() throws {
    let lines = Self.entries.map(\.line)
    for cut in stride(from: 1, to: 400, by: 9) {
      let segments = Self.segments(lines, cut: cut)
      let starts = segments[1].text.utf8.indices.filter { segments[1].text.utf8[$0] == 0x0A }
      let byte =
        starts.last.map {
          segments[1].text.utf8.distance(
            from: segments[1].text.startIndex, to: $0) + 1
        } ?? 0
      let tail = TornTail(
        place: Place(file: "log/7.jsonl", line: starts.count + 1, byte: byte, column: 1),
        count: cut)
      expectSame { HandmadeSource(segments, tear: tail) }
      expectSame { HandmadeSource(segments) }
    }
  }

  @Test func `a file that can't be read is reported after the entries before`() {
    for count in 0..<6 {
      expectSame { Watched(Self.source(), failingAfter: count) }
    }
  }

  /// So many that they are in several chunks.
  @Test func `thousands of streams have the same states`() throws {
    let (streams, size) = (4_200, 2_100)
    let segments = stride(from: 1, to: 2 * streams, by: size).map { first in
      let lines = (first..<first + size).map { seq in
        var entry = seq == first ? HandmadeEntry.opening(seq: seq) : .plain(seq: seq)
        entry["stream"] = "\"account/\(seq * 11 % streams)\""
        entry["rev"] = seq > streams ? "2" : "1"
        entry["command"] = #"{"type":"deposit","amount":\#(seq)}"#
        entry["events"] = #"[{"type":"deposited","amount":\#(seq)}]"#
        return entry.line + "\n"
      }
      return (first: first, text: lines.joined())
    }
    func states(jobs: Int) throws -> [AccountState] {
      var projection = StateProjection<Account<OldEdition>>(checksRevisions: true)
      let parallelism = Parallelism(jobs: jobs, chunksBefore: 1)
      let end = try Watched(HandmadeSource(segments, form: .store), parallelism)
        .project(into: &projection)
      #expect(end.seq == 2 * streams && projection.streams.count == streams)
      return projection.states
    }
    #expect(try states(jobs: 2) == states(jobs: 1))
  }

  /// Compares what one thread reads with what two and three do.
  private func expectSame(
    _ source: () -> any EntrySource, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let alone = Trace(source())
    for jobs in 2...3 {
      for chunksBefore in 1...2 {
        let parallelism = Parallelism(jobs: jobs, chunksBefore: chunksBefore)
        let trace = Trace(Watched(source(), parallelism))
        #expect(trace == alone, "\(jobs), \(chunksBefore)", sourceLocation: sourceLocation)
      }
    }
  }
}

@Suite struct ReadAheadEndTests {
  private static let history = HandmadeSource(
    (1...200).map { $0 == 1 ? .opening(seq: 1) : .plain(seq: $0) })
  private static let parallelism = Parallelism(jobs: 3, chunksBefore: 1)

  @Test func `reading up to an entry ends there, and soon no more is read`() throws {
    for seq in [1, 2, 3, 17, 60] {
      let source = Watched(Self.history, Self.parallelism)
      var counting = CountingProjection()
      let end = try source.project(into: &counting, through: seq)
      var alone = CountingProjection()
      #expect(try Self.history.project(into: &alone, through: seq) == end)
      #expect(counting.entries == seq)
      #expect(source.isGone(within: 60))
      #expect(source.chunkCount <= seq / 2 + 8)
    }
  }

  @Test func `a history that ends too early is reported the same way`() throws {
    var counting = CountingProjection()
    let error = #expect(throws: LogError.self) {
      try Watched(Self.history, Self.parallelism).project(into: &counting, through: 201)
    }
    #expect(error == .noEntry(201, end: 200))
  }

  @Test func `a reader that is dropped leaves nothing`() throws {
    for count in 0..<30 {
      let source = Watched(Self.history, Self.parallelism)
      do {
        var reader = try EntryReader(source)
        for _ in 0..<count { _ = try reader.next() }
      }
      #expect(source.isGone(within: 60))
    }
  }

  @Test func `at the end it stays at the end, and an error is reported again`() throws {
    var reader = try EntryReader(Watched(Self.history, Self.parallelism))
    while try reader.next() != nil {}
    #expect(try reader.next() == nil)
    var failing = try EntryReader(Watched(Self.history, Self.parallelism, failingAfter: 9))
    for _ in 0..<18 { _ = try failing.next() }
    for _ in 0..<3 { #expect(throws: LogError.self) { try failing.next() } }
  }

  @Test func `a projection may go on with another reader`() throws {
    let source = Watched(Self.history, Self.parallelism)
    var body = DomainBody<Account<FirstEdition>>()
    var reader = try EntryReader(source)
    for _ in 0..<9 { _ = try? reader.next(into: &body) }
    var other = try EntryReader(source, from: reader.cursor)
    var numbers: [Int] = []
    while let entry = try other.next() { numbers.append(entry.seq) }
    #expect(numbers == Array(10...200))
  }

  @Test func `entries that are kept stay what they are`() throws {
    var reader = try EntryReader(Watched(Self.history, Self.parallelism))
    var kept: [Entry] = []
    while let entry = try reader.next() { kept.append(entry) }
    let lines = try lines(of: Self.history)
    #expect(kept.map { String(decoding: $0.bytes, as: UTF8.self) } == lines)
  }
}

/// All that can be told of a reading, through a projection and without one.
private struct Trace: Equatable {
  var lines: [String] = []
  var places: [Place] = []
  var cursors: [LogCursor] = []
  var errors: [LogError] = []
  var ends: [ReadingEnd] = []
  var tail: TornTail?
  var engine: String?
  var byteCount = 0
  var seq = 0
  var states: [AccountState] = []
  var revisions: [Int] = []

  init(_ source: any EntrySource) {
    for isFull in [false, true] {
      do throws(LogError) {
        try read(source, checksPayloads: isFull)
      } catch {
        errors.append(error)
      }
      fold(source, readsValues: isFull)
    }
  }

  private mutating func read(_ source: any EntrySource, checksPayloads: Bool)
    throws(LogError)
  {
    var reader = try EntryReader(source, checksPayloads: checksPayloads)
    defer {
      (tail, engine, byteCount, seq) = (
        reader.tornTail, reader.rulesVersion, reader.byteCount, reader.seq
      )
    }
    while let entry = try reader.next() {
      lines.append(String(decoding: entry.bytes, as: UTF8.self))
      places.append(reader.place())
      cursors += [reader.cursor, reader.entryCursor]
    }
  }

  private mutating func fold(_ source: any EntrySource, readsValues: Bool) {
    var projection = StateProjection<Account<OldEdition>>(
      checksRevisions: source.form == .store, readsValues: readsValues)
    var end = ReadingEnd()
    do throws(LogError) {
      try source.project(into: &projection, &end)
    } catch {
      errors.append(error)
    }
    ends.append(end)
    states += projection.states
    revisions += projection.revisions
  }
}

/// Rules that once called a deposit `deposited.0`.
private enum OldEdition: AccountEdition {
  static let version = "2"
  static let upcasters = [
    Upcaster(type: "deposited.0") { entry in
      guard var events = entry["events"]?.array, !events.isEmpty else { return }
      events[0]["type"] = .string("deposited")
      entry["events"] = .array(events)
    }
  ]
}

/// A source that is read by some threads, may fail, and knows who reads it.
private final class Watched: LogSource {
  private let base: any EntrySource
  let parallelism: Parallelism
  private let limit: Int
  private let readers = Locked((alive: 0, chunks: 0))

  init(
    _ base: any EntrySource, _ parallelism: Parallelism = .none, failingAfter limit: Int = .max
  ) {
    self.base = (base as? Watched)?.base ?? base
    self.parallelism = parallelism
    self.limit = (base as? Watched)?.limit ?? limit
  }

  var form: LineForm { base.form }
  var storeID: String? { base.storeID }
  var chunkCount: Int { readers.withLock { $0.chunks } }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    readers.withLock { $0.alive += 1 }
    return Chunks(try base.chunks(from: cursor), of: self)
  }
  func cursor(before seq: Int) throws(LogError) -> LogCursor { try base.cursor(before: seq) }
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try base.tornTail(at: place, segment: segment)
  }

  /// Whether it has no reader any more.
  func isGone(within seconds: Int) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if readers.withLock({ $0.alive == 0 }) { return true }
    }
    return false
  }

  private final class Chunks: LogChunkReader {
    private let base: any ChunkReader
    private let source: Watched
    private var count = 0

    init(_ base: any ChunkReader, of source: Watched) { (self.base, self.source) = (base, source) }

    deinit { source.readers.withLock { $0.alive -= 1 } }

    var tail: TornTail? { base.tail }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      guard count < source.limit else { throw LogError(.inputOutput, "It can't be read.") }
      count += 1
      source.readers.withLock { $0.chunks += 1 }
      // In a storage that is used again, as those of files are.
      guard let chunk = try base.next(reusing: &storage) else { return nil }
      let bytes = chunk.storage.bytes
      ByteStorage.refill(&storage, capacity: bytes.count) { buffer in
        buffer.copyMemory(from: bytes)
        return bytes.count
      }
      return LogChunk(
        storage: storage, lines: chunk.lines, file: chunk.file, segment: chunk.segment,
        line: chunk.line, byte: chunk.byte)
    }
  }
}

// Finishing lines: the members that only the store knows, the checksum, and the limit.

import EventSourcing
import JSONLines
import Testing

@Suite struct PendingBatchTests {
  /// A store that only gathers lines, so that their finishing can be looked at.
  private final class Gatherer: EntryStore, LogSource {
    let form = LineForm.store
    let storeID: String? = HandmadeSource.id
    let end: LogEnd
    let commits = CommitSignal(seq: 0)
    private let gate = Locked(())
    // Guarded by the gate.
    nonisolated(unsafe) var batch = PendingBatch()

    init(end: LogEnd = LogEnd()) { self.end = end }

    func append(_ line: borrowing EntryLine) throws(LogError) {
      try gate.withLock { (_) throws(LogError) in try batch.append(line) }
    }
    func commit(through seq: Int, _ durability: Durability) {}
    nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability) async {}
    func close() {}
    func chunks(from cursor: LogCursor) -> any ChunkReader {
      HandmadeSource([]).chunks(from: .start)
    }
    func cursor(before seq: Int) -> LogCursor { .start }
    func tornTail(at place: Place, segment: Int) -> TornTail? { nil }

    func finish(opening storeID: String? = nil) -> [String] {
      gate.withLock { _ in
        batch.withFinishedBytes(openingSegmentOf: storeID) {
          String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)
        }
      }
    }
  }

  private static let entries = [
    #"{"seq":1,"at":"2026-11-20T09:00:00.000000Z","stream":"account/1","rev":1,"actor":"amy""#,
    #"{"seq":2,"at":"2026-11-20T09:00:00.000000Z","stream":"account/1","rev":2,"actor":"amy""#,
  ]
  private static let rests = [
    #","command":{"type":"open"},"events":[{"type":"opened"}],"crc":""#,
    #","command":{"type":"deposit","amount":5},"events":[{"type":"deposited","amount":5}],"crc":""#,
  ]
  private static let header =
    #","format":1,"store":"0123456789abcdef0123456789abcdef","engine":"1""#

  @Test(arguments: [
    (1, true, header), (1, false, #","engine":"1""#), (2, true, header + #","batch":2"#),
    (2, false, #","engine":"1","batch":2"#), (5, false, #","engine":"1","batch":5"#),
  ])
  func `the first line has the segment's members and the size of its batch`(
    _ count: Int, _ opens: Bool, _ marks: String
  ) throws {
    let store = Gatherer()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    for _ in 1..<count { try bank.execute(.deposit(5)) }
    #expect(store.batch.count == count && !store.batch.isEmpty)
    #expect(store.batch.firstSeq == 1)
    #expect(store.batch.end == LogEnd(seq: count, at: SetClock.morning, rulesVersion: "1"))

    let lines = store.finish(opening: opens ? HandmadeSource.id : nil)
    #expect(lines.count == count)
    #expect(lines[0].hasPrefix(Self.entries[0] + marks + Self.rests[0]), "\(lines[0])")
    if count > 1 { #expect(lines[1].hasPrefix(Self.entries[1] + Self.rests[1]), "\(lines[1])") }
    // The decoder checks the order of the keys and the checksums.
    for (index, line) in lines.enumerated() {
      #expect(try decodeLine(line, .store).seq == index + 1)
    }
  }

  @Test func `a segment that opens later names the engine that holds`() throws {
    let store = Gatherer()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    store.batch.removeAll()
    #expect(store.batch.isEmpty && store.batch.byteCount == 0)
    try bank.execute(.deposit(5))
    let line = try #require(store.finish(opening: HandmadeSource.id).first)
    #expect(line.hasPrefix(Self.entries[1] + Self.header + Self.rests[1]), "\(line)")
    #expect(try decodeLine(line, .store).seq == 2)
  }

  @Test func `a batch that was emptied is as good as new`() throws {
    let (fresh, used) = (Gatherer(), Gatherer())
    for store in [used, fresh] {
      let bank = try Bank(store)
      try bank.execute(.open(owner: "Amy Apple"))
      for amount in 1...9 { try bank.execute(.deposit(amount)) }
    }
    let first = used.finish(opening: HandmadeSource.id)
    used.batch.removeAll()
    let bank = try Bank(used)
    try bank.execute(.open(owner: "Amy Apple"))
    for amount in 1...9 { try bank.execute(.deposit(amount)) }
    #expect(used.finish(opening: HandmadeSource.id) == first)
    #expect(fresh.finish(opening: HandmadeSource.id) == first)
  }

  @Test func `an empty batch has no bytes`() {
    let store = Gatherer()
    #expect(store.finish(opening: HandmadeSource.id).isEmpty)
    #expect(store.batch.isEmpty && store.batch.byteCount == 0)
  }

  @Test func `no line that is taken gets over the limit, and only such that would are refused`()
    throws
  {
    var (fits, tooLong) = (maximumLineLength - 4096, maximumLineLength)
    while tooLong - fits > 1 {
      let middle = (fits + tooLong) / 2
      if let line = try finishedLine(ownerLength: middle) {
        #expect(line.utf8.count < maximumLineLength)
        fits = middle
      } else {
        tooLong = middle
      }
    }
    let longest = try #require(try finishedLine(ownerLength: fits))
    #expect(try decodeLine(longest, .store).seq == 1)
    #expect(longest.utf8.count > maximumLineLength - 1024)
  }

  /// The line of an entry with so long a text; nil if it is too large.
  private func finishedLine(ownerLength: Int) throws -> String? {
    let store = Gatherer()
    let bank = try Bank(store)
    do throws(EngineError) {
      try bank.execute(.open(owner: Text(String(repeating: "x", count: ownerLength))))
    } catch {
      #expect(error.code == "entry-too-large")
      #expect(store.batch.isEmpty && store.batch.byteCount == 0)
      return nil
    }
    return store.finish(opening: HandmadeSource.id).first
  }
}

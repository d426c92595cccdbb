// A store that is opened together with its engine: its log is read once, and it is opened, or refused,
// exactly as it is without one.

import EventSourcing
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite struct OpeningFoldTests {
  static let path = "/store"
  static let lock = "/store/lock"
  static let clock: @Sendable () -> Timestamp = { Notes.start }

  let disk = MemoryDisk()

  static func open(
    _ disk: MemoryDisk, segmentSize: Int = 64 << 20, folding fold: OpeningFold? = nil
  ) throws(LogError) -> FileStore {
    var options = FileStore.Options()
    options.segmentSize = segmentSize
    options.lockTimeoutMilliseconds = 0
    return try FileStore(LogDirectory(path, on: disk), options, folding: fold)
  }

  static func engine(
    _ states: StreamStates<Counter>, opening: (OpeningFold) throws(LogError) -> any EntryStore
  ) throws(LogError) -> Engine {
    try Engine(
      states: [states.erased], clock: clock, salts: { Salt(0, 0) }, opening: opening)
  }

  /// A log of counters: this number of entries, in segments of this size.
  func write(_ entries: Int, segmentSize: Int = 64 << 20, isClosed: Bool = true) throws {
    try LogDirectory(Self.path, on: disk).create(id: Notes.id, created: Notes.start)
    let store = try Self.open(disk, segmentSize: segmentSize)
    let writer = try CounterEngine(store)
    for amount in 1...entries {
      try writer.add(amount, durability: amount % 3 == 0 ? .sync : .batch)
    }
    try writer.engine.commit()
    if isClosed { try store.close() } else { disk.crash() }
  }

  var log: [String] { disk.paths(in: "/store/log") }
  var size: Int { log.reduce(0) { $0 + disk.bytes($1).count } }

  @Test(arguments: [4_000, 64 << 20])
  func `opening an engine and its store reads the log once`(segmentSize: Int) throws {
    try write(120, segmentSize: segmentSize)
    #expect(size > 20_000 && (log.count > 3) == (segmentSize == 4_000))
    let before = disk.bytesRead
    let counters = StreamStates(Counter.self)
    let engine = try Self.engine(counters) { (fold) throws(LogError) in
      try Self.open(disk, folding: fold)
    }
    // All that is read besides are the store's description, its lock, and the last line again.
    #expect((size..<size + 2_000).contains(disk.bytesRead - before))
    #expect(engine.store.end.seq == 120)
    let stream = try #require(StreamName(category: "counter", id: "1001"))
    #expect(try engine.state(of: stream, in: counters)?.state == 120 * 121 / 2)
    try engine.store.close()
  }

  @Test func `an engine on a store in memory over another reads that once`() throws {
    try write(120)
    let source = try StoreReader(LogDirectory(Self.path, on: disk))
    let before = disk.bytesRead
    let engine = try Self.engine(StreamStates(Counter.self)) { (fold) throws(LogError) in
      try MemoryStore(over: source, folding: fold)
    }
    // All that is read besides is the store's lock.
    #expect((size..<size + 100).contains(disk.bytesRead - before))
    #expect(engine.store.end.seq == 120)
  }

  @Test func `a log that the engine can't use leaves its store open and as it was`() throws {
    let small = try SmallStore()
    var opened: FileStore?
    let error = #expect(throws: LogError.self) {
      // There are notes in it, and no counters.
      try Self.engine(StreamStates(Counter.self)) { (fold) throws(LogError) in
        let store = try Self.open(small.disk, folding: fold)
        opened = store
        return store
      }
    }
    #expect(error?.code == .newerVersion && error?.seq == 1)
    let store = try #require(opened)
    #expect(store.end.seq == SmallStore.count)
    try store.close()
    #expect(small.disk.bytes(SmallStore.segment) == small.bytes)
  }

  @Test(arguments: [true, false])
  func `whatever is cut or damaged, a store is opened as it is without an engine`(
    isClosed: Bool
  ) throws {
    try write(7, isClosed: isClosed)
    let segment = try #require(log.first)
    let (bytes, lock) = (disk.bytes(segment), disk.bytes(Self.lock))
    var trials = stride(from: 0, through: bytes.count, by: 41).map { Array(bytes[..<$0]) }
    for byte in stride(from: 5, to: bytes.count, by: 23) {
      var damaged = bytes
      damaged[byte] ^= 4
      trials.append(damaged)
    }
    for (index, trial) in trials.enumerated() {
      let results = [false, true].map { isFolding in
        let result = open(trial, of: segment, lock, isFolding: isFolding)
        return (result, disk.bytes(segment))
      }
      #expect(results[0].0 == results[1].0, "trial \(index)")
      #expect(results[0].1 == results[1].1, "trial \(index)")
    }
  }

  private struct Opened: Equatable {
    var end = LogEnd()
    var tornTail: TornTail?
    var wasLeftOpen = false
    var quarantined: [UInt8]?
    var error: LogError?
  }

  private func open(_ bytes: [UInt8], of segment: String, _ lock: [UInt8], isFolding: Bool)
    -> Opened
  {
    disk.setBytes(bytes, of: segment)
    disk.setBytes(lock, of: Self.lock)
    defer { disk.crash() }
    var opened = Opened()
    do throws(LogError) {
      let store: any EntryStore =
        isFolding
        ? try Self.engine(StreamStates(Counter.self)) { (fold) throws(LogError) in
          try Self.open(disk, folding: fold)
        }.store : try Self.open(disk)
      opened.end = store.end
      let report = (store as? FileStore)?.openingReport
      opened.tornTail = report?.tornTail
      opened.wasLeftOpen = report?.wasLeftOpen ?? false
      opened.quarantined = report?.quarantined.map { disk.bytes($0) }
    } catch {
      opened.error = error
    }
    return opened
  }
}

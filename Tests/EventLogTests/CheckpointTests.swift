// What is kept of all orders at the ends of segments: it is what the log says, or it isn't used.

import JSONLines
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes
@testable import OrderScenes

@Suite struct CheckpointTests {
  private let disk = MemoryDisk()
  private let directory: LogDirectory
  private let reports = Reports()

  /// Sixty orders, in segments of about forty entries, with checkpoints.
  init() throws {
    directory = LogDirectory("/store", on: disk)
    try directory.create(id: Notes.id, created: Timestamp(microseconds: 1))
    var options = FileStore.Options()
    options.segmentSize = 20_000
    let store = try FileStore(directory, options)
    let engine = try OrderEngine(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
    // A segment ends with a write.
    for (number, command) in MadeUpShop(orders: 60, seed: 5).enumerated() {
      let durability: Durability = number % 8 == 0 ? .sync : .none
      _ = try engine.engine.execute(command, in: engine.orders, durability: durability)
    }
    try store.close()
    try history().keepCheckpoints()
  }

  private func history() throws -> History {
    History(try StoreReader(directory, smallestIndex: 5_000), of: .orders)
  }

  private func cache() throws -> StoreCache {
    try StoreCache(of: StoreReader(directory, smallestIndex: 5_000))
  }

  private func states() throws -> [StoreCache.State] {
    try cache().parts(with: history().checkpointKinds).map(\.checkpoint)
  }

  private func statistics() throws -> String {
    var writer = JSONWriter()
    try StoreStatistics.respond(to: nil, with: history()).writeJSON(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `every segment that is long enough has them, and they are what the log says`() throws {
    let states = try states()
    #expect(states.count > 5)
    #expect(states.dropLast().allSatisfy { $0 == .current })
    let (checked, difference) = try history().compareCheckpoints()
    #expect(checked >= 2 * (states.count - 1))
    #expect(difference == nil)
  }

  /// The checksums are right, so that only reading the log tells.
  @Test func `one that was forged is found, and the first order that differs`() throws {
    let kind = try #require(try history().checkpointKinds.first)
    let source = try StoreReader(directory, smallestIndex: 5_000)
    let kept = KeptFiles(.checkpoint(of: kind), of: source)
    let segment = try #require(try directory.segments().dropFirst(2).first)
    guard case .current(let file) = try kept.found(for: SegmentFile(segment, in: directory), false)
    else {
      Issue.record("there is no checkpoint")
      return
    }
    let size = try #require(kept.format.size(file.header))
    let right = try file.bytes.read(0..<size)
    var streams: Set<String> = []
    var random = Seeded.fromEnvironment()
    for _ in 0..<200 {
      var forged = right
      // What precedes says how many of each thing follow, and what the hashes depend on.
      let place = KeptHeader.size + 48 + random.below(size - KeptHeader.size - 48)
      forged[place] ^= 1 << UInt8(random.below(8))
      #expect(kept.keep(forged, file.header) != nil)
      let (_, difference) = try history().compareCheckpoints()
      #expect(difference?.ordinal == 2, "CLEANSTORE_SEED=\(random.seed), byte \(place)")
      if let stream = difference?.stream { streams.insert(stream) }
    }
    #expect(streams.count > 10)
  }

  @Test func `those of another layout, of older rules, or after another log aren't used`() throws {
    let answer = try statistics()
    let kind = try #require(try history().checkpointKinds.first)
    let other = CheckpointKind(name: kind.name, fingerprint: kind.fingerprint ^ 1)
    let source = try StoreReader(directory, smallestIndex: 5_000)
    #expect(try #require(source.checkpoints()).chain(of: kind, through: .max).count > 5)
    #expect(try #require(source.checkpoints()).chain(of: other, through: .max).isEmpty)
    // The third segment is another file with the same bytes.
    let segment = disk.paths(in: directory.log)[2]
    let log = disk.bytes(segment)
    try disk.remove(segment)
    try log.withUnsafeBytes { try OpenFile(segment, for: .creating, on: disk).write($0, at: 0) }
    #expect(try states()[..<4] == [.current, .current, .stale, .stale])
    #expect(try statistics() == answer)
    #expect(try states().dropLast().allSatisfy { $0 == .current })
  }

  @Test func `a damaged one is reported once, when it is there again`() throws {
    let answer = try statistics()
    let path = try #require(disk.paths(in: directory.cache).first { $0.hasSuffix(".order.states") })
    for place in [20, 900, disk.bytes(path).count - 9] {
      var bytes = disk.bytes(path)
      bytes[place] ^= 1
      disk.setBytes(bytes, of: path)
      let reader = try StoreReader(
        directory, smallestIndex: 5_000, reportRebuilt: { [reports] in reports.add($0) })
      for _ in 1...2 {
        var request = ListOrders.Request()
        request.customer = "customer-1"
        _ = try ListOrders.respond(to: request, with: History(reader, of: .orders))
      }
      #expect(try statistics() == answer)
    }
    #expect(reports.paths == [path, path, path])
  }
}

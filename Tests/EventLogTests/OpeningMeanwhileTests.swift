// An engine reads its log before it has the lock. Whatever happens to the log until it has, the engine
// knows what is there then.

import EventSourcing
import Synchronization
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite struct OpeningMeanwhileTests {
  /// A change that others make to a log of 60 entries between its reading and the lock.
  enum Meanwhile: CaseIterable {
    case nothing, appending, sealing, crashing, tearing, cutting, recovering, replacing, removing
  }

  let fold = OpeningFoldTests()
  var disk: MemoryDisk { fold.disk }

  @Test(arguments: [4_000, 64 << 20])
  func `only what was written meanwhile is read under the lock`(segmentSize: Int) throws {
    try fold.write(120, segmentSize: segmentSize)
    let readBefore = Mutex(0)
    disk.before(.lock) { [disk] in
      try? add([7], to: disk, segmentSize: segmentSize)
      readBefore.withLock { $0 = disk.bytesRead }
    }
    let (engine, total) = try openEngine()
    #expect(total == 120 * 121 / 2 + 7)
    #expect(disk.bytesRead - readBefore.withLock { $0 } < 1500)
    try engine.store.close()
  }

  @Test(arguments: Meanwhile.allCases, [4_000, 64 << 20])
  func `an engine knows what is there once it has the lock`(
    meanwhile: Meanwhile, segmentSize: Int
  ) throws {
    try fold.write(60, segmentSize: segmentSize)
    disk.before(.lock) { [disk] in
      #expect(throws: Never.self) { try act(meanwhile, on: disk, segmentSize: segmentSize) }
    }
    let (engine, total) = try openEngine()
    #expect((total != 60 * 61 / 2) == (meanwhile != .nothing && meanwhile != .tearing))
    try engine.store.close()
    let (again, expected) = try openEngine()
    #expect(total == expected)
    #expect(engine.store.end == again.store.end)
    try again.store.close()
  }

  private func openEngine() throws -> (engine: Engine, total: Int) {
    let counters = StreamStates(Counter.self)
    let engine = try OpeningFoldTests.engine(counters) { (fold) throws(LogError) in
      try OpeningFoldTests.open(disk, folding: fold)
    }
    let stream = try #require(StreamName(category: "counter", id: "1001"))
    return (engine, try engine.state(of: stream, in: counters)?.state ?? 0)
  }
}

/// Adds to the counter, as another process that opens and closes the store.
private func add(
  _ amounts: [Int], to disk: MemoryDisk, segmentSize: Int, closes: Bool = true
) throws {
  let store = try OpeningFoldTests.open(disk, segmentSize: segmentSize)
  let writer = try CounterEngine(store)
  for amount in amounts { try writer.add(amount, durability: .sync) }
  if closes { try store.close() }
}

private func act(
  _ meanwhile: OpeningMeanwhileTests.Meanwhile, on disk: MemoryDisk, segmentSize: Int
) throws {
  let last = try #require(disk.paths(in: "/store/log").last)
  let bytes = disk.bytes(last)
  let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  switch meanwhile {
  case .nothing: break
  case .appending: try add([1000], to: disk, segmentSize: segmentSize)
  case .sealing: try add(Array(1...30), to: disk, segmentSize: 1_000)
  case .crashing: try add([1000, 2000], to: disk, segmentSize: segmentSize, closes: false)
  case .tearing: disk.setBytes(bytes + Array(bytes[..<90]), of: last)
  case .cutting:
    disk.forgetEnd()
    disk.setBytes(Array(bytes[..<ends[ends.count - 2]]), of: last)
  case .recovering:
    var damaged = bytes
    damaged[ends[ends.count - 3] + 20] ^= 1
    disk.setBytes(damaged, of: last)
    _ = try recover(LogDirectory("/store", on: disk))
    // The log has as many entries as before, of the same length, but others.
    try add([59, 60].map { $0 + 5 }, to: disk, segmentSize: segmentSize)
  case .replacing:
    disk.forgetEnd()
    disk.setBytes([], of: last)
    try add([9], to: disk, segmentSize: segmentSize)
  case .removing:
    disk.forgetEnd()
    try disk.remove(last)
    try add([3], to: disk, segmentSize: segmentSize)
  }
}

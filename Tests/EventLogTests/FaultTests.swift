// The promise, on a disk that fails at every call, one after the other: acknowledged means stored;
// what opens is exactly what was acknowledged plus at most complete entries that weren't.

import EventSourcing
import Synchronization
import Testing

@testable import EventLog

@Suite struct FaultTests {
  /// How many calls an undisturbed life makes.
  static let calls: Int = {
    let disk = MemoryDisk()
    var script = Script(on: disk)
    try? script.run()
    return script.acknowledged == script.attempted ? disk.calls : 0
  }()

  /// Runs the script into a fault, and ends the process there.
  static func run(failingAt call: Int, _ fault: MemoryDisk.Fault) -> Script {
    let disk = MemoryDisk()
    disk.fail(at: call, fault)
    var script = Script(on: disk)
    #expect(throws: LogError.self) { try script.run() }
    disk.crash()
    return script
  }

  @Test func `an undisturbed life keeps everything`() throws {
    #expect(Self.calls > 80)
    let disk = MemoryDisk()
    var script = Script(on: disk)
    try script.run()
    #expect(script.acknowledged == 25)
    #expect(try script.judge() == FileStore.OpeningReport())
  }

  @Test(arguments: [MemoryDisk.Fault.refused, .half], [true, false])
  func `whatever call fails, a store that can't be made leaves nothing`(
    fault: MemoryDisk.Fault, isFolderThere: Bool
  ) throws {
    func create(on disk: MemoryDisk) throws(LogError) {
      try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    }
    func makeDisk() throws -> MemoryDisk {
      let disk = MemoryDisk()
      if isFolderThere { try disk.makeFolder("/store") }
      return disk
    }
    let healthy = try makeDisk()
    let before = healthy.calls
    try create(on: healthy)
    for call in before + 1...healthy.calls {
      let disk = try makeDisk()
      disk.fail(at: call, fault)
      #expect(throws: LogError.self, "call \(call)") { try create(on: disk) }
      #expect(disk.paths(in: "/") == (isFolderThere ? ["/store"] : []), "call \(call)")
      #expect(disk.paths(in: "/store").isEmpty, "call \(call)")
      #expect(throws: Never.self, "call \(call)") { try create(on: disk) }
    }
  }

  @Test(arguments: [false, true])
  func `wherever the process is killed, a store can be made there after all`(isFolderThere: Bool)
    throws
  {
    func create(on disk: MemoryDisk) throws(LogError) {
      try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    }
    for call in 1... {
      let disk = MemoryDisk()
      if isFolderThere { try disk.makeFolder("/store") }
      disk.fail(at: disk.calls + call, .death)
      if (try? create(on: disk)) != nil { break }
      disk.crash()
      if disk.paths(in: "/store").contains("/store/store.json") { continue }
      #expect(throws: Never.self, "call \(call)") { try create(on: disk) }
      #expect(disk.paths(in: "/store") == ["/store/lock", "/store/log", "/store/store.json"])
    }
  }

  @Test(arguments: [false, true]) func `of two who make a store at once, one does`(
    isFolderThere: Bool
  ) throws {
    let disk = MemoryDisk()
    if isFolderThere { try disk.makeFolder("/store") }
    let errors = Mutex<[LogError]>([])
    let create: @Sendable () -> Void = {
      do throws(LogError) {
        try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
      } catch {
        errors.withLock { $0.append(error) }
      }
    }
    // The other one comes while this one looks into the folder: before it has the lock, or behind it.
    disk.beforeNextListing(create)
    create()
    let messages = errors.withLock { $0.map(\.message) }
    #expect(
      messages == [
        isFolderThere
          ? "There is already a store in /store." : "Another process is creating a store in /store."
      ])
    #expect(disk.paths(in: "/store") == ["/store/lock", "/store/log", "/store/store.json"])
  }

  @Test(arguments: MemoryDisk.Fault.allCases)
  func `whatever call fails, the store opens again with all that was acknowledged`(
    fault: MemoryDisk.Fault
  ) throws {
    for call in 1...Self.calls {
      let script = Self.run(failingAt: call, fault)
      guard script.isCreated else { continue }
      #expect(throws: Never.self, "call \(call)") { try script.judge() }
    }
  }

  @Test func `a lock file that was lost is on stable storage before the first write`() throws {
    let store = try SmallStore()
    try store.disk.rename("/store/lock", to: "/elsewhere")
    try store.disk.syncFolder("/store")
    _ = try store.open()
    for seed in 1...9 as ClosedRange<UInt64> {
      var chance = Chance(seed: seed)
      store.disk.losePower(&chance)
      #expect(try store.open().openingReport.wasLeftOpen, "seed \(seed)")
    }
  }

  @Test func `after a failed sync nothing is built on bytes that never reached the disk`() throws {
    for call in 1...Self.calls {
      let script = Self.run(failingAt: call, .half)
      guard script.isCreated else { continue }
      try script.judge()
      var chance = Chance(seed: UInt64(call))
      script.disk.losePower(&chance)
      let store = try script.open()
      let found = try readNotes(store).notes.count
      #expect(found >= script.acknowledged + 2, "call \(call)")
      try store.close()
    }
  }
}

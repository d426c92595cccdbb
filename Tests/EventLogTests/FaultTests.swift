// The promise, on a disk that fails at every call, one after the other: acknowledged means stored;
// what opens is exactly what was acknowledged plus at most complete entries that weren't.

import EventSourcing
import Synchronization
import TestKit
import Testing

@testable import EventLog

@Suite struct FaultTests {
  /// By how many bytes segments are filled ahead: not at all, for small groups, for all.
  static let preallocations = [0, 2_000, 8_000]

  /// The number of calls that an undisturbed life makes.
  static func calls(_ preallocation: Int) throws -> Int {
    let disk = MemoryDisk()
    var script = Script(on: disk, preallocation: preallocation)
    try script.run()
    #expect(script.acknowledged == script.attempted)
    return disk.calls
  }

  /// Runs the script into a fault, and ends the process there.
  static func run(failingAt call: Int, _ fault: MemoryDisk.Fault, _ preallocation: Int) -> Script {
    let disk = MemoryDisk()
    disk.fail(at: call, fault)
    var script = Script(on: disk, preallocation: preallocation)
    do {
      try script.run()
      #expect(preallocation > 0, "Only what is filled ahead can do without.")
    } catch {}
    disk.crash()
    return script
  }

  @Test(arguments: preallocations) func `an undisturbed life keeps everything`(preallocation: Int)
    throws
  {
    #expect(try Self.calls(preallocation) > 80)
    let disk = MemoryDisk()
    var script = Script(on: disk, preallocation: preallocation)
    try script.run()
    #expect(script.acknowledged == 25)
    // The bytes filled ahead are gone.
    for path in disk.paths(in: Script.path + "/log") {
      #expect(disk.bytes(path).suffix(2).starts(with: "}\n".utf8), "\(path)")
    }
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

  /// With every choice of the changes of names that reach the disk.
  @Test(arguments: MemoryDisk.Fault.allCases)
  func `a store that can't be made isn't there in part when the power fails`(
    fault: MemoryDisk.Fault
  ) throws {
    func create(failingAt call: Int) -> (disk: MemoryDisk, isMade: Bool) {
      let disk = MemoryDisk()
      disk.fail(at: call, fault)
      let store = LogDirectory("/store", on: disk)
      return (disk, (try? store.create(id: Notes.id, created: Notes.start)) != nil)
    }
    var chance = Seeded.forTest()
    for call in 1... {
      let (disk, isMade) = create(failingAt: call)
      if isMade { break }
      for choice in 0..<1 << disk.state.withLock(\.changes.count) {
        let disk = create(failingAt: call).disk
        disk.losePower(&chance, keeping: choice)
        let store = LogDirectory("/store", on: disk)
        #expect(throws: Never.self, "call \(call), choice \(choice), seed \(chance.seed)") {
          if try store.item(at: store.description) == nil {
            try store.create(id: Notes.id, created: Notes.start)
          }
          try FileStore(store).close()
        }
      }
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
    disk.before(.listing, create)
    create()
    let messages = errors.withLock { $0.map(\.message) }
    #expect(
      messages == [
        isFolderThere
          ? "There is already a store in /store." : "Another process is creating a store in /store."
      ])
    #expect(disk.paths(in: "/store") == ["/store/lock", "/store/log", "/store/store.json"])
  }

  @Test(arguments: MemoryDisk.Fault.allCases, preallocations)
  func `whatever call fails, the store opens again with all that was acknowledged`(
    fault: MemoryDisk.Fault, preallocation: Int
  ) throws {
    for call in 1...(try Self.calls(preallocation)) {
      let script = Self.run(failingAt: call, fault, preallocation)
      guard script.isCreated else { continue }
      #expect(throws: Never.self, "call \(call)") { try script.judge() }
    }
  }

  @Test func `a lock file that was lost is on stable storage before the first write`() throws {
    let store = try SmallStore()
    try store.disk.rename("/store/lock", to: "/elsewhere")
    try store.disk.syncFolder("/store")
    _ = try store.open()
    var chance = Seeded.forTest()
    for _ in 0..<Seeded.trials(9) {
      store.disk.losePower(&chance)
      #expect(try store.open().openingReport.wasLeftOpen, "seed \(chance.seed)")
    }
  }

  @Test(arguments: preallocations)
  func `after a failed sync nothing is built on bytes that never reached the disk`(
    preallocation: Int
  ) throws {
    var chance = Seeded.forTest()
    let calls = try Self.calls(preallocation)
    for call in (0..<Seeded.trials(calls)).map({ 1 + $0 % calls }) {
      let script = Self.run(failingAt: call, .half, preallocation)
      guard script.isCreated else { continue }
      try script.judge()
      script.disk.losePower(&chance)
      let store = try script.open()
      let found = try readNotes(store).notes.count
      #expect(found >= script.acknowledged + 2, "call \(call), seed \(chance.seed)")
      try store.close()
    }
  }
}

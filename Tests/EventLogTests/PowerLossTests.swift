// The promise, when the power fails: what opens is what was acknowledged, and in one case, which the
// documentation names, that takes a recovery.

import EventSourcing
import TestKit
import Testing

@testable import EventLog

@Suite struct PowerLossTests {
  static let undecided = "A crash has torn the last write here, or the line was damaged later."

  /// The number of power failures, by what became of the store.
  struct Count {
    var notCreated = 0
    var opened = 0
    var openedAfterTornTail = 0
    var undecided = 0
  }

  @Test func `wherever the power fails, what opens is what was acknowledged`() throws {
    var chance = Seeded.forTest()
    let seed = chance.seed
    var count = Count()
    let trials = Seeded.trials(400)
    for trial in 1...trials {
      let preallocation = [0, 2_000, 8_000][chance.below(3)]
      var script = Script(on: MemoryDisk(), preallocation: preallocation)
      script.groups = (0..<6).map { _ in 1 + chance.below(6) }
      var undisturbed = Script(on: MemoryDisk(), preallocation: preallocation)
      undisturbed.groups = script.groups
      try undisturbed.run()
      script.disk.fail(at: 1 + chance.below(undisturbed.disk.calls), .death)
      #expect(throws: LogError.self) { try script.run() }
      script.disk.losePower(&chance)
      try Self.judge(script, &count, "seed \(seed), trial \(trial)")
    }
    #expect(count.opened > 50 * count.undecided, "\(count)")
  }

  private static func judge(_ script: Script, _ count: inout Count, _ trial: Comment) throws {
    guard script.isCreated else {
      count.notCreated += 1
      return
    }
    do {
      let report = try script.judge()
      #expect(report.wasLeftOpen || !script.isOpen, trial)
      if report.tornTail == nil { count.opened += 1 } else { count.openedAfterTornTail += 1 }
    } catch let error as LogError {
      #expect(error.code == .corrupt && error.message == undecided, trial)
      let report = try recover(LogDirectory(Script.path, on: script.disk))
      #expect(report.keptThrough >= script.acknowledged, trial)
      #expect(
        error.remedy
          == .recoverUndecided(keptThrough: report.keptThrough, bytes: report.bytesMoved), trial)
      #expect(throws: Never.self, trial) { try script.judge() }
      count.undecided += 1
    }
  }

  /// Entry 1 alone, then entries 2 to 5, of which a crash or damage has emptied the first line.
  @Test(arguments: [[4], [1, 1, 1, 1]])
  func `a first line that is lost may be torn or damaged, and nothing is moved`(groups: [Int])
    throws
  {
    let disk = MemoryDisk()
    let directory = LogDirectory("/store", on: disk)
    try write([1] + groups, to: disk)
    var bytes = disk.bytes(SmallStore.segment)
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    for byte in ends[0]..<ends[0] + 100 { bytes[byte] = 0 }
    disk.setBytes(bytes, of: SmallStore.segment)
    for open in [
      { _ = try readNotes(StoreReader(directory)) }, { _ = try FileStore(directory) },
    ] {
      let error = #expect(throws: LogError.self) { try open() }
      #expect(error?.message == Self.undecided)
      #expect(
        error?.hint
          == "Nothing was changed. If the log was damaged, restore the file from a copy. Recovering "
          + "the store keeps the entries through 1 and moves \(bytes.count - ends[0]) bytes to "
          + "quarantine.")
      #expect(disk.bytes(SmallStore.segment) == bytes)
    }
    let report = try recover(directory)
    #expect(report.keptThrough == 1 && report.bytesMoved == bytes.count - ends[0])
    #expect(report.damage?.message == Self.undecided)
  }

  @Test(arguments: [[1, 2], [2, 1, 2]])
  func `a first line that is lost before a later write is damaged`(groups: [Int]) throws {
    let disk = MemoryDisk()
    try write([1] + groups, to: disk)
    var bytes = disk.bytes(SmallStore.segment)
    let end = try #require(bytes.firstIndex(of: 0x0A))
    bytes[end + 20] = 0
    disk.setBytes(bytes, of: SmallStore.segment)
    let error = #expect(throws: LogError.self) {
      try readNotes(StoreReader(LogDirectory("/store", on: disk)))
    }
    #expect(error?.code == .corrupt && error?.message != Self.undecided)
  }

  private func write(_ groups: [Int], to disk: MemoryDisk) throws {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory("/store", on: disk))
    var notes = Notes()
    for count in groups {
      try notes.append(count, to: store)
      try store.commit(through: notes.seq, .sync)
    }
    disk.crash()
  }

  @Test func `wherever the power fails during a repair, the torn tail is kept`() throws {
    var chance = Seeded.forTest()
    for call in (0..<Seeded.trials(30)).map({ 1 + $0 % 30 }) {
      let store = try SmallStore(isClosed: false)
      let torn = Array(store.bytes[store.ends[2]..<store.bytes.count - 9])
      store.damage(store.bytes.dropLast(9))
      store.disk.fail(at: store.disk.calls + call, .death)
      _ = try? store.open()
      store.disk.losePower(&chance)
      let kept = store.disk.paths(in: "/store/quarantine").map { store.disk.bytes($0) }
      let isInLog = store.disk.bytes(SmallStore.segment) == Array(store.bytes.dropLast(9))
      #expect(isInLog || kept.contains(torn), "call \(call), seed \(chance.seed)")
      #expect(try store.open().end.seq == 3, "call \(call)")
    }
  }
}

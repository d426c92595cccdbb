// A recovery's plan is told before, truly, and without a change.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct RecoveryPlanTests {
  private let trial = RecoveryTests()
  private var directory: LogDirectory { LogDirectory("/store", on: trial.disk) }

  /// Flips a bit in the second line of the second segment: entry 5.
  init() throws {
    try trial.makeStore()
    var damaged = trial.disk.bytes(trial.path(4))
    let line = damaged.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    damaged[line + 20] ^= 1
    trial.disk.setBytes(damaged, of: trial.path(4))
  }

  @Test func `a plan changes nothing, and says what recovering then does`() throws {
    let writes = trial.disk.writes
    let plan = try planRecovery(of: directory)
    #expect(trial.disk.writes == writes)

    let report = try recover(directory, onlyAs: plan)
    #expect(plan.keptThrough == report.keptThrough)
    #expect(plan.damage == report.damage)
    #expect(plan.bytes == report.bytesMoved)
    #expect(plan.files == report.files)
    #expect(try planRecovery(of: directory).damage == nil)
  }

  @Test func `the plan tells which numbers and streams are among what is moved`() throws {
    let plan = try planRecovery(of: directory)
    #expect(plan.keptThrough == 4)
    #expect(plan.numbers == 5...12)
    #expect(plan.readable == 7)
    #expect(plan.damagedPlaces == 1)
    #expect(plan.streams.map(\.name) == (6...12).map { "note/\($0)" })
    #expect(plan.streams.allSatisfy { $0.entries == 1 && $0.disappears })
  }

  @Test func `a stream that keeps some entries doesn't disappear`() throws {
    let disk = MemoryDisk()
    let directory = LogDirectory("/store", on: disk)
    try directory.create(id: Notes.id, created: Notes.start)
    let store = try FileStore(directory)
    var notes = Notes(stream: { $0 % 3 })
    try notes.append(6, to: store)
    try store.close()
    var bytes = disk.bytes(trial.path(1))
    let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
    // The third line: its stream has one more entry.
    bytes[feeds[1] + 30] ^= 1
    disk.setBytes(bytes, of: trial.path(1))
    let plan = try planRecovery(of: directory)
    #expect(plan.streams.map(\.name) == ["note/1", "note/2", "note/0"])
    #expect(plan.streams.map(\.disappears) == [false, false, true])
  }

  @Test func `a store that isn't any more as it was planned is left alone`() throws {
    let plan = try planRecovery(of: directory)
    var bytes = trial.disk.bytes(trial.path(1))
    bytes[30] ^= 1
    trial.disk.setBytes(bytes, of: trial.path(1))
    let writes = trial.disk.writes
    let error = #expect(throws: LogError.self) { try recover(directory, onlyAs: plan) }
    #expect(error?.code == .locked)
    #expect(trial.disk.writes == writes)
  }
}

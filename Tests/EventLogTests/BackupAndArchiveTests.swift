// A backup of a store whose entries are archived, restored, erased and archived again: it stays a store at every moment,
// is never refused because of that, and keeps nothing that the store has given away.

import OrderDomain
import OrderScenes
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing

@Suite struct BackupAndArchiveTests {
  let archiving: ArchivingTests
  var shop: MadeUpStore { archiving.shop }
  var disk: MemoryDisk { shop.disk }
  var store: LogDirectory { shop.directory }
  var backup: LogDirectory { LogDirectory("/backup", on: disk) }

  init() throws { try self.init(orders: 60) }

  private init(orders: Int) throws { archiving = try ArchivingTests(orders: orders) }

  private func backUp() throws { _ = try EventLog.backUp(store, to: backup, 0) }

  private func erase(_ ids: String...) throws {
    try shop.execute(ids.map { Submission(.erase, on: .id($0), by: "dpo", reason: "asked for it") })
  }

  /// The blocks that a store has of an order's personal data.
  private func personal(of id: String, in directory: LogDirectory) throws -> [String] {
    var entries = try EntryReader(StoreReader(directory))
    var found: [String] = []
    while let entry = try entries.next() {
      if entry.hasPersonalData, entry.storage.string(entry.stream) == "order/" + id {
        found.append(String(decoding: entry[entry.personal], as: UTF8.self))
      }
    }
    return found
  }

  /// The backup is as the store is, and has nothing else.
  private func expectSame(_ comment: Comment = "") throws {
    let copy = try StoreReader(backup)
    #expect(try archiving.known(copy) == archiving.known(shop.reader()), comment)
    #expect(try copy.unrecognizedFiles() == [], comment)
    #expect(disk.paths(in: backup.log).map(disk.bytes) == disk.paths(in: store.log).map(disk.bytes))
    #expect(disk.bytes(backup.baseFile) == disk.bytes(store.baseFile), comment)
  }

  /// The segments of a store, all but the last one.
  private func sealed() throws -> [Int] { try Array(shop.reader().directory.segments().dropLast()) }

  @Test(arguments: [["1001"], ["1001", "1040"], ["1060"]])
  func `what was backed up, erased and archived is backed up again, and gone there`(
    _ ids: [String]
  ) throws {
    try backUp()
    var blocks: [String] = []
    for id in ids {
      blocks += try personal(of: id, in: backup)
      #expect(!blocks.isEmpty)
      try erase(id)
    }
    _ = try archiving.archive()
    try backUp()
    try expectSame()
    for path in disk.paths(in: backup.log) {
      let text = String(decoding: disk.bytes(path), as: UTF8.self)
      for block in blocks { #expect(!text.contains(block), "\(path)") }
    }
    _ = try archiving.restore()
    try backUp()
    try expectSame()
    for id in ids { #expect(try personal(of: id, in: backup) == []) }
  }

  /// The backup's last segment was open, and the archived one has more.
  @Test func `a backup of less than what is archived is continued`() throws {
    try backUp()
    try shop.execute((0..<90).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
    _ = try archiving.archive()
    let end = try FoundEnd(StoreReader(backup)).end.seq
    #expect(try #require(shop.reader().base).header.through > end)
    try backUp()
    try expectSame()
  }

  @Test func `what an earlier version has left of archived entries is removed`() throws {
    try backUp()
    let segments = disk.paths(in: backup.log).dropLast()
    let kept = segments.map { (path: $0, bytes: disk.bytes($0)) }
    _ = try archiving.archive()
    try backUp()
    for (path, bytes) in kept {
      try bytes.withUnsafeBytes { try OpenFile(path, for: .creating, on: disk).write($0, at: 0) }
    }
    #expect(try StoreReader(backup).unrecognizedFiles().count == kept.count)
    try backUp()
    try expectSame()
  }

  /// The steps between a backup that was killed and the next one.
  enum Later: CaseIterable { case nothing, restores, erases, archivesElsewhere }

  /// The copy ends before the last archived entry, so what is left of it and what is after the base leave a gap.
  @Test(arguments: Later.allCases, [false, true])
  func `what a backup that was killed has left of archived entries is removed`(
    _ later: Later, _ isDamaged: Bool
  ) throws {
    try backUp()
    let kept = disk.paths(in: backup.log).map { (path: $0, bytes: disk.bytes($0)) }
    let block = try #require(personal(of: "1001", in: backup).first)
    try shop.execute((0..<90).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
    _ = try archiving.archive()
    try backUp()
    for (path, bytes) in kept {
      let left = isDamaged ? Array(bytes.dropLast(30)) : bytes
      try left.withUnsafeBytes { try OpenFile(path, for: .creating, on: disk).write($0, at: 0) }
    }
    let half = Array(block.utf8)
    try half.withUnsafeBytes {
      try OpenFile(backup.incoming, for: .creating, on: disk).write($0, at: 0)
    }
    #expect(try StoreReader(backup).unrecognizedFiles().count == kept.count)
    switch later {
    case .nothing: break
    case .restores: _ = try archiving.restore()
    case .erases:
      _ = try archiving.restore()
      try erase("1001")
      _ = try archiving.archive()
    case .archivesElsewhere:
      _ = try archiving.restore()
      try erase("1001")
      _ = try archiving.archive(before: sealed()[1], to: "/second")
    }
    try backUp()
    try expectSame("\(later)")
    guard later == .erases || later == .archivesElsewhere else { return }
    for path in disk.paths(in: backup.log) + disk.paths(in: backup.path) {
      let text = String(decoding: disk.bytes(path), as: UTF8.self)
      #expect(!text.contains(block), "\(path)")
    }
  }

  @Test func `the last copy of archived entries isn't removed`() throws {
    try backUp()
    _ = try archiving.archive()
    let archive = disk.paths(in: "/archive/log")
    for path in archive { try disk.remove(path) }
    try backUp()
    #expect(try StoreReader(backup).unrecognizedFiles().count == archive.count)
    #expect(try archiving.restore(from: ["/backup"]).difference == nil)
  }

  @Test
  func `what can't be compared with the archive is refused, and that says where it should be`()
    throws
  {
    try backUp()
    try erase("1001")
    _ = try archiving.archive()
    let before = disk.paths(in: backup.log).map(disk.bytes)
    let moved = disk.paths(in: "/archive/log").map { (path: $0, bytes: disk.bytes($0)) }
    for (path, _) in moved { try disk.remove(path) }
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.code == .cannotCreate && error?.message.contains("/archive") == true)
    #expect(disk.paths(in: backup.log).map(disk.bytes) == before)
    #expect(try StoreReader(backup).base == nil)
    for (path, bytes) in moved {
      try bytes.withUnsafeBytes { try OpenFile(path, for: .creating, on: disk).write($0, at: 0) }
    }
    try backUp()
    try expectSame()
  }

  @Test func `a backup with entries of its own is refused, whatever was erased and archived`()
    throws
  {
    try backUp()
    let engine = try OrderEngine(
      FileStore(backup), clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
      salts: { Salt(3, 4) })
    _ = try engine.engine.execute(
      Submission(.create(.valid), on: .new, by: "eve"), in: engine.orders)
    try engine.store.close()
    let before = disk.paths(in: backup.log).map(disk.bytes)
    try erase("1001", "1050")
    try shop.execute((0..<90).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
    _ = try archiving.archive()
    #expect(throws: LogError.self) { try backUp() }
    #expect(disk.paths(in: backup.log).map(disk.bytes) == before)
  }

  /// An event between two backups.
  enum Step: CaseIterable {
    case archivesLess, archivesMore, restores, erases, erasesAndArchives
  }

  private func prepare(_ step: Step) throws {
    let segments = try sealed()
    let (early, late) = (segments[1], segments[segments.count - 1])
    switch step {
    case .archivesLess:
      _ = try archiving.archive(before: late)
      try backUp()
      _ = try archiving.restore()
      _ = try archiving.archive(before: early, to: "/second")
    case .archivesMore:
      _ = try archiving.archive(before: early)
      try backUp()
      _ = try archiving.archive(before: late)
    case .restores:
      _ = try archiving.archive(before: late)
      try backUp()
      _ = try archiving.restore()
    case .erases:
      try backUp()
      try erase("1001")
    case .erasesAndArchives:
      try backUp()
      try erase("1001")
      _ = try archiving.archive(before: late)
    }
    try shop.execute([Submission(.create(.valid), on: .new, by: "amy")])
  }

  /// A few of the calls, others each time; many of them with the slow tests.
  @Test(
    .slow(.faults),
    arguments: [MemoryDisk.Fault.refused, .half, .full]
      + Array(repeating: .death, count: Seeded.trials(1)), Step.allCases)
  func `wherever a backup is interrupted, the copy is a store, and the next one is whole`(
    fault: MemoryDisk.Fault, step: Step
  ) throws {
    var chance = Seeded.forTest()
    let stride = SlowTests.faults.areRun() ? 3 : 40
    var call = 1 + chance.below(stride)
    var isDone = false
    while !isDone {
      let trial = try BackupAndArchiveTests(orders: 30)
      try trial.prepare(step)
      let before = try trial.archiving.known(StoreReader(trial.backup)).end
      let after = try trial.archiving.known(trial.shop.reader()).end
      trial.disk.fail(at: trial.disk.calls + call, fault)
      isDone = (try? trial.backUp()) != nil
      trial.disk.crash()
      if fault == .death { trial.disk.losePower(&chance) }
      let comment: Comment = "\(step), call \(call), \(fault), seed \(chance.seed)"
      let end = try trial.archiving.known(StoreReader(trial.backup)).end
      #expect(end >= before && end <= after, comment)
      try trial.backUp()
      try trial.expectSame(comment)
      let left = trial.disk.paths(in: "/backup").map { String($0.dropFirst(8)) }
      #expect(
        Set(left).isSubset(of: ["base.jsonl", "erasures", "lock", "log", "store.json"]), comment)
      call += stride
    }
    #expect(call > 60)
  }
}

// A store whose first entries are archived answers and decides as one that has them, or says that it can't; and
// archiving and restoring may be interrupted anywhere.

import Integrity
import JSONLines
import OrderDomain
import OrderScenes
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes

@Suite struct ArchivingTests {
  static let domains: [any CodableDecider.Type] = [Orders.self, Catalogue.self]

  let shop: MadeUpStore
  var disk: MemoryDisk { shop.disk }
  var directory: LogDirectory { shop.directory }
  var target: LogDirectory { LogDirectory("/archive", on: disk) }

  init() throws { try self.init(orders: 60) }

  init(orders: Int) throws { shop = try MadeUpStore(seed: 11, orders: orders) }

  func archive(before seq: Int = .max, to folder: String = "/archive") throws
    -> ArchiveReport
  {
    try EventLog.archive(
      directory, before: seq, to: LogDirectory(folder, on: disk), of: Self.domains)
  }

  func restore(from folders: [String] = []) throws -> RestoreReport {
    try restoreArchive(directory, from: folders, of: Self.domains)
  }

  /// Runs something that may end with a fault.
  func trying(_ body: () throws -> Void) { do { try body() } catch {} }

  /// The knowledge at the end of a log.
  struct Known: Equatable {
    var orders: [String: Order] = [:]
    var revisions: [String: Int] = [:]
    var methods = 0
    var root: [UInt8] = []
    var end = 0
  }

  func known(_ source: any EntrySource) throws -> Known {
    var (orders, catalogue) = (
      StateProjection<Orders>(checksRevisions: true),
      StateProjection<Catalogue>(checksRevisions: true)
    )
    var known = Known()
    known.end = try source.project(into: &orders).seq
    _ = try source.project(into: &catalogue)
    for index in 0..<orders.streams.count {
      let name = orders.streams.name(index)
      known.orders[name] = orders.states[index]
      known.revisions[name] = orders.revisions[index]
    }
    known.methods = catalogue.states.first?.all.count ?? 0
    known.root = try LogTree.ask(of: source, from: .log) { (tree, _) throws(TileFault) in
      tree.builder.root
    }.bytes
    return known
  }

  private func addMethod() throws {
    let store = try FileStore(directory)
    let engine = try OrderEngine(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
    let methods = [("drone", "Drone"), ("mule", "Mule \"Express\"")]
    for (code, name) in methods {
      _ = try engine.engine.execute(
        Submission(.addShippingMethod(code: Text(code), name: Text(name)), on: .single, by: "amy"),
        in: engine.catalogue)
    }
    _ = try engine.engine.execute(
      Submission(.retireShippingMethod(code: "drone"), on: .single, by: "amy"), in: engine.catalogue
    )
    try store.close()
  }

  @Test func `what is archived is known from the base, wherever it ends`() throws {
    try addMethod()
    let all = try shop.reader().directory.segments()
    #expect(all.count > 5)
    var before = try known(try shop.reader(smallest: .max))
    for segment in all.dropFirst() {
      let report = try archive(before: segment)
      #expect(report.through == segment - 1 && report.segments == 1)
      for smallest in [1000, .max] {
        let reader = try shop.reader(smallest: smallest)
        #expect(try known(reader) == before, "\(segment)")
        #expect(try reader.directory.segments().first == segment)
      }
    }
    #expect(disk.paths(in: target.log).count == all.count - 1)
    // The folder is a store with what was archived.
    let archived = try StoreReader(target)
    let end = try FoundEnd(archived).end.seq
    #expect(end == all[all.count - 1] - 1)
    // Later entries are known, too.
    try shop.execute([Submission(.create(.valid), on: .new, by: "amy")])
    before = try known(shop.reader())
    let report = try restore()
    #expect(report == RestoreReport(through: end, segments: all.count - 1, difference: nil))
    #expect(try known(shop.reader()) == before)
    #expect(try shop.reader().directory.segments().first == 1)
    #expect(try disk.item(at: directory.baseFile) == nil)
    #expect(try archive(before: 1).segments == 0)
  }

  /// Deleting the cache loses nothing: what it has is built again, from the base.
  @Test func `snapshots and tiles are built on the base, and can be deleted`() throws {
    let before = try known(shop.reader())
    _ = try archive(before: 150)
    for _ in 0..<2 {
      try shop.history().keepSnapshots()
      let history = try shop.history()
      let kept = try #require(history.source.snapshots())
      #expect(kept.chain(of: history.snapshotKinds[0], through: .max).count > 2)
      let compared = try history.compareSnapshots()
      #expect(compared.checked > 4 && compared.difference == nil)
      let (states, end) = try history.resumed(Orders.self, at: nil, trust: .usual)
      #expect(end.seq == before.end && end.entries == before.end)
      var rows = 0
      try states.eachRow { _, _ in rows += 1 }
      #expect(rows == before.orders.count)
      #expect(
        states.summaryAtEnd.accepted + states.summaryAtEnd.refused.values.reduce(0, +) == end.seq)
      #expect(try directory.clearCache().files > 0)
    }
    #expect(try known(shop.reader()) == before)
  }

  @Test func `what only archived entries can tell is refused, and says where they are`() throws {
    _ = try archive(before: 150)
    let reader = try shop.reader()
    let through = try #require(reader.base).header.through
    let asked: [() throws -> Void] = [
      { _ = try reader.entry(through) }, { try reader.requireWhole() },
      { try reader.requireWhole(try #require(StreamName("order/1001"))) },
      {
        var states = StateProjection<Orders>(checksRevisions: true)
        _ = try reader.project(into: &states, through: through - 1)
      },
      { _ = try Position.revision(id: "1001", rev: 1).resolve(in: reader, category: "order") },
      { _ = try Position.time(.earliest).resolve(in: reader, category: "order") },
      {
        try LogTree.ask(of: reader, through: through - 1, from: .log) { (_, _) throws(TileFault) in
        }
      },
    ]
    for (number, ask) in asked.enumerated() {
      let error = #expect(throws: LogError.self, "\(number)") { try ask() }
      #expect(error?.code == .archived, "\(number)")
      #expect(error?.remedy == .restoreArchive(["/archive"]), "\(number)")
    }
    #expect(try reader.entry(through + 1).seq == through + 1)
    var states = StateProjection<Orders>(checksRevisions: true)
    #expect(try reader.project(into: &states, through: through).seq == through)
    try reader.requireWhole(try #require(StreamName("order/9999")))
  }

  @Test func `a wrong revision after the base is found`() throws {
    _ = try archive(before: 150)
    let path = try #require(disk.paths(in: directory.log).first)
    let lines = disk.bytes(path).split(separator: 0x0A)
    let line = try #require(
      lines.firstIndex { String(decoding: $0, as: UTF8.self).contains(#""rev":3,"#) })
    var text = String(decoding: lines[line], as: UTF8.self)
    text.replace(#""rev":3,"#, with: #""rev":4,"#)
    let end = try #require(text.ranges(of: #","crc""#).last).lowerBound
    var bytes = Array(lines[..<line].joined(separator: [0x0A])) + (line > 0 ? [0x0A] : [])
    bytes += checksummed(String(text[..<end]))
    bytes += Array(lines[(line + 1)...].joined(separator: [0x0A])) + [0x0A]
    disk.setBytes(bytes, of: path)
    let error = #expect(throws: LogError.self) { try known(shop.reader()) }
    #expect(error?.code == .corrupt)
  }

  /// A twentieth of the calls each, other ones for each kind of fault; all of them with the slow tests.
  @Test(
    arguments: [MemoryDisk.Fault.refused, .half, .full, .death],
    [false] + Array(repeating: true, count: Seeded.trials(1)))
  func `wherever archiving or restoring is interrupted, nothing is lost, and it can be done again`(
    fault: MemoryDisk.Fault, losesPower: Bool
  ) throws {
    let before = try { try $0.known($0.shop.reader()) }(ArchivingTests(orders: 14))
    let step = SlowTests.faults.areRun() ? 1 : 20
    let first = (MemoryDisk.Fault.allCases.firstIndex(of: fault) ?? 0) * 2 + (losesPower ? 1 : 0)
    var chance = Seeded.forTest()
    for restores in [false, true] {
      for call in stride(from: 1 + first, to: .max, by: step) {
        let interrupted = try ArchivingTests(orders: 14)
        if restores { _ = try interrupted.archive() }
        let start = interrupted.disk.calls
        interrupted.disk.fail(at: start + call, fault)
        trying {
          if restores { _ = try interrupted.restore() } else { _ = try interrupted.archive() }
        }
        let hasEnded = interrupted.disk.calls < start + call
        if losesPower { interrupted.disk.losePower(&chance) } else { interrupted.disk.crash() }
        let place: Comment =
          "\(restores ? "restoring" : "archiving"), call \(call), seed \(chance.seed)"
        #expect(try interrupted.known(interrupted.shop.reader()) == before, place)
        try FileStore(interrupted.directory).close()
        #expect(try interrupted.known(interrupted.shop.reader()) == before, place)
        if !restores {
          let report = try interrupted.archive()
          #expect(report.segments > 0 || report.through > 0, place)
          let reader = try interrupted.shop.reader()
          #expect(try reader.unrecognizedFiles() == [], place)
          #expect(try interrupted.known(reader) == before && reader.base != nil, place)
        }
        #expect(try interrupted.restore().difference == nil, place)
        let reader = try interrupted.shop.reader()
        #expect(try interrupted.known(reader) == before && reader.base == nil, place)
        let left = interrupted.disk.paths(in: "/store").map { String($0.dropFirst(7)) }
        #expect(Set(left).isSubset(of: ["cache", "lock", "log", "store.json"]), place)
        if hasEnded { break }
      }
    }
  }

  @Test func `any byte of the base that is changed is noticed, or changes nothing`() throws {
    let small = try ArchivingTests(orders: 20)
    let before = try small.known(small.shop.reader())
    _ = try small.archive()
    let path = small.directory.baseFile
    let good = small.disk.bytes(path)
    var random = Seeded.forTest()
    for _ in 0..<Seeded.trials(200) {
      var bytes = good
      let place = random.below(bytes.count)
      bytes[place] ^= UInt8(1 + random.below(255))
      small.disk.setBytes(bytes, of: path)
      let error = #expect(throws: LogError.self, "byte \(place), seed \(random.seed)") {
        let reader = try small.shop.reader()
        try reader.base?.verify()
        _ = try small.known(reader)
      }
      #expect(error?.code == .corrupt || error?.code == .newerVersion, "byte \(place)")
      #expect(error?.place?.file == path, "byte \(place)")
      // A damaged base is no reason to move the log away.
      #expect(throws: LogError.self) { try recover(small.directory) }
    }
    small.disk.setBytes(good, of: path)
    #expect(try small.known(small.shop.reader()) == before)
    small.disk.setBytes([], of: path)
    #expect(throws: LogError.self) { try small.shop.reader() }
    small.disk.state.withLock { $0.names[path] = nil }
    let error = #expect(throws: LogError.self) { try small.shop.reader() }
    #expect(error?.message == "The store has lost this file.")
  }
}

// A store whose first entries are archived answers and decides as one that has them, or says that it can't; and
// archiving and restoring may be interrupted anywhere.

import Checksums
import JSONLines
import OrderDomain
import OrderScenes
import Testing
import Transparency

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes

@Suite struct ArchivingTests {
  private static let domains: [any CodableDecider.Type] = [Orders.self, Catalogue.self]

  private let shop: MadeUpStore
  private var disk: MemoryDisk { shop.disk }
  private var directory: LogDirectory { shop.directory }
  private var target: LogDirectory { LogDirectory("/archive", on: disk) }

  init() throws { try self.init(orders: 60) }

  private init(orders: Int) throws { shop = try MadeUpStore(seed: 11, orders: orders) }

  private func archive(before seq: Int = .max, to folder: String = "/archive") throws
    -> ArchiveReport
  {
    try EventLog.archive(
      directory, before: seq, to: LogDirectory(folder, on: disk), of: Self.domains)
  }

  private func restore(from folders: [String] = []) throws -> RestoreReport {
    try restoreArchive(directory, from: folders, of: Self.domains)
  }

  /// Runs something that may end with a fault.
  private func trying(_ body: () throws -> Void) { do { try body() } catch {} }

  /// What there is to know at the end of a log.
  private struct Known: Equatable {
    var orders: [String: Order] = [:]
    var revisions: [String: Int] = [:]
    var methods = 0
    var root: [UInt8] = []
    var end = 0
  }

  private func known(_ source: any EntrySource) throws -> Known {
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
    // What follows is known, too.
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
  @Test func `checkpoints and tiles are built on the base, and can be deleted`() throws {
    let before = try known(shop.reader())
    _ = try archive(before: 150)
    for _ in 0..<2 {
      try shop.history().keepCheckpoints()
      let history = try shop.history()
      let kept = try #require(history.source.checkpoints())
      #expect(kept.chain(of: history.checkpointKinds[0], through: .max).count > 2)
      let compared = try history.compareCheckpoints()
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

  /// A tenth of the calls each, other ones for each kind of fault; all of them in a long run.
  @Test(arguments: [MemoryDisk.Fault.refused, .half, .full, .death], [false, true])
  func `wherever archiving or restoring is interrupted, nothing is lost, and it can be done again`(
    fault: MemoryDisk.Fault, losesPower: Bool
  ) throws {
    let before = try { try $0.known($0.shop.reader()) }(ArchivingTests(orders: 14))
    let step = Seeded.trials(10, long: 1)
    let first = (MemoryDisk.Fault.allCases.firstIndex(of: fault) ?? 0) * 2 + (losesPower ? 1 : 0)
    var chance = Chance(seed: 7)
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
        let place: Comment = "\(restores ? "restoring" : "archiving"), call \(call)"
        #expect(try interrupted.known(interrupted.shop.reader()) == before, place)
        try FileStore(interrupted.directory).close()
        #expect(try interrupted.known(interrupted.shop.reader()) == before, place)
        if !restores {
          let report = try interrupted.archive()
          #expect(report.segments > 0 || report.through > 0, place)
          let reader = try interrupted.shop.reader()
          #expect(try reader.strangers() == [], place)
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
    var random = Seeded.fromEnvironment()
    for _ in 0..<Seeded.trials(200, long: 20_000) {
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

  @Test(arguments: [true, false])
  func `a base that was forged is found when it is restored`(hasTrueHash: Bool) throws {
    let small = try ArchivingTests(orders: 20)
    _ = try small.archive()
    let base = try #require(try small.shop.reader().base)
    var lines = String(decoding: try base.lines(), as: UTF8.self).split(separator: "\n")
    let number = try #require(lines.firstIndex { $0.contains(#""order/1003""#) })
    let end = try #require(lines[number].ranges(of: #","crc""#).last).lowerBound
    let forged = lines[number][..<end].replacing(#""paid":"#, with: #""paid":1"#)
    lines[number] = Substring(
      String(decoding: checksummed(String(forged)).dropLast(), as: UTF8.self))
    let bytes = Array(lines.joined(separator: "\n").utf8) + [0x0A]
    var header = base.header
    header.streamBytes += bytes.count - (try base.lines().count)
    if hasTrueHash { header.linesHash = Digest(of: bytes).hex }
    small.disk.setBytes(header.line() + bytes, of: base.path)
    _ = try small.known(small.shop.reader())
    // What is forged isn't copied, nor continued with right hashes.
    if !hasTrueHash {
      let backup = LogDirectory("/backup", on: small.disk)
      #expect(throws: LogError.self) { try backUp(small.directory, to: backup) }
      try small.shop.execute((0..<80).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
      let error = #expect(throws: LogError.self) { try small.archive() }
      #expect(error?.code == .corrupt && error?.place?.file == base.path)
    }
    let report = try small.restore()
    #expect(report.difference == "order/1003")
    #expect(try small.shop.reader().base == nil)
  }

  @Test func `an archive is only read`() throws {
    _ = try archive(before: 100)
    let files = disk.paths(in: target.log).map(disk.bytes)
    let writing: [() throws -> Void] = [
      { try FileStore(target).close() },
      { _ = try recover(target) },
      { _ = try backUp(directory, to: target) },
      {
        _ = try EventLog.archive(
          target, before: .max, to: LogDirectory("/other", on: disk), of: Self.domains)
      },
      { _ = try restoreArchive(target, from: [], of: Self.domains) },
    ]
    for (number, write) in writing.enumerated() {
      let error = #expect(throws: LogError.self, "\(number)") { try write() }
      #expect(error?.code == (number == 2 ? .cannotCreate : .readOnly), "\(number)")
    }
    #expect(disk.paths(in: target.log).map(disk.bytes) == files)
    // A copy of it is a store like any other.
    _ = try backUp(target, to: LogDirectory("/copy", on: disk))
    try FileStore(LogDirectory("/copy", on: disk)).close()
  }

  @Test func `an erasure is finished, however much was archived before it`() throws {
    let orders = [Submission<OrderCommand>](
      repeating: Submission(.create(.valid), on: .new, by: "amy"), count: 60)
    for round in 0..<3 {
      let store = try FileStore(directory)
      let end = store.end.seq
      try store.close()
      try shop.execute(orders)
      // The first order of this round isn't archived.
      let reader = try shop.reader()
      let id = try #require(reader.stream(ofEntry: end + 1).id)
      try shop.execute([Submission(.erase, on: .id(id), by: "dpo")])
      #expect(try shop.reader().entry(end + 1).hasPersonalData == false, "\(round)")
      let report = try archive()
      #expect(report.through >= end + 1, "\(round)")
      try FileStore(directory).close()
    }
    #expect(try restore().difference == nil)
    let whole = try shop.reader()
    #expect(try whole.pendingErasures(of: whole.erasedStreams()).isEmpty)
  }

  @Test func `nothing else is overwritten or hidden`() throws {
    // A copy that has gone on by itself.
    let copy = LogDirectory("/copy", on: disk)
    _ = try backUp(directory, to: copy)
    let (store, other) = (LogDirectory("/store", on: disk), copy)
    let engine = try OrderEngine(
      FileStore(other), clock: { Timestamp(microseconds: 1_900_000_000_000_000) },
      salts: { Salt(3, 4) })
    _ = try engine.engine.execute(
      Submission(.create(.valid), on: .new, by: "eve"), in: engine.orders)
    try engine.store.close()
    let before = disk.paths(in: other.log).map(disk.bytes)
    #expect(throws: LogError.self) { try archive(to: "/copy") }
    _ = try archive()
    #expect(throws: LogError.self) { try backUp(store, to: other) }
    #expect(disk.paths(in: other.log).map(disk.bytes) == before)
    #expect(try StoreDescription.read(in: other).hasBase == false)
  }

  @Test func `a restore that fails leaves nothing behind`() throws {
    _ = try archive()
    let paths = disk.paths(in: target.log)
    let last = try #require(paths.last)
    let kept = disk.bytes(last)
    let segments = disk.paths(in: directory.log)
    try disk.remove(last)
    #expect(throws: LogError.self) { try restore() }
    #expect(disk.paths(in: directory.log) == segments)
    disk.setBytes(kept, of: last)
  }

  @Test func `a header whose numbers can't be is damaged`() throws {
    _ = try archive()
    let good = disk.bytes(directory.baseFile)
    let end = try #require(good.firstIndex(of: 0x0A))
    let line = String(decoding: good[..<end], as: UTF8.self)
    let whole = line[..<(try #require(line.ranges(of: #","crc""#).last).lowerBound)]
    let open = try #require(try shop.reader().directory.segments().last)
    for (old, new) in [
      (#""accepted":0"#, #""accepted":-1"#), (#""accepted":0"#, #""accepted":9007199254740991"#),
      (#""category":"catalog""#, #""category":"zebra""#), (#"[[1001,"#, #"[[0,"#),
      (#""segments":[{"first":1,"#, #""segments":[{"first":2,"#),
      (
        #"],"streams""#, #",{"first":\#(open),"bytes":3,"sha256":"00","folder":"/evil"}],"streams""#
      ),
      (#""ids":"#, #""ids":3000000000"#), (#""streams":"#, #""streams":-"#),
    ] {
      let changed = checksummed(String(whole.replacing(old, with: new)))
      disk.setBytes(changed + good[(end + 1)...], of: directory.baseFile)
      let error = #expect(throws: LogError.self, "\(new)") { try shop.reader() }
      #expect(error?.code == .corrupt, "\(new)")
    }
  }

  @Test func `a segment doesn't vouch for its own removal`() throws {
    _ = try archive(before: 100)
    let base = disk.bytes(directory.baseFile)
    _ = try restore()
    // As if the store were where the archive was.
    let text = String(decoding: base, as: UTF8.self)
    let end = try #require(text.firstIndex(of: "\n"))
    let start = try #require(text[..<end].ranges(of: #","crc""#).last).lowerBound
    let forged = checksummed(String(text[..<start].replacing(#""/archive""#, with: #""/store""#)))
    disk.setBytes(forged + Array(text[text.index(after: end)...].utf8), of: directory.baseFile)
    var description = try StoreDescription.read(in: directory)
    description.hasBase = true
    try directory.describe(description)
    let segments = disk.paths(in: directory.log)
    #expect(throws: LogError.self) { try archive(before: 100) }
    #expect(disk.paths(in: directory.log) == segments)
  }

  @Test func `without a base that can be read, the folders have what was archived`() throws {
    let before = try known(shop.reader())
    _ = try archive(before: 100)
    _ = try archive(before: 200, to: "/second")
    let good = disk.bytes(directory.baseFile)
    for bytes in [[], Array(good.dropFirst()), Array(good.dropLast(10))] {
      disk.setBytes(bytes, of: directory.baseFile)
      #expect(throws: LogError.self) { try restore() }
    }
    // Half of it isn't enough.
    #expect(throws: LogError.self) { try restore(from: ["/archive"]) }
    #expect(try StoreDescription.read(in: directory).hasBase)
    let report = try restore(from: ["/second", "/archive"])
    #expect(report.through > 150 && report.difference == nil)
    #expect(try known(shop.reader()) == before)
  }

  @Test func `a log that lacks a segment is corrupt, not to be read again`() throws {
    _ = try archive(before: 150)
    let path = try #require(disk.paths(in: directory.log).first)
    try disk.remove(path)
    let error = #expect(throws: LogError.self) { try restore() }
    #expect(error?.code == .corrupt)
  }

  @Test func `a backup goes on after what was archived is restored`() throws {
    let backup = LogDirectory("/backup", on: disk)
    _ = try archive(before: 150)
    _ = try backUp(directory, to: backup)
    #expect(try StoreReader(backup).base != nil)
    _ = try restore()
    let before = try known(shop.reader())
    _ = try backUp(directory, to: backup)
    #expect(try StoreReader(backup).base == nil)
    #expect(try known(StoreReader(backup)) == before)
    #expect(try disk.item(at: backup.baseFile) == nil)
  }

  @Test func `a base isn't removed because the description is an older one`() throws {
    let description = disk.bytes(directory.description)
    _ = try archive()
    let base = disk.bytes(directory.baseFile)
    let now = disk.bytes(directory.description)
    disk.setBytes(description, of: directory.description)
    trying { try FileStore(directory).close() }
    #expect(disk.bytes(directory.baseFile) == base)
    disk.setBytes(now, of: directory.description)
    #expect(try restore().difference == nil)
  }

  @Test func `a base of a newer version says so`() throws {
    _ = try archive()
    let good = disk.bytes(directory.baseFile)
    let end = try #require(good.firstIndex(of: 0x0A))
    let line = String(decoding: good[..<end], as: UTF8.self)
    let whole = line[..<(try #require(line.ranges(of: #","crc""#).last).lowerBound)]
    for (old, new) in [
      (#""version":1"#, #""version":2"#), (#""through""#, #""added":1,"through""#),
    ] {
      let changed = checksummed(String(whole.replacing(old, with: new)))
      disk.setBytes(changed + good[(end + 1)...], of: directory.baseFile)
      let error = #expect(throws: LogError.self) { try shop.reader() }
      #expect(error?.code == .newerVersion)
    }
  }

  @Test func `copies that were changed aren't restored, and moved ones are`() throws {
    _ = try archive()
    let path = try #require(disk.paths(in: target.log).dropFirst().first)
    var bytes = disk.bytes(path)
    bytes[100] ^= 1
    let good = disk.bytes(path)
    disk.setBytes(bytes, of: path)
    let before = try known(shop.reader())
    let error = #expect(throws: LogError.self) { try restore() }
    #expect(error?.code == .archived)
    #expect(try known(shop.reader()) == before)
    disk.setBytes(good, of: path)
    _ = try backUp(target, to: LogDirectory("/elsewhere", on: disk))
    for path in disk.paths(in: target.log) { try disk.remove(path) }
    #expect(throws: LogError.self) { try restore() }
    #expect(try restore(from: ["/nowhere", "/elsewhere"]).difference == nil)
    #expect(try known(shop.reader()) == before)
  }

  @Test func `folders that aren't for this archive are refused`() throws {
    _ = try archive(before: 100)
    try LogDirectory("/other", on: disk).create(
      id: String(Notes.id.reversed()), created: Timestamp(microseconds: 1))
    _ = try backUp(directory, to: LogDirectory("/backup", on: disk))
    for folder in ["/other", "/store", "/store/log", "/backup"] {
      let error = #expect(throws: LogError.self, "\(folder)") { try archive(to: folder) }
      #expect(error?.code == .cannotCreate, "\(folder)")
    }
    // A new folder begins where the store does.
    let report = try archive(before: 200, to: "/second")
    let second = try StoreReader(LogDirectory("/second", on: disk))
    #expect(second.base?.header.folders == ["/archive"])
    #expect(try FoundEnd(second).end.seq == report.through)
    // The first one doesn't go on from there.
    #expect(throws: LogError.self) { try archive() }
    #expect(try archive(to: "/second").segments > 0)
    #expect(try shop.reader().base?.header.folders == ["/archive", "/second"])
    #expect(try restore().difference == nil)
  }

  @Test func `a store with a base is backed up and recovered as any other`() throws {
    let backup = LogDirectory("/backup", on: disk)
    _ = try backUp(directory, to: backup)
    _ = try archive(before: 150)
    let before = try known(shop.reader())
    _ = try backUp(directory, to: backup)
    #expect(try known(StoreReader(backup)) == before)
    let through = try #require(try shop.reader().base).header.through
    let path = try #require(disk.paths(in: directory.log).first)
    var bytes = disk.bytes(path)
    bytes[100] ^= 1
    disk.setBytes(bytes, of: path)
    #expect(try planRecovery(of: directory).keptThrough == through)
    let report = try recover(directory)
    #expect(report.keptThrough == through && report.damage != nil)
    let left = try known(shop.reader())
    #expect(left.end == through && left.orders.count <= before.orders.count)
    try shop.execute([Submission(.create(.valid), on: .new, by: "amy")])
    #expect(try known(shop.reader()).end == through + 1)
    _ = try restore()
    #expect(throws: LogError.self) { try backUp(directory, to: backup) }
  }

  @Test func `who reads while entries are archived or restored is told to read again`() throws {
    let reader = try shop.reader(smallest: .max)
    let entries = try EntryReader(reader, pieceSize: 100)
    var (first, seen) = (entries, 0)
    while seen < 10, try first.next() != nil { seen += 1 }
    _ = try archive(before: 200)
    let error = #expect(throws: LogError.self) { while try first.next() != nil {} }
    #expect(error?.code == .locked)
    let later = try shop.reader()
    _ = try restore()
    #expect(try known(later).end == known(shop.reader()).end)
  }
}

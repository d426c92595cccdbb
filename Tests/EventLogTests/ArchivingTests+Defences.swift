// Damaged, forged, lost and foreign files: each is noticed, and nothing is overwritten or hidden.

import Integrity
import OrderDomain
import OrderScenes
import Testing

@testable import EventLog
@testable import EventSourcing
@testable import HistoryScenes

extension ArchivingTests {
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
    // A forgery isn't copied, nor continued with right hashes.
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
    try kept.withUnsafeBytes { try OpenFile(last, for: .creating, on: disk).write($0, at: 0) }
    #expect(try restore().difference == nil)
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
    // The store is where the archive was.
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
    #expect(error?.code == .corrupt && error?.place?.file == path)
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

  @Test func `a base that is removed while it is looked for isn't missed`() throws {
    _ = try archive(before: 200)
    disk.before(.opening("/store/base.jsonl")) { [self] in
      #expect(throws: Never.self) { try restore() }
    }
    #expect(try shop.reader().base == nil)
    _ = try archive(before: 200)
    disk.before(.opening("/store/base.jsonl")) { [self] in
      #expect(throws: Never.self) {
        _ = try restore()
        _ = try archive(before: 200)
      }
    }
    #expect(try shop.reader().base != nil)
  }
}

// Backups and archives that are kept in generations, as `cp -al` makes them: each is a folder of its own, with the same
// files as long as these don't change. So no file of a backup or an archive may be written to in its place.

import EventSourcing
import OrderDomain
import OrderScenes
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `link(2)`, which a method is called like.
private func linkFile(_ path: String, _ other: String) -> Int32 { link(path, other) }

@Suite struct GenerationTests {
  let folder = TemporaryFolder()

  init() throws { try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start) }

  private func write(_ count: Int, to name: String = "store") throws {
    var options = FileStore.Options()
    options.segmentSize = 700
    let store = try FileStore(path: folder.path + "/" + name, options: options)
    var notes = Notes(after: store.end.seq)
    for _ in 0..<count {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
  }

  private static let files = ["", "/log"]

  /// Gives each file of a folder another name in a new one.
  private func link(_ name: String, to generation: String) throws {
    for part in Self.files {
      try PosixDisk().makeFolder("\(folder.path)/\(generation)\(part)")
      for file in try PosixDisk().names(in: "\(folder.path)/\(name)\(part)") where file != "log" {
        let (old, new) = ("\(name)\(part)/\(file)", "\(generation)\(part)/\(file)")
        #expect(linkFile("\(folder.path)/\(old)", "\(folder.path)/\(new)") == 0)
      }
    }
  }

  /// The bytes and modes of all files.
  private func contents(of name: String) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for part in Self.files {
      for file in try PosixDisk().names(in: "\(folder.path)/\(name)\(part)") where file != "log" {
        let path = "\(name)\(part)/\(file)"
        contents[path] = folder.read(path) + [UInt8(folder.mode(path) >> 6)]
      }
    }
    return contents
  }

  /// The backup's open segment grows, or is sealed as it is, or others follow.
  @Test(arguments: [1, 2, 4, 7]) func `earlier backups stay as they are, and can be restored`(
    _ more: Int
  ) throws {
    try write(5)
    for generation in 0..<3 {
      let entries = 5 + generation * more
      let report = try backUp(folder.store, to: folder.path + "/backup")
      #expect(report.entries == entries)
      try link("backup", to: "generation-\(generation)")
      let before = try (0...generation).map { try contents(of: "generation-\($0)") }
      try write(more)
      _ = try backUp(folder.store, to: folder.path + "/backup")
      for number in 0...generation {
        #expect(try contents(of: "generation-\(number)") == before[number])
      }
    }
    for number in 0..<3 {
      let name = "generation-\(number)"
      #expect(
        try readNumbers(StoreReader(path: folder.path + "/" + name)).numbers
          == Array(1...5 + number * more))
    }
    // Unchanged parts are still shared.
    let disk = PosixDisk()
    let shared = try disk.open(
      folder.path + "/backup/log/" + SegmentName.text(1), for: .reading)
    defer { disk.close(shared) }
    #expect(try disk.linkCount(of: shared) == 4)
    try write(1, to: "generation-0")
  }

  @Test func `an earlier archive stays as it is`() throws {
    let shop = try OrdersOnDisk(folder.path + "/shop")
    let segments = try shop.segments()
    _ = try shop.archive(before: segments[1], to: folder.path + "/archive")
    try link("archive", to: "generation")
    let before = try contents(of: "generation")
    _ = try shop.archive(before: .max, to: folder.path + "/archive")
    #expect(try contents(of: "generation") == before)
    #expect(try FoundEnd(StoreReader(path: folder.path + "/generation")).end.seq == segments[1] - 1)
    _ = try shop.restore()
    _ = try shop.archive(before: .max, to: folder.path + "/archive")
    #expect(try contents(of: "generation") == before)
  }
}

/// A store with orders in a folder, in several segments.
struct OrdersOnDisk {
  let path: String
  private static let domains: [any CodableDecider.Type] = [Orders.self, Catalogue.self]

  init(_ path: String) throws {
    self.path = path
    try FileStore.create(at: path, id: Notes.id, created: Notes.start)
    try execute((0..<20).map { _ in Submission(.create(.valid), on: .new, by: "amy") })
  }

  func execute(_ commands: [Submission<OrderCommand>]) throws {
    var options = FileStore.Options()
    options.segmentSize = 4_000
    let store = try FileStore(path: path, options: options)
    let engine = try OrderEngine(
      store, clock: { Timestamp(microseconds: 1_900_000_000_000_000) }, salts: { Salt(1, 2) })
    for command in commands { _ = try engine.engine.execute(command, in: engine.orders) }
    try store.close()
  }

  func segments() throws -> [Int] { try StoreReader(path: path).directory.segments() }

  func archive(before seq: Int, to folder: String) throws -> ArchiveReport {
    try EventLog.archive(path, before: seq, to: folder, of: Self.domains)
  }

  func restore(from folders: [String] = []) throws -> RestoreReport {
    try restoreArchive(path, from: folders, of: Self.domains)
  }

  func erase(_ id: String) throws {
    try execute([Submission(.erase, on: .id(id), by: "dpo", reason: "asked for it")])
  }
}

/// Which folders have copies of a store.
@Suite struct KnownCopiesTests {
  let folder = TemporaryFolder()
  let shop: OrdersOnDisk

  init() throws { shop = try OrdersOnDisk(folder.path + "/shop") }

  private func known() throws -> [String] {
    try knownCopies(of: shop.path).copies.map { copy in
      "\(copy.kind) \(copy.path.split(separator: "/").last ?? "")"
    }
  }

  @Test func `every folder that ever got a copy is known, once`() throws {
    #expect(try known() == [])
    for _ in 0..<2 { _ = try backUp(shop.path, to: folder.path + "/backup") }
    _ = try shop.archive(before: try shop.segments()[1], to: folder.path + "/first")
    _ = try shop.archive(before: .max, to: folder.path + "/second")
    #expect(Set(try known()) == ["backup backup", "archive first", "archive second"])
    _ = try shop.restore()
    #expect(try known() == ["backup backup", "archive first", "archive second"])
  }

  @Test func `an archive of an earlier version is remembered when it is restored`() throws {
    _ = try shop.archive(before: .max, to: folder.path + "/archive")
    try PosixDisk().remove(shop.path + "/backups.jsonl")
    #expect(try known() == ["archive archive"])
    _ = try shop.restore()
    #expect(try known() == ["archive archive"])
  }

  @Test func `an archive that was moved is remembered, too`() throws {
    _ = try shop.archive(before: .max, to: folder.path + "/archive")
    try PosixDisk().rename(folder.path + "/archive", to: folder.path + "/moved")
    _ = try shop.restore(from: [folder.path + "/nowhere", folder.path + "/moved"])
    #expect(try known() == ["archive archive", "archive moved"])
  }

  @Test func `a copy that failed on its way is known`() throws {
    // Its place is taken when the first segment is to be copied.
    _ = try backUp(shop.path, to: folder.path + "/backup")
    try PosixDisk().remove(shop.path + "/backups.jsonl")
    try shop.execute([Submission(.create(.valid), on: .new, by: "amy")])
    try PosixDisk().makeFolder(folder.path + "/backup/incoming")
    try PosixDisk().makeFolder(folder.path + "/backup/incoming/full")
    #expect(throws: LogError.self) { try backUp(shop.path, to: folder.path + "/backup") }
    #expect(try known() == ["backup backup"])
  }

  @Test func `a restored archive has nothing of what was erased once it is archived there again`()
    throws
  {
    let archive = folder.path + "/archive"
    _ = try shop.archive(before: .max, to: archive)
    _ = try shop.restore()
    try shop.erase("1001")
    func hasData() throws -> Bool {
      var entries = try EntryReader(StoreReader(path: archive))
      while let entry = try entries.next() {
        if entry.hasPersonalData, entry.storage.string(entry.stream) == "order/1001" { return true }
      }
      return false
    }
    #expect(try hasData())
    _ = try shop.archive(before: .max, to: archive)
    #expect(try !hasData())
  }

  @Test func `segments with other names are known until they are erased`() throws {
    let segment = shop.path + "/log/" + SegmentName.text(1)
    #expect(try linkedSegments(of: shop.path) == [])
    #expect(linkFile(segment, folder.path + "/other") == 0)
    #expect(try linkedSegments(of: shop.path) == [segment])
    try shop.erase("1001")
    #expect(try linkedSegments(of: shop.path) == [])
  }
}

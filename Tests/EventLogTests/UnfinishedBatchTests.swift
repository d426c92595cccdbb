// A batch that a crash cut covers nothing that is written later.

import EventSourcing
import Foundation
import Testing

@testable import EventLog

@Suite struct UnfinishedBatchTests {
  private static let path = SmallStore.path
  private static let lock = "/store/lock"

  /// A store with a batch of entries of which a crash left the first ones, to the end of a line.
  private func cutStore(batch: Int, left: Int) throws -> MemoryDisk {
    let disk = MemoryDisk()
    try LogDirectory(Self.path, on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory(Self.path, on: disk))
    var notes = Notes()
    try notes.append(batch, to: store)
    try store.commit(through: batch, .sync)
    disk.crash()
    let bytes = disk.bytes(SmallStore.segment)
    disk.setBytes(Array(bytes[..<ends(bytes)[left - 1]]), of: SmallStore.segment)
    return disk
  }

  private func ends(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  private func open(_ disk: MemoryDisk) throws -> FileStore {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 0
    return try FileStore(LogDirectory(Self.path, on: disk), options)
  }

  /// These lines, the first of which isn't a segment's first one.
  private func withoutHeader(_ lines: [UInt8]) -> [UInt8] {
    let feed = lines.firstIndex(of: 0x0A) ?? 0
    let first = String(decoding: lines[..<feed], as: UTF8.self)
      .replacing(#","format":1,"store":"\#(Notes.id)","engine":"1""#, with: "")
    return checksummed(first.components(separatedBy: #","crc":"#)[0]) + lines[(feed + 1)...]
  }

  private func append(_ groups: [Int], after seq: Int, to disk: MemoryDisk) throws {
    let store = try open(disk)
    #expect(store.end.seq == seq)
    var notes = Notes(after: seq)
    for count in groups {
      try notes.append(count, to: store)
      try store.commit(through: notes.seq, .sync)
    }
    disk.crash()
  }

  @Test func `entries that were acknowledged after it are never moved away`() throws {
    for left in 1..<12 {
      let disk = try cutStore(batch: 12, left: left)
      try append([1, 1, 1, 2, 1], after: left, to: disk)
      for segment in disk.paths(in: "/store/log") {
        let whole = disk.bytes(segment)
        // The last write of all may be a crash's doing.
        let isLast = segment == disk.paths(in: "/store/log").last
        for end in ends(whole).dropLast(isLast ? 1 : 0) {
          var bytes = whole
          bytes[end - 20] ^= 1
          disk.setBytes(bytes, of: segment)
          let error = #expect(throws: LogError.self, "\(left) left, \(segment), \(end)") {
            try readNotes(StoreReader(LogDirectory(Self.path, on: disk)))
          }
          #expect(error?.code == .corrupt)
          _ = try? open(disk)
          disk.crash()
          #expect(disk.bytes(segment) == bytes)
        }
        disk.setBytes(whole, of: segment)
      }
      let (notes, tail) = try readNotes(StoreReader(LogDirectory(Self.path, on: disk)))
      #expect(notes.map(\.seq) == Array(1...left + 6))
      #expect(tail == nil)
    }
  }

  @Test func `the next write begins a segment, if there is one`() throws {
    let disk = try cutStore(batch: 12, left: 5)
    try append([], after: 5, to: disk)
    #expect(disk.paths(in: "/store/log") == [SmallStore.segment])
    try append([1], after: 5, to: disk)
    try append([1], after: 6, to: disk)
    #expect(
      disk.paths(in: "/store/log") == [SmallStore.segment, "/store/log/00000000000000000006.jsonl"])
  }

  @Test func `a batch that is whole doesn't end a segment`() throws {
    let disk = try cutStore(batch: 12, left: 12)
    try append([1], after: 12, to: disk)
    #expect(disk.paths(in: "/store/log") == [SmallStore.segment])
  }

  @Test func `a segment begins after it once, however often the store is opened`() throws {
    let disk = try cutStore(batch: 12, left: 5)
    for seq in 5..<9 {
      try append([1], after: seq, to: disk)
      let found = try FoundEnd(StoreReader(LogDirectory(Self.path, on: disk)))
      #expect(!found.endsInsideBatch && found.lastWrite.seq == seq)
    }
    #expect(disk.paths(in: "/store/log").count == 2)
  }

  @Test func `an empty segment after it isn't ended`() throws {
    let disk = try cutStore(batch: 12, left: 5)
    try append([1], after: 5, to: disk)
    let last = try #require(disk.paths(in: "/store/log").last)
    disk.setBytes([], of: last)
    try append([1, 1, 1], after: 5, to: disk)
    #expect(disk.paths(in: "/store/log").count == 2)
  }

  @Test func `a line that was durable and has lost its end is corrupt`() throws {
    let disk = try cutStore(batch: 4, left: 4)
    _ = try open(disk)
    disk.crash()
    let bytes = disk.bytes(SmallStore.segment)
    for cut in [ends(bytes)[1] + 30, bytes.count - 1] {
      disk.setBytes(Array(bytes[..<cut]), of: SmallStore.segment)
      let error = #expect(throws: LogError.self) { try open(disk) }
      #expect(error?.code == .corrupt)
      #expect(disk.bytes(SmallStore.segment).count == cut)
      disk.crash()
    }
  }

  /// Logs in which single entries follow an unfinished batch in the same segment.
  @Test func `in older logs, damage that isn't the last write's for certain is corruption`() throws
  {
    let disk = try cutStore(batch: 12, left: 5)
    try append([1, 1, 1, 1, 1], after: 5, to: disk)
    let log = disk.paths(in: "/store/log")
    // The segment seems not to have been ended, which nothing but the first entry's keys tells.
    let later = try #require(log.last)
    var bytes = disk.bytes(SmallStore.segment)
    let first = bytes.count
    bytes += withoutHeader(disk.bytes(later))
    let size = bytes.count
    disk.setBytes(bytes, of: SmallStore.segment)
    try disk.remove(later)
    disk.setBytes(Array(#"{"pid":1,"closed":false}"#.utf8), of: Self.lock)
    bytes[first + 40] ^= 1
    disk.setBytes(bytes, of: SmallStore.segment)
    #expect(throws: LogError.self) { try open(disk) }
    disk.crash()
    // Nothing good follows.
    bytes[first + 40] ^= 1
    bytes[size - 40] ^= 1
    disk.setBytes(bytes, of: SmallStore.segment)
    #expect(try open(disk).end.seq == 9)
  }

  @Test func `what lies before a writer's first entry isn't a crash's doing`() throws {
    let disk = try cutStore(batch: 3, left: 3)
    // It is opened and killed before it writes.
    _ = try open(disk)
    disk.crash()
    var bytes = disk.bytes(SmallStore.segment)
    bytes[bytes.count - 20] ^= 1
    disk.setBytes(bytes, of: SmallStore.segment)
    let error = #expect(throws: LogError.self) { try open(disk) }
    #expect(error?.code == .corrupt)
  }

  @Test func `a hole in the last batch is a crash's doing`() throws {
    let disk = try cutStore(batch: 12, left: 12)
    var bytes = disk.bytes(SmallStore.segment)
    let lines = ends(bytes)
    for byte in lines[4]..<lines[6] { bytes[byte] = 0 }
    disk.setBytes(bytes, of: SmallStore.segment)
    #expect(try open(disk).end.seq == 5)
  }

  @Test(arguments: [1 << 10, 1 << 20, (1 << 20) + 1, (3 << 20) / 2, 2 << 20, (2 << 20) + 1])
  func `a last write of zeros is a crash's doing, however long it may be`(_ count: Int) throws {
    let disk = try cutStore(batch: 1, left: 1)
    try append([], after: 1, to: disk)
    let bytes = disk.bytes(SmallStore.segment)
    disk.setBytes(bytes + [UInt8](repeating: 0, count: count), of: SmallStore.segment)
    guard count <= 2 << 20 else {
      let error = #expect(throws: LogError.self) { try open(disk) }
      #expect(error?.code == .corrupt)
      return
    }
    let (notes, tail) = try readNotes(StoreReader(LogDirectory(Self.path, on: disk)))
    #expect(notes.map(\.seq) == [1])
    #expect(tail?.count == count)
    let store = try open(disk)
    #expect(store.openingReport.tornTail?.count == count)
    #expect(disk.bytes(SmallStore.segment) == bytes)
  }
}

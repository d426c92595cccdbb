// Two writers on one store, because the lock was removed or the file system ignores locks: at most one
// of them gets an entry acknowledged.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct TwoWritersTests {
  let disk = MemoryDisk()

  init() throws {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
  }

  func open(preallocation: Int = 0) throws -> FileStore {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 0
    (options.preallocates, options.preallocation) = (preallocation > 0, preallocation)
    return try FileStore(LogDirectory("/store", on: disk), options)
  }

  /// Writes one note after the first, and returns the code of the error.
  func write(to store: FileStore, after seq: Int) -> LogError.Code? {
    do throws(LogError) {
      var notes = Notes(after: seq)
      try notes.append(to: store)
      try store.commit(through: seq + 1, .sync)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a writer whose lock is removed is dead`() throws {
    let store = try open()
    #expect(write(to: store, after: 0) == nil)
    try disk.remove("/store/lock")
    #expect(write(to: store, after: 1) == .locked)
    #expect(write(to: store, after: 1) == .writerFailed)
    #expect(throws: LogError.self) { try store.close() }
    let next = try open()
    #expect(next.end.seq == 1)
    try next.close()
  }

  @Test(arguments: [true, false], FaultTests.preallocations)
  func `of two writers, the first is dead`(removesLock: Bool, preallocation: Int) throws {
    let first = try open(preallocation: preallocation)
    #expect(write(to: first, after: 0) == nil)
    if removesLock { try disk.remove("/store/lock") } else { disk.ignoreLocks() }
    let second = try open(preallocation: preallocation)
    #expect(write(to: first, after: 1) == .locked)
    #expect(write(to: second, after: 1) == nil)
    #expect(throws: LogError.self) { try first.close() }
    #expect(write(to: second, after: 2) == nil)
    try second.close()
    #expect(try readNumbers(StoreReader(LogDirectory("/store", on: disk))).numbers == [1, 2, 3])
  }

  @Test func `a first writer that wrote nothing leaves the second's note alone`() throws {
    let first = try open()
    disk.ignoreLocks()
    let second = try open()
    try first.close()
    #expect(write(to: second, after: 0) == nil)
    try second.close()
  }

  @Test func `what a first writer has filled ahead is left to the second`() throws {
    let first = try open(preallocation: 8_000)
    #expect(write(to: first, after: 0) == nil)
    disk.ignoreLocks()
    let second = try open(preallocation: 8_000)
    #expect(write(to: second, after: 1) == nil)
    try first.close()
    #expect(write(to: second, after: 2) == nil)
    try second.close()
    #expect(try readNumbers(StoreReader(LogDirectory("/store", on: disk))).numbers == [1, 2, 3])
  }

  /// Between its reading and its opening of the log, the first one writes.
  @Test(arguments: FaultTests.preallocations)
  func `a second writer takes out nothing that it hasn't read`(preallocation: Int) throws {
    let first = try open(preallocation: preallocation)
    #expect(write(to: first, after: 0) == nil)
    disk.ignoreLocks()
    let disk = disk
    disk.before(.listing) {
      disk.before(.listing) {
        var notes = Notes(after: 1)
        try? notes.append(to: first)
        try? first.commit(through: 2, .sync)
      }
    }
    let second = try open(preallocation: 8_000)
    #expect(try readNumbers(StoreReader(LogDirectory("/store", on: disk))).numbers == [1, 2])
    #expect(write(to: second, after: second.end.seq) == .locked)
    #expect(try readNumbers(StoreReader(LogDirectory("/store", on: disk))).numbers == [1, 2])
  }

  @Test func `a segment that grew is not written to`() throws {
    let store = try open()
    #expect(write(to: store, after: 0) == nil)
    let path = "/store/log/00000000000000000001.jsonl"
    let grown = disk.bytes(path) + [0x20]
    disk.setBytes(grown, of: path)
    #expect(write(to: store, after: 1) == .locked)
    #expect(disk.bytes(path) == grown)
  }

  @Test func `a lock that is removed while it is taken is taken again`() throws {
    disk.before(.lock) { [disk] in try? disk.remove("/store/lock") }
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 1000
    let first = try FileStore(LogDirectory("/store", on: disk), options)
    #expect(throws: LogError.self) { try open() }
    #expect(write(to: first, after: 0) == nil)
    try first.close()
  }
}

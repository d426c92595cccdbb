// A segment that is filled ahead with line feeds: readers see only its entries, while a writer is at work and after
// it was killed. FaultTests, PowerLossTests and ReadAheadTests do the rest.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct PreallocationTests {
  private static let size = 8_000

  private static var options: FileStore.Options {
    var options = FileStore.Options()
    (options.preallocates, options.preallocation) = (true, size)
    options.segmentSize = 20_000
    return options
  }

  /// Entries 1 to 4, of which a writer that was killed wrote 2 and 3 at once.
  private struct Killed {
    let disk = MemoryDisk()
    let bytes: [UInt8]
    /// The end of the lines.
    let end: Int
    /// The start of each line.
    let starts: [Int]

    init() throws {
      try LogDirectory(SmallStore.path, on: disk).create(id: Notes.id, created: Notes.start)
      let store = try FileStore(LogDirectory(SmallStore.path, on: disk), options)
      var notes = Notes()
      for count in [1, 2, 1] {
        try notes.append(count, to: store)
        try store.commit(through: notes.seq, .sync)
      }
      disk.crash()
      bytes = disk.bytes(SmallStore.segment)
      end = try #require(bytes.lastIndex { $0 != 0x0A }) + 2
      let all = bytes
      starts = [0] + all[..<end].indices.filter { all[$0] == 0x0A }.map { $0 + 1 }.dropLast()
    }

    /// Lets a part of the file be as it was before the entries were written.
    func forget(_ part: Range<Int>) {
      var bytes = bytes
      for byte in part { bytes[byte] = 0x0A }
      disk.setBytes(bytes, of: SmallStore.segment)
    }

    func reader() throws -> StoreReader {
      try StoreReader(LogDirectory(SmallStore.path, on: disk))
    }

    func open() throws -> FileStore { try FileStore(LogDirectory(SmallStore.path, on: disk)) }
  }

  @Test func `what is filled ahead is no part of the log`() throws {
    let store = try Killed()
    #expect(store.bytes.count == Self.size && store.bytes[store.end...].allSatisfy { $0 == 0x0A })
    let (numbers, tail) = try readNumbers(store.reader())
    #expect(numbers == [1, 2, 3, 4] && tail == nil)
    #expect(try store.reader().size() == store.end)
    let opened = try store.open()
    #expect(opened.openingReport.wasLeftOpen && opened.openingReport.tornTail == nil)
    #expect(store.disk.bytes(SmallStore.segment) == Array(store.bytes[..<store.end]))
  }

  @Test func `of a line that is being written, nothing is read or all of it`() throws {
    let store = try Killed()
    let start = store.starts[3]
    for end in start...store.end {
      store.forget(end..<store.end)
      let (numbers, tail) = try readNumbers(store.reader())
      let isWhole = end >= store.end - 1
      #expect(numbers == (isWhole ? [1, 2, 3, 4] : [1, 2, 3]), "through \(end)")
      #expect(tail?.place.byte == (isWhole || end == start ? nil : start), "through \(end)")
      #expect(tail?.count == (isWhole || end == start ? nil : end - start + 1), "through \(end)")
    }
  }

  /// A power failure may keep the end of a write and lose what is before it.
  @Test func `whatever is missing from the last write, all of it is kept and taken out`() throws {
    let store = try Killed()
    let line = store.starts[3]..<store.end
    for start in line.dropLast(2) {
      for end in [start + 1, start + 20, line.upperBound - 2]
      where start < end && end < line.upperBound - 1 {
        store.forget(start..<end)
        let opened = try store.open()
        #expect(opened.end.seq == 3, "\(start)..<\(end)")
        let kept = store.disk.bytes(try #require(opened.openingReport.quarantined))
        #expect(kept.count == line.count && kept.last == 0x0A, "\(start)..<\(end)")
        store.disk.crash()
      }
    }
  }

  @Test func `line feeds that no writer left are found`() throws {
    for count in [1, 2, 100] {
      let store = try SmallStore()
      store.damage(store.bytes + [UInt8](repeating: 0x0A, count: count))
      for read in [{ _ = try readNumbers(store.reader()) }, { _ = try store.open() }] {
        let error = #expect(throws: LogError.self) { try read() }
        #expect(error?.code == .corrupt && error?.seq == 5)
        #expect(error?.place?.byte == store.bytes.count && error?.place?.line == 5)
      }
      let report = try recover(LogDirectory(SmallStore.path, on: store.disk))
      #expect(report.keptThrough == 4 && report.bytesMoved == count)
      #expect(try store.open().end.seq == 4)
    }
  }

  @Test func `line feeds at the end of a sealed segment are found`() throws {
    let disk = MemoryDisk()
    var script = Script(on: disk, preallocation: Self.size)
    try script.run()
    let path = try #require(disk.paths(in: "/store/log").first)
    disk.setBytes(disk.bytes(path) + [0x0A], of: path)
    let error = #expect(throws: LogError.self) {
      try readNumbers(StoreReader(LogDirectory("/store", on: disk)))
    }
    #expect(error?.code == .corrupt && error?.place?.file == path)
    #expect(error?.place?.byte == disk.bytes(path).count - 1)
  }

  @Test func `a changed byte in what is filled ahead is found`() throws {
    let store = try Killed()
    for byte in store.end..<store.end + 300 {
      var bytes = store.bytes
      bytes[byte] ^= 4
      store.disk.setBytes(bytes, of: SmallStore.segment)
      let (numbers, tail) = try readNumbers(store.reader())
      #expect(numbers == [1, 2, 3, 4] && tail?.place.byte == store.end, "byte \(byte)")
      #expect(tail?.count == byte + 2 - store.end, "byte \(byte)")
    }
  }

  @Test func `a group is written where there is no room to fill anything ahead`() throws {
    let disk = MemoryDisk()
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory("/store", on: disk), Self.options)
    disk.limitRoom(to: 2_000)
    var notes = Notes()
    for seq in 1...5 {
      try notes.append(to: store)
      try store.commit(through: seq, .sync)
    }
    try store.close()
    let reader = try StoreReader(LogDirectory("/store", on: disk))
    #expect(try readNumbers(reader).numbers == [1, 2, 3, 4, 5])
  }

  @Test func `a failing disk ends the writer, also where it is filled ahead`() throws {
    let disk = MemoryDisk()
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory("/store", on: disk), Self.options)
    var notes = Notes()
    try notes.append(to: store)
    // The lock's stamp, the segment, its folder, then what it is filled with.
    disk.fail(at: disk.calls + 4, .refused)
    #expect(throws: LogError.self) { try store.commit(through: 1, .sync) }
    #expect(disk.bytes(SmallStore.segment).isEmpty)
  }

  @Test func `where nothing could be taken out at the end, all is stored and the error says so`()
    throws
  {
    let disk = MemoryDisk()
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory("/store", on: disk), Self.options)
    var notes = Notes()
    try notes.append(to: store)
    try store.commit(through: 1, .sync)
    disk.fail(at: disk.calls + 3, .refused)
    let error = #expect(throws: LogError.self) { try store.close() }
    #expect(error?.message.hasSuffix("All entries are stored.") == true)
    disk.crash()
    #expect(try FileStore(LogDirectory("/store", on: disk)).end.seq == 1)
  }

  /// A line that was read half is whole, and others follow, once it is looked at again.
  @Test func `what is written meanwhile is read again`() throws {
    let store = try Killed()
    store.forget(store.starts[2] + 30..<store.end)
    var entries = try EntryReader(store.reader(), from: LogCursor(startOf: 1))
    let disk = store.disk
    let bytes = store.bytes
    disk.before(.listing) { disk.setBytes(bytes, of: SmallStore.segment) }
    var numbers: [Int] = []
    while let entry = try entries.next() { numbers.append(entry.seq) }
    #expect(numbers == [1, 2, 3, 4] && entries.tornTail == nil)
  }

  @Test func `without the lock file, what is filled ahead does no harm`() throws {
    let store = try Killed()
    try store.disk.remove("/store/lock")
    #expect(try readNumbers(store.reader()).numbers == [1, 2, 3, 4])
    #expect(try store.open().end.seq == 4)
  }

  @Test func `a copy of the open segment is a history`() throws {
    let store = try Killed()
    let folder = TemporaryFolder()
    folder.write(store.bytes, to: "copy.jsonl")
    let history = try HistoryFile(path: folder.path + "/copy.jsonl")
    #expect(try readNumbers(history).numbers == [1, 2, 3, 4])
    folder.write(store.bytes[..<store.end] + [0x0A] + store.bytes[..<store.end], to: "copy.jsonl")
    #expect(throws: LogError.self) { try readNumbers(history) }
  }
}

// The lock file says how many entries there were. A log that has fewer has lost some, wherever it was cut.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct LostEntriesTests {
  let disk = MemoryDisk()
  private var directory: LogDirectory { LogDirectory("/store", on: disk) }

  /// Six entries, three to a segment.
  private func makeStore(isClosed: Bool) throws {
    var options = FileStore.Options()
    options.segmentSize = 700
    try directory.create(id: Notes.id, created: Notes.start)
    let store = try FileStore(directory, options)
    var notes = Notes()
    for _ in 1...6 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
    guard !isClosed else { return }
    disk.setBytes(Array(#"{"pid":1,"closed":false,"end":6}"#.utf8), of: "/store/lock")
  }

  private func path(_ segment: Int) -> String { "/store/log/" + SegmentName.text(segment) }

  private func readingError() -> LogError? {
    do throws(LogError) {
      var entries = try EntryReader(StoreReader(directory), checksPayloads: true)
      while try entries.next() != nil {}
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [true, false])
  func `wherever the last segment is cut, the first missing entry is reported`(isClosed: Bool)
    throws
  {
    try makeStore(isClosed: isClosed)
    let whole = disk.bytes(path(4))
    for count in whole.indices {
      disk.setBytes(Array(whole[..<count]), of: path(4))
      let missing = 4 + whole[..<count].count { $0 == 0x0A }
      let error = readingError()
      #expect(error?.code == .corrupt && error?.seq == missing, "cut at \(count)")
      #expect(throws: LogError.self, "cut at \(count)") { try FileStore(directory) }
    }
    disk.setBytes(whole, of: path(4))
    #expect(readingError() == nil)
  }

  @Test func `the error names the entries, and what recovering keeps`() throws {
    try makeStore(isClosed: true)
    disk.setBytes([], of: path(4))
    let error = try #require(readingError())
    #expect(error.message == "The log ends here, but entries 4 to 6 had been stored.")
    #expect(error.place == Place(file: path(4), line: 1, byte: 0, column: 1))
    #expect(error.remedy == .recoverUndecided(keptThrough: 3, bytes: 0))
  }

  @Test func `a log without its last segment, or without any, has lost entries`() throws {
    try makeStore(isClosed: true)
    try disk.remove(path(4))
    #expect(readingError()?.seq == 4)
    try disk.remove(path(1))
    #expect(readingError()?.seq == 1)
    #expect(throws: LogError.self) { try FileStore(directory) }
    #expect(try recover(directory).keptThrough == 0)
    #expect(readingError() == nil)
  }

  @Test(arguments: [true, false])
  func `recovering accepts the loss, and the store goes on`(isClosed: Bool) throws {
    try makeStore(isClosed: isClosed)
    let whole = disk.bytes(path(4))
    let feed = try #require(whole.firstIndex(of: 0x0A))
    disk.setBytes(Array(whole[...feed]), of: path(4))
    let report = try recover(directory)
    #expect(report.keptThrough == 4)
    #expect(report.bytesMoved == 0)
    #expect(report.files.count == 1)
    let store = try FileStore(directory)
    #expect(store.openingReport.wasLeftOpen == !isClosed)
    var notes = Notes(after: 4)
    try notes.append(to: store)
    try store.close()
    #expect(try readNumbers(StoreReader(directory)).numbers == Array(1...5))
  }

  @Test func `a store that has lost its log folder is recovered as an empty one`() throws {
    try makeStore(isClosed: true)
    for file in [path(1), path(4), "/store/log"] { try disk.remove(file) }
    #expect(readingError()?.remedy == .recoverUndecided(keptThrough: 0, bytes: 0))
    #expect(throws: LogError.self) { try FileStore(directory) }
    #expect(try recover(directory).keptThrough == 0)
    try FileStore(directory).close()
  }

  @Test func `a store isn't created where another has lost its files`() throws {
    try makeStore(isClosed: true)
    for file in [path(1), path(4), "/store/store.json"] { try disk.remove(file) }
    let error = #expect(throws: LogError.self) {
      try directory.create(id: Notes.id, created: Notes.start)
    }
    #expect(error?.code == .cannotCreate)
  }

  @Test func `reading on in a log that was cut meanwhile is an error`() throws {
    try makeStore(isClosed: true)
    var entries = try EntryReader(StoreReader(directory))
    while try entries.next() != nil {}
    disk.setBytes(Array(disk.bytes(path(4)).dropLast(9)), of: path(4))
    let error = #expect(throws: LogError.self) {
      try EntryReader(StoreReader(directory), from: entries.cursor)
    }
    #expect(error?.message == "The log was cut after it was read.")
  }

  @Test func `an older note, which lacks the end of a closed store, proves nothing`() throws {
    try makeStore(isClosed: true)
    disk.forgetEnd()
    disk.setBytes([], of: path(4))
    #expect(readingError() == nil)
  }
}

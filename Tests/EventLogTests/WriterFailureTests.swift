// Failures of the disk, as a writer reports and survives them.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct WriterFailureTests {
  let disk = MemoryDisk()

  func makeStore() throws -> FileStore {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    return try FileStore(LogDirectory("/store", on: disk))
  }

  @Test func `after a full disk the log opens, and the error says what is stored`() throws {
    let store = try makeStore()
    var notes = Notes()
    try notes.append(2, to: store)
    try store.commit(through: 2, .sync)
    disk.limitRoom(to: 300)
    try notes.append(3, to: store)
    let error = #expect(throws: LogError.self) { try store.commit(through: 5, .sync) }
    #expect(error?.code == .diskFull)
    #expect(error?.message.hasSuffix("Entries through 2 are stored; 3 to 5 are not.") == true)
    #expect(error?.seq == 3)
    #expect(store.end.seq == 2)

    let again = #expect(throws: LogError.self) { try store.commit(through: 5, .sync) }
    #expect(again?.code == .writerFailed)
    #expect(again?.hint == error?.hint)
    let closing = #expect(throws: LogError.self) { try store.close() }
    #expect(closing?.code == .writerFailed)

    disk.limitRoom(to: .max)
    let reopened = try FileStore(LogDirectory("/store", on: disk))
    #expect(reopened.end.seq == 2)
    #expect(reopened.openingReport.tornTail == nil)
    try reopened.close()
  }

  @Test func `a group that fails in the background is reported to the next call, and to close`()
    async throws
  {
    for asksByClosing in [true, false] {
      let trial = WriterFailureTests()
      let store = try trial.makeStore()
      trial.disk.limitRoom(to: 100_000)
      var notes = Notes()
      try notes.append(4_096, to: store)
      try store.commit(through: 4_096, .batch)
      let error = #expect(throws: LogError.self) {
        if asksByClosing { try store.close() } else { try store.commit(through: 4_096, .sync) }
      }
      #expect(error?.code == .diskFull)
      #expect(error?.message.hasSuffix("No entry is stored; 1 to 4096 are not.") == true)
      if asksByClosing { continue }
      let closing = #expect(throws: LogError.self) { try store.close() }
      #expect(closing?.code == .writerFailed)
    }
  }

  @Test func `a store that is dropped while it writes keeps its lock until that is done`() throws {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 0
    var seq = 0
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    for _ in 1...3 {
      do {
        let store = try FileStore(LogDirectory("/store", on: disk), options)
        #expect(store.end.seq == seq)
        var notes = Notes(after: seq)
        try notes.append(4_096, to: store)
        try store.commit(through: notes.seq, .batch)
        seq = notes.seq
      }
    }
  }

  @Test func `after a failed sync nothing is written or synced any more`() throws {
    let store = try makeStore()
    var notes = Notes()
    try notes.append(to: store)
    try store.commit(through: 1, .sync)
    try notes.append(to: store)
    // The lock, the segment's size and the write come before the sync.
    disk.fail(at: disk.calls + 4, .half)
    let error = #expect(throws: LogError.self) { try store.commit(through: 2, .sync) }
    #expect(error?.code == .inputOutput)
    #expect(
      error?.message.hasSuffix(
        "Entries through 1 are stored; whether 2 is stored will be known when the store is opened "
          + "again.") == true)

    let calls = disk.calls
    #expect(throws: LogError.self) { try store.commit(through: 2, .sync) }
    #expect(throws: LogError.self) { try store.commit(through: 2, .batch) }
    #expect(throws: LogError.self) { try store.commit(through: 2, .none) }
    let refused = #expect(throws: LogError.self) {
      var more = Notes(after: 2)
      try more.append(to: store)
    }
    #expect(refused?.code == .writerFailed)
    #expect(throws: LogError.self) { try store.close() }
    #expect(disk.calls == calls)
    #expect(throws: Never.self) { try store.commit(through: 1, .sync) }
  }

  @Test func `a disk that takes only a few bytes at a time is written to all the same`() throws {
    disk.limitWrites(to: 7)
    let store = try makeStore()
    var notes = Notes()
    try notes.append(5, to: store)
    try store.commit(through: 5, .sync)
    try store.close()
    #expect(try readNotes(StoreReader(LogDirectory("/store", on: disk))).notes.count == 5)
  }

  @Test func `a store whose closing can't be noted says that all is stored`() throws {
    let store = try makeStore()
    var notes = Notes()
    try notes.append(to: store)
    try store.commit(through: 1, .sync)
    // The lock's stamp comes before the note.
    disk.fail(at: disk.calls + 2, .refused)
    let error = #expect(throws: LogError.self) { try store.close() }
    #expect(error?.message.hasSuffix(" All entries are stored.") == true)
    #expect(error?.hint?.hasPrefix("Don't repeat the command") == true)
  }

  @Test func `an entry out of order is refused, and leaves the store as it was`() throws {
    let store = try makeStore()
    let error = #expect(throws: LogError.self) {
      var notes = Notes(after: 1)
      try notes.append(to: store)
    }
    #expect(error?.code == .malformed)
    var notes = Notes()
    try notes.append(to: store)
    try store.close()
    #expect(store.end.seq == 1)
  }
}

// The store on a real disk, as its callers see it.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct FileStoreTests {
  let folder = TemporaryFolder()

  func create() throws {
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
  }

  @Test func `what was committed is there when the store is opened again`() throws {
    try create()
    var notes = Notes()
    let store = try FileStore(path: folder.store)
    for _ in 1...3 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    #expect(store.end == LogEnd(seq: 3, at: Notes.start + 3, engine: "1"))
    try store.close()

    let again = try FileStore(path: folder.store)
    #expect(again.end == LogEnd(seq: 3, at: Notes.start + 3, engine: "1"))
    #expect(again.openingReport == FileStore.OpeningReport())
    try notes.append(to: again)
    try again.commit(through: 4, .sync)
    #expect(try readNotes(again).notes == (1...4).map { Note($0) })
    try again.close()
    #expect(try readNotes(StoreReader(path: folder.store)).notes == (1...4).map { Note($0) })
  }

  @Test func `entries that are committed together are marked as a batch`() throws {
    try create()
    var notes = Notes()
    let store = try FileStore(path: folder.store)
    try notes.append(3, to: store)
    #expect(store.end.seq == 0)
    #expect(try readNotes(store).notes.isEmpty)
    try store.commit(through: 3, .sync)
    try store.close()
    #expect(try readNotes(store).notes == [Note(1, batch: 3), Note(2), Note(3)])
  }

  @Test func `an entry is found without reading what is before it in its segment`() throws {
    // given
    try create()
    var notes = Notes()
    var options = FileStore.Options()
    options.segmentSize = 1 << 20
    let store = try FileStore(path: folder.store, options: options)
    while notes.seq < 4000 {
      // Of very different lengths: some are longer than what is looked at.
      let count = notes.seq % 100 == 50 ? 20_000 : 100 + notes.seq % 7 * 100
      try notes.append(to: store, text: String(repeating: "x", count: count))
    }
    try store.commit(through: notes.seq, .sync)
    #expect(try store.directory.segments().count > 2)
    for seq in Array(stride(from: 1, to: 4000, by: 13)) + [3999, 4000, 4001] {
      // when
      let cursor = try store.cursor(before: seq)
      // then
      var reader = try EntryReader(store, from: cursor)
      let first = try reader.next()
      #expect(reader.entryCursor == cursor)
      #expect(cursor.line == cursor.seq - cursor.segment + 2)
      #expect(cursor.seq < seq && first?.seq == cursor.seq + 1, "\(seq)")
      #expect(seq - cursor.seq < 800, "\(seq)")
    }
    try store.close()
  }
}

extension Timestamp {
  static func + (moment: Timestamp, microseconds: Int64) -> Timestamp {
    Timestamp(microseconds: moment.microseconds + microseconds)
  }
}

// The store on a real disk, as its callers see it.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct FileStoreTests {
  let folder = TemporaryFolder()

  func create() throws {
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
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

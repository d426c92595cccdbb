// A store in memory with room for a number of entries: syncing any after them fails.

import EventSourcing
import JSONLines
import Synchronization

final class FullStore: EntryStore, LogSource {
  private let base = MemoryStore()
  private let room: Int
  private let taken = Mutex(0)

  init(room: Int) { self.room = room }

  var form: LineForm { base.form }
  var storeID: String? { base.storeID }
  var end: LogEnd { base.end }
  var commits: CommitSignal { base.commits }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try base.chunks(from: cursor)
  }

  func cursor(before seq: Int) throws(LogError) -> LogCursor { base.cursor(before: seq) }

  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try base.tornTail(at: place, segment: segment)
  }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    let number = taken.withLock { count in
      count += 1
      return count
    }
    if number <= room { try base.append(line) }
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    try base.commit(through: min(seq, room), durability)
    if seq > room, durability == .sync { throw LogError(.diskFull, "No space left on device.") }
  }

  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try commit(through: seq, durability)
  }

  func close() throws(LogError) { try base.close() }
}

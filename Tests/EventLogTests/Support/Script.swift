// A life of a store: made, written to in every way, rolled, closed, opened again. Run on a disk that
// fails somewhere, and then judged by what is left.

import EventSourcing
import Testing

@testable import EventLog

struct Script {
  static let path = "/store"

  let disk: MemoryDisk
  /// By how many bytes a segment is filled ahead.
  let preallocation: Int
  var isCreated = false
  /// The last entry that a commit vouched for.
  var acknowledged = 0
  /// Whether a store was opened and not asked to close yet.
  var isOpen = false
  /// The last entry that was handed to the store.
  var attempted = 0

  /// The number of entries in each of the first groups.
  var groups = [1, 1, 3, 2, 5, 1]

  init(on disk: MemoryDisk, preallocation: Int = 0) {
    (self.disk, self.preallocation) = (disk, preallocation)
  }

  func open() throws(LogError) -> FileStore {
    var options = FileStore.Options()
    options.segmentSize = 1_100
    options.lockTimeoutMilliseconds = 0
    (options.preallocates, options.preallocation) = (preallocation > 0, preallocation)
    return try FileStore(LogDirectory(Self.path, on: disk), options)
  }

  /// Lives through everything, as far as the disk lets it.
  mutating func run() throws(LogError) {
    try LogDirectory(Self.path, on: disk).create(id: Notes.id, created: Notes.start)
    isCreated = true
    let store = try open()
    isOpen = true
    var notes = Notes()
    for count in groups { try write(count, &notes, to: store, .sync) }
    try write(2, &notes, to: store, .batch)
    try write(1, &notes, to: store, .sync)
    try write(2, &notes, to: store, .batch)
    isOpen = false
    try store.close()
    acknowledged = notes.seq
    let again = try open()
    isOpen = true
    for count in [2, 1, 4] { try write(count, &notes, to: again, .sync) }
    isOpen = false
    try again.close()
  }

  private mutating func write(
    _ count: Int, _ notes: inout Notes, to store: FileStore, _ durability: Durability
  ) throws(LogError) {
    for _ in 0..<count {
      attempted += 1
      try notes.append(to: store)
    }
    try store.commit(through: notes.seq, durability)
    if durability == .sync { acknowledged = notes.seq }
    acknowledged = max(acknowledged, store.end.seq)
  }

  /// Opens what is left and holds it against the promise; then writes on, and looks again.
  ///
  /// - Returns: The report of opening.
  @discardableResult
  func judge() throws -> FileStore.OpeningReport {
    let store = try open()
    let found = try readNotes(store).notes.map(\.text)
    #expect(found == (0..<found.count).map { Notes.text($0 + 1) }, "not a prefix")
    #expect(found.count >= acknowledged, "an acknowledged entry is lost")
    #expect(found.count <= attempted, "an entry came from nowhere")
    var notes = Notes(after: found.count)
    try notes.append(2, to: store)
    try store.commit(through: notes.seq, .sync)
    try store.close()
    let (again, tail) = try readNotes(StoreReader(LogDirectory(Self.path, on: disk)))
    #expect(again.count == found.count + 2)
    #expect(tail == nil)
    return store.openingReport
  }
}

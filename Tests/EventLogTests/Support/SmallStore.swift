// A store with a handful of entries on a disk in memory, to be damaged.

import EventSourcing

@testable import EventLog

/// A store of four entries: 1, a batch of 2 and 3, 4.
struct SmallStore {
  static let path = "/store"
  static let segment = "/store/log/00000000000000000001.jsonl"
  static let count = 4

  let disk = MemoryDisk()
  /// The bytes of the only segment, undamaged.
  let bytes: [UInt8]
  /// The end of each line, its LF included.
  let ends: [Int]

  /// - Parameter notesEnd: Whether the lock file of the closed store says how many entries there were.
  init(isClosed: Bool = true, notesEnd: Bool = true) throws {
    try LogDirectory(Self.path, on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory(Self.path, on: disk))
    var notes = Notes()
    for count in [1, 2, 1] {
      try notes.append(count, to: store)
      try store.commit(through: notes.seq, .sync)
    }
    if isClosed { try store.close() } else { disk.crash() }
    if isClosed, !notesEnd { disk.forgetEnd() }
    let bytes = disk.bytes(Self.segment)
    self.bytes = bytes
    ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  func damage(_ bytes: some Sequence<UInt8>) { disk.setBytes(Array(bytes), of: Self.segment) }

  func reader() throws -> StoreReader { try StoreReader(LogDirectory(Self.path, on: disk)) }

  func open() throws -> FileStore {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = 0
    return try FileStore(LogDirectory(Self.path, on: disk), options)
  }

  /// The number of whole lines before a byte.
  func countOfLines(before byte: Int) -> Int { ends.count { $0 <= byte } }
}

extension MemoryDisk {
  /// Makes the lock file what earlier versions left when they closed a store.
  func forgetEnd() { setBytes(Array(#"{"pid":1,"closed":true}"#.utf8), of: "/store/lock") }
}

// The files kept beside a log as a whole: what each segment has, and whether it is right.

import Testing

@testable import EventLog
@testable import EventSourcing

@Suite struct StoreCacheTests {
  let disk = MemoryDisk()
  private let reports = Reports()

  /// A store with notes of seven streams, in segments of about eight entries.
  init() throws {
    try makeStore(at: "/store", id: Notes.id)
  }

  private func makeStore(at path: String, id: String) throws {
    let directory = LogDirectory(path, on: disk)
    try directory.create(id: id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 1_500
    let store = try FileStore(directory, options)
    var notes = Notes(after: 0, stream: { $0 % 7 })
    for _ in 0..<20 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
  }

  private func reader() throws -> StoreReader {
    try StoreReader(
      LogDirectory("/store", on: disk), smallestIndex: 1,
      reportRebuilt: { [reports] in reports.add($0) })
  }

  private func cache(_ path: String = "/store", smallest: Int = 1) throws -> StoreCache {
    try StoreCache(of: StoreReader(LogDirectory(path, on: disk), smallestIndex: smallest))
  }

  private var indexes: [String] { disk.paths(in: "/store/cache") }

  private func firstState() throws -> CachedSegment.State? { try cache().parts().first?.index }

  @Test func `every segment has an index once they are built`() throws {
    #expect(try cache().parts().allSatisfy { $0.index == .absent && $0.bytes == 0 })
    try cache().rebuildIndexes()
    let built = try cache().parts()
    #expect(built.count > 2 && built.allSatisfy { $0.index == .current && $0.bytes > 0 })
    #expect(try cache().verifyIndexes().checked == built.count)
    #expect(try cache().verifyIndexes().difference == nil)
    #expect(try cache().clear() == (built.count, built.reduce(0) { $0 + $1.bytes }))
    #expect(indexes == [])
    #expect(try cache().clear() == (0, 0))
  }

  @Test func `what is too short needs none`() throws {
    for _ in 1...2 {
      let parts = try cache(smallest: 1 << 20).parts()
      #expect(parts.count > 2 && parts.allSatisfy { $0.index == .short })
      try cache(smallest: 1 << 20).rebuildIndexes()
      #expect(indexes == [])
    }
  }

  /// An index of another version is no damage, and neither is that of a file that was replaced.
  @Test func `an index that can't be used is stale or damaged`() throws {
    try cache().rebuildIndexes()
    try makeStore(at: "/other", id: String(Notes.id.reversed()))
    try cache("/other").rebuildIndexes()
    let (path, whole) = (indexes[0], disk.bytes(indexes[0]))
    let foreign = disk.bytes(disk.paths(in: "/other/cache")[0])
    let cases: [(CachedSegment.State, [UInt8])] = [
      (.damaged, []), (.damaged, Array(whole.dropLast())), (.damaged, foreign),
      (.damaged, disk.bytes(indexes[1])), (.stale, Array("csindex1".utf8) + whole.dropFirst(8)),
      (.damaged, Array("csindexA".utf8) + whole.dropFirst(8)), (.current, whole),
    ]
    for (state, bytes) in cases {
      disk.setBytes(bytes, of: path)
      #expect(try firstState() == state, "\(bytes.count)")
    }
    // The segment is another file with the same bytes.
    let segment = disk.paths(in: "/store/log")[0]
    let log = disk.bytes(segment)
    try disk.remove(segment)
    try log.withUnsafeBytes { try OpenFile(segment, for: .creating, on: disk).write($0, at: 0) }
    #expect(try firstState() == .stale)
    try cache().rebuildIndexes()
    #expect(try firstState() == .current)
  }

  @Test func `an index that was damaged is reported once, when it is there again`() throws {
    try cache().rebuildIndexes()
    for bytes in [[], Array(disk.bytes(indexes[0]).dropLast())] {
      disk.setBytes(bytes, of: indexes[0])
      for _ in 1...2 { _ = try reader().knownEnd() }
    }
    #expect(reports.paths == [indexes[0], indexes[0]])
    // Damage that doesn't show at the beginning is found where it is read.
    var bytes = disk.bytes(indexes[0])
    bytes[bytes.count - 9] ^= 1
    disk.setBytes(bytes, of: indexes[0])
    for stream in 0..<7 {
      _ = try reader().part(of: [
        .stream(try #require(StreamName(category: "note", id: String(stream))))
      ])
    }
    #expect(reports.paths.count == 3)
    // One that is missing or stale is no news.
    try disk.remove(indexes[0])
    _ = try reader().knownEnd()
    #expect(reports.paths.count == 3)
  }

  /// The checksums are right, so that only reading the log tells.
  @Test func `an index that leaves entries out is found, and the first stream that it loses`()
    throws
  {
    try cache().rebuildIndexes()
    let source = try reader()
    let kept = CacheFiles(SegmentIndex.format, of: source)
    let segment = try SegmentFile(1, mayBeFilled: false, in: source.directory)
    guard case .current(let file) = try kept.found(for: segment, isLast: false) else {
      Issue.record("there is no index")
      return
    }
    let index = SegmentIndex(file)
    for lost in 1...index.last {
      var builder = SegmentIndexBuilder(index.header)
      var entries = try EntryReader(source)
      var name = ""
      while entries.seq < index.last, let entry = try entries.next() {
        var claimed = entry
        if entry.seq == lost {
          name = entry.storage.string(entry.stream)
          // Any other text.
          claimed.stream = entry.commandRange
        }
        let isTaken = builder.take(
          claimed, at: entries.entryCursor.byte..<entries.cursor.byte)
        #expect(isTaken)
      }
      let (header, bytes) = try #require(builder.finish())
      #expect(kept.keep(bytes, header) != nil)
      let found = try cache().verifyIndexes()
      #expect(found.checked == 1)
      #expect(found.difference == .init(segment: 1, stream: name), "entry \(lost)")
    }
  }
}

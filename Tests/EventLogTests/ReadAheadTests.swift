// Threads that read ahead, on files: cut and damaged anywhere, in segments, and while they are written.

import EventSourcing
import Synchronization
import Testing

@testable import EventLog

@Suite struct ReadAheadTests {
  /// The lines that a source returns, and what is wrong with it.
  private struct Trace: Equatable {
    var numbers: [Int] = []
    var tail: TornTail?
    var error: LogError?

    init(_ source: any EntrySource) {
      do throws(LogError) {
        var reader = try EntryReader(source)
        defer { tail = reader.tornTail }
        while let entry = try reader.next() { numbers.append(entry.seq) }
      } catch {
        self.error = error
      }
    }
  }

  private func expectSame(_ store: SmallStore, _ what: String) throws {
    let alone = Trace(try InPieces(store.reader(), of: 150, jobs: 1))
    for jobs in 2...3 {
      #expect(Trace(try InPieces(store.reader(), of: 150, jobs: jobs)) == alone, "\(what)")
    }
  }

  @Test(arguments: [true, false])
  func `a damaged log is read alike`(isClosed: Bool) throws {
    let store = try SmallStore(isClosed: isClosed)
    for byte in store.bytes.indices {
      var bytes = store.bytes
      bytes[byte] ^= 4
      store.damage(bytes)
      try expectSame(store, "byte \(byte)")
      store.damage(store.bytes[..<byte])
      try expectSame(store, "cut at \(byte)")
    }
  }

  @Test
  func `segments follow each other the same way, and a gap between them is reported the same way`()
    throws
  {
    let folder = TemporaryFolder()
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 1_000
    let store = try FileStore(path: folder.store, options: options)
    var notes = Notes()
    for _ in 0..<60 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
    let reader = try StoreReader(path: folder.store)
    let segments = try reader.directory.segments()
    #expect(Trace(InPieces(reader, of: 300, jobs: 3)).numbers == Array(1...60))
    try PosixDisk().remove(reader.directory.segmentPath(segments[3]))
    let alone = Trace(InPieces(reader, of: 300, jobs: 1))
    #expect(alone.error?.code == .corrupt)
    #expect(Trace(InPieces(reader, of: 300, jobs: 3)) == alone)
  }

  @Test(arguments: [0, 8_000])
  func `while a store is written, what is read is its beginning`(preallocation: Int) throws {
    let folder = TemporaryFolder()
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 4_000
    (options.preallocates, options.preallocation) = (preallocation > 0, preallocation)
    let crowd = Crowd(try FileStore(path: folder.store, options: options))
    let reader = try StoreReader(path: folder.store)
    let turn = Atomic<Int>(0)
    let isWriting = Atomic(true)
    let failures = Mutex<[Trace]>([])
    inThreads(2) {
      if turn.add(1, ordering: .relaxed).oldValue == 0 {
        for _ in 0..<150 { crowd.writeOne() }
        isWriting.store(false, ordering: .releasing)
        return
      }
      while isWriting.load(ordering: .acquiring) {
        for source in [reader as any EntrySource, crowd.store] {
          let before = crowd.store.end.seq
          let trace = Trace(InPieces(source, of: 300, jobs: 3))
          let isRight =
            trace.error == nil && trace.numbers.count >= before
            && trace.numbers == Array(1..<trace.numbers.count + 1)
          if !isRight { failures.withLock { $0.append(trace) } }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    try crowd.store.close()
  }
}

/// A source that is read in small pieces by some threads.
private final class InPieces: LogSource {
  private let base: any EntrySource
  private let size: Int
  let parallelism: Parallelism

  init(_ base: any EntrySource, of size: Int, jobs: Int) {
    (self.base, self.size) = (base, size)
    parallelism = Parallelism(jobs: jobs, chunksBefore: 1)
  }

  var form: LineForm { base.form }
  var storeID: String? { base.storeID }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try base.chunks(from: cursor, pieceSize: size)
  }
  func cursor(before seq: Int) throws(LogError) -> LogCursor { try base.cursor(before: seq) }
  func hasGoodLine(at place: Place, segment: Int) throws(LogError) -> Bool {
    try base.hasGoodLine(at: place, segment: segment)
  }
  func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    try base.tornTail(at: place, segment: segment)
  }
}

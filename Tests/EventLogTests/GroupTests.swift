// Which entries are written together, by one thread and by many.

import Dispatch
import EventSourcing
import JSONLines
import Synchronization
import TestKit
import Testing

@testable import EventLog

@Suite struct GroupTests {
  let disk = MemoryDisk()

  func makeStore() throws -> FileStore {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    return try FileStore(LogDirectory("/store", on: disk))
  }

  /// The sizes of the groups that a source's entries were written in.
  func groups(of source: some EntrySource) throws -> [Int] {
    var reader = try EntryReader(source)
    var groups: [Int] = []
    var last = 0
    while let entry = try reader.next() {
      groups.append(entry.batch)
      last = entry.seq + entry.batch - 1
      while reader.seq < last, try reader.next() != nil {}
    }
    return groups
  }

  /// Full groups are written on the side: waits until that is done.
  func waitUntilWritten(_ seq: Int, by store: FileStore) async {
    while store.end.seq < seq, await store.commits.wait(beyond: seq - 1) {}
  }

  @Test(.timeLimit(.minutes(20)), arguments: [Durability.batch, .none])
  func `batches are written by 4 096 entries, the rest when the store is closed`(
    durability: Durability
  ) async throws {
    let store = try makeStore()
    var notes = Notes()
    for _ in 1...4_200 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, durability)
    }
    await waitUntilWritten(4_096, by: store)
    #expect(store.end.seq == 4_096)
    try store.close()
    #expect(store.end.seq == 4_200)
    #expect(try groups(of: store) == [4_096, 104])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a group is full with 1 MiB, and one more line at most`() async throws {
    let store = try makeStore()
    var notes = Notes()
    let text = String(repeating: "x", count: 300_000)
    for _ in 1...9 { try notes.append(to: store, text: text) }
    await waitUntilWritten(8, by: store)
    #expect(store.end.seq == 8)
    try store.close()
    #expect(try groups(of: store) == [4, 4, 1])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a commit with sync also syncs what was written without`() async throws {
    let store = try makeStore()
    var notes = Notes()
    for _ in 1...4_096 { try notes.append(to: store) }
    try store.commit(through: notes.seq, .none)
    await waitUntilWritten(4_096, by: store)
    #expect(store.end.seq == 4_096)
    try store.commit(through: notes.seq, .sync)
    disk.crash()
    var chance = Seeded.forTest()
    for _ in 0..<Seeded.trials(1) {
      disk.losePower(&chance)
      let reader = try StoreReader(LogDirectory("/store", on: disk))
      #expect(try readNumbers(reader).numbers.count == 4_096)
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [8, 64])
  func `many callers share writes, and all their entries are there in order`(callers: Int) throws {
    let folder = TemporaryFolder()
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
    let each = 1_600 / callers
    let crowd = Crowd(try FileStore(path: folder.store))
    inThreads(callers) {
      for _ in 0..<each { crowd.writeOne() }
    }
    #expect(crowd.errors == 0)
    #expect(crowd.store.end.seq == callers * each)
    try crowd.store.close()
    let reader = try StoreReader(path: folder.store)
    #expect(try readNumbers(reader).numbers == Array(1...callers * each))
    let groups = try groups(of: reader)
    #expect(groups.reduce(0, +) == callers * each)
    #expect(groups.contains { $0 > 1 && $0 <= callers })
  }

  @Test(.timeLimit(.minutes(20)))
  func `callers with different wishes don't leave each other waiting`() throws {
    let crowd = Crowd(try makeStore())
    let turn = Atomic<Int>(0)
    // So long that groups fill up.
    let text = String(repeating: "x", count: 8_000)
    inThreads(6) {
      let durability = Durability.allCases[turn.add(1, ordering: .relaxed).newValue % 3]
      for _ in 0..<80 { crowd.writeOne(durability, text: text) }
    }
    try crowd.store.close()
    #expect(crowd.errors == 0)
    #expect(try readNumbers(crowd.store).numbers == Array(1...480))
  }

  @Test(.timeLimit(.minutes(20)))
  func `when the disk fails, no caller waits forever`() throws {
    let crowd = Crowd(try makeStore())
    disk.fail(at: disk.calls + 40, .refused)
    let written = Locked<[[Int?]]>([])
    inThreads(8) {
      let numbers = (0..<50).map { _ in crowd.writeOne() }
      written.withLock { $0.append(numbers) }
    }
    let stored = crowd.store.end.seq
    written.withLock { $0 }.expectFailure(storedThrough: stored)
    #expect(try readNumbers(crowd.store).numbers == Array(1..<stored + 1))
  }

  @Test func `a reader at the end of a segment misses nothing when the next is opened`() throws {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 700
    let crowd = Crowd(try FileStore(LogDirectory("/store", on: disk), options))
    crowd.writeOne()
    let chunks = try StoreReader(LogDirectory("/store", on: disk)).chunks(from: .start)
    var storage = ByteStorage.empty
    #expect(try chunks.next(reusing: &storage)?.segment == 1)
    disk.before(.listing) {
      for _ in 0..<3 { crowd.writeOne() }
    }
    var lines: [Int] = []
    while let chunk = try chunks.next(reusing: &storage) { lines.append(chunk.segment) }
    #expect(lines == [1, 4])
    #expect(chunks.tail == nil)
    #expect(crowd.errors == 0)
  }

  @Test func `the folder is listed before the first segment and after the last`() throws {
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 300
    let crowd = Crowd(try FileStore(LogDirectory("/store", on: disk), options))
    for _ in 0..<40 { crowd.writeOne() }
    #expect(disk.paths(in: "/store/log").count == 40)
    let before = disk.listings
    let reader = try StoreReader(LogDirectory("/store", on: disk))
    #expect(try readNumbers(reader).numbers == Array(1...40))
    #expect(disk.listings - before == 2)
  }

  @Test(.timeLimit(.minutes(20)))
  func `readers follow a writer across segments without disturbing it`() throws {
    let folder = TemporaryFolder()
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
    var options = FileStore.Options()
    options.segmentSize = 4_000
    let crowd = Crowd(try FileStore(path: folder.store, options: options))
    let failures = Atomic<Int>(0)
    let turn = Atomic<Int>(0)
    let isWriting = Atomic(true)
    inThreads(3) {
      if turn.add(1, ordering: .relaxed).oldValue == 0 {
        for _ in 0..<150 { crowd.writeOne() }
        isWriting.store(false, ordering: .releasing)
        return
      }
      var cursor = LogCursor.start
      // Not until an entry is seen: if its write fails, it never comes.
      while isWriting.load(ordering: .acquiring) {
        do {
          var reader = try EntryReader(crowd.store, from: cursor)
          while try reader.next() != nil {}
          if reader.seq > cursor.seq { cursor = reader.cursor }
          let other = try StoreReader(path: folder.store)
          let before = crowd.store.end.seq
          if try readNumbers(other).numbers.count < before { throw LogError(.corrupt, "too few") }
        } catch {
          failures.add(1, ordering: .relaxed)
          break
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    #expect(crowd.errors == 0)
    #expect(crowd.store.end.seq == 150)
    try crowd.store.close()
  }
}

/// Writes notes from many threads, as an engine would: in turn, and then waiting side by side.
final class Crowd: @unchecked Sendable {
  let store: FileStore
  private let turn = Locked(())
  private var notes = Notes()
  let failed = Atomic<Int>(0)

  init(_ store: FileStore) { self.store = store }

  var errors: Int { failed.load(ordering: .relaxed) }

  /// - Returns: The entry's number; nil if it wasn't acknowledged.
  @discardableResult
  func writeOne(_ durability: Durability = .sync, text: String? = nil) -> Int? {
    do {
      let seq = try append(text)
      try store.commit(through: seq, durability)
      return seq
    } catch {
      failed.add(1, ordering: .relaxed)
      return nil
    }
  }

  func append(_ text: String?) throws(LogError) -> Int {
    turn.lock()
    defer { turn.unlock() }
    try notes.append(to: store, text: text)
    return notes.seq
  }
}

extension [[Int?]] {
  /// Expects of what each of eight callers wrote in turn that the last entry failed, and that none was acknowledged
  /// that isn't stored.
  func expectFailure(storedThrough stored: Int) {
    #expect(count == 8)
    for numbers in self { #expect(numbers.count == 50 && numbers[49] == nil) }
    let acknowledged = joined().compactMap(\.self)
    #expect(acknowledged.allSatisfy { $0 <= stored })
    #expect(Set(acknowledged).count == acknowledged.count)
  }
}

/// Runs the same in a number of threads at once, and waits for all of them.
func inThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    // A queue of its own is a thread of its own, once it blocks.
    DispatchQueue(label: "caller \(index)").async(group: group, execute: body)
  }
  group.wait()
}

// A backup is a store at every moment, costs what has changed, and never replaces what is good by anything else.

import EventSourcing
import TestKit
import Testing

@testable import EventLog

@Suite struct BackupTests {
  let disk = MemoryDisk()
  var store: LogDirectory { LogDirectory("/store", on: disk) }
  var backup: LogDirectory { LogDirectory("/backup", on: disk) }

  /// Appends entries, three to a segment.
  func write(_ count: Int, to directory: LogDirectory? = nil) throws {
    var options = FileStore.Options()
    options.segmentSize = 700
    let store = try FileStore(directory ?? self.store, options)
    var notes = Notes(after: store.end.seq)
    for _ in 0..<count {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
  }

  func makeStore(_ count: Int) throws {
    try store.create(id: Notes.id, created: Notes.start)
    try write(count)
  }

  @discardableResult
  func backUp() throws -> BackupReport { try EventLog.backUp(store, to: backup, 0) }

  /// The segments' bytes.
  func log(_ directory: LogDirectory) -> [[UInt8]] { disk.paths(in: directory.log).map(disk.bytes) }

  func numbers(_ directory: LogDirectory) throws -> [Int] {
    try readNumbers(StoreReader(directory)).numbers
  }

  func isWritable(_ directory: LogDirectory) -> [Bool] {
    disk.paths(in: directory.log).map { path in
      disk.state.withLock { $0.names[path]?.isWritable ?? false }
    }
  }

  /// Writes a byte of a segment in place, as a program would.
  func rewrite(_ segment: Int, byte: Int = 0, _ change: UInt8 = 0) throws {
    let path = store.segmentPath(segment)
    let file = try OpenFile(path, for: .writing, on: disk)
    let changed = [disk.bytes(path)[byte] ^ change]
    try changed.withUnsafeBytes { try file.write($0, at: byte) }
  }

  @Test func `each time, what has changed is copied, and nothing else`() throws {
    try makeStore(7)
    let sizes = log(store).map(\.count)
    #expect(
      try backUp()
        == BackupReport(entries: 7, segments: 3, copied: 3, bytes: sizes.reduce(0, +)))
    #expect(log(backup) == log(store))
    #expect(isWritable(backup) == [false, false, true])
    #expect(try backUp() == BackupReport(entries: 7, segments: 3, copied: 0, bytes: 0))

    try write(2)
    #expect(try backUp().copied == 1)
    // The backup's open segment is sealed, without another byte.
    try write(1)
    #expect(
      try backUp()
        == BackupReport(entries: 10, segments: 4, copied: 1, bytes: log(store)[3].count))
    #expect(log(backup) == log(store))
    #expect(isWritable(backup) == [false, false, false, true])
  }

  @Test func `a segment that was rewritten with the same size is copied again`() throws {
    try makeStore(7)
    try backUp()
    try rewrite(4)
    #expect(try backUp().copied == 1)
    #expect(try backUp().copied == 0)
  }

  @Test func `a store without entries has a backup`() throws {
    try makeStore(0)
    for _ in 1...2 { #expect(try backUp() == BackupReport()) }
    try write(1)
    #expect(try backUp().entries == 1)
  }

  @Test func `a last segment without entries isn't copied, nor a torn tail`() throws {
    try makeStore(3)
    _ = try store.openSegment(4, for: .creating)
    for copied in [1, 0] {
      let report = try backUp()
      #expect((report.entries, report.copied) == (3, copied))
    }
    disk.setBytes(Array(#"{"seq":4,"#.utf8), of: store.segmentPath(4))
    #expect(try backUp().entries == 3)
    #expect(try numbers(backup) == [1, 2, 3])
  }

  @Test func `a restored backup takes entries`() throws {
    try makeStore(7)
    try backUp()
    let restored = LogDirectory("/restored", on: disk)
    for folder in [restored.path, restored.log] { try disk.makeFolder(folder) }
    for path in ["/backup/store.json", "/backup/lock"] + disk.paths(in: backup.log) {
      try disk.rename(path, to: path.replacing("/backup", with: restored.path))
    }
    try write(3, to: restored)
    #expect(try numbers(restored) == Array(1...10))
  }
}

// Damage.
extension BackupTests {
  @Test func `bits that rot in the store don't reach the backup`() throws {
    try makeStore(7)
    try backUp()
    let good = log(backup)
    var bytes = disk.bytes(store.segmentPath(4))
    bytes[30] ^= 1
    disk.setBytes(bytes, of: store.segmentPath(4))
    try backUp()
    #expect(log(backup) == good)
  }

  @Test func `a segment that was changed and is damaged replaces nothing`() throws {
    try makeStore(7)
    try backUp()
    let good = log(backup)
    try write(2)
    try rewrite(4, byte: 30, 1)
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.code == .corrupt)
    #expect(error?.place?.file == store.segmentPath(4))
    #expect(log(backup) == good)
  }

  @Test func `a damaged store makes no backup`() throws {
    try makeStore(7)
    try rewrite(1, byte: 30, 1)
    #expect(throws: LogError.self) { try backUp() }
    #expect(disk.paths(in: "/") == ["/store"])
  }

  @Test(arguments: [1, 4, 7]) func `a damaged backup is named as such`(segment: Int) throws {
    try makeStore(7)
    try backUp()
    var bytes = disk.bytes(backup.segmentPath(segment))
    bytes[30] ^= 1
    disk.setBytes(bytes, of: backup.segmentPath(segment))
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.code == .corrupt)
    #expect(error?.place?.file == backup.segmentPath(segment))
    #expect(error?.remedy?.text.hasPrefix("This is the backup, not the store.") == true)
  }

  @Test func `a log that is cut while it is copied replaces nothing`() throws {
    try makeStore(7)
    try backUp()
    let good = log(backup)
    try write(2)
    let (disk, path) = (disk, store.segmentPath(7))
    disk.before(.sync) { disk.setBytes(Array(disk.bytes(path).dropLast(200)), of: path) }
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.message == "The log was cut while it was copied.")
    let left = disk.bytes(path)
    let start = try #require(left.lastIndex(of: 0x0A)) + 1
    let place = try #require(error?.place)
    #expect((place.line, place.byte) == (left.count { $0 == 0x0A } + 1, left.count))
    #expect(place.column == left.count - start + 1)
    #expect(log(backup) == good)
    #expect(disk.paths(in: "/backup").count == 3)
  }
}

extension BackupTests {
  @Test func `a backup knows the copies that the store knows, each once`() throws {
    try makeStore(3)
    let first = #"{"path":"/first"}"# + "\n"
    try write(first, to: store.backups)
    try backUp()
    #expect(String(decoding: disk.bytes(backup.backups), as: UTF8.self) == first)
    let second = first + #"{"path":"/second","kind":"archive"}"# + "\n"
    try write(second, to: store.backups)
    try write(first + #"{"path":"/own"}"# + "\n", to: backup.backups)
    try backUp()
    #expect(
      try backup.knownCopies().copies.map(\.path) == ["/first", "/own", "/second"])
    #expect(try backup.knownCopies().copies.last?.kind == .archive)
    let writes = disk.writes
    try backup.noteCopies(of: store)
    #expect(disk.writes == writes)
  }

  @Test func `lines of the list that can't be read are named, and stay in the copy's list`() throws
  {
    try makeStore(3)
    try write("{\"path\":\"/first\"}\n{\"pa\0th\n\n{}\n{\"path\":\"/last\"}\n", to: store.backups)
    let known = try store.knownCopies()
    #expect(known.copies.map(\.path) == ["/first", "/last"])
    #expect(known.unreadable == ["\(store.backups):2", "\(store.backups):4"])
    try backUp()
    let copied = try backup.knownCopies()
    #expect(copied.copies.map(\.path).contains("/last") && copied.unreadable.count == 2)
  }

  private func write(_ text: String, to path: String) throws {
    if try disk.item(at: path) == nil { _ = try OpenFile(path, for: .creating, on: disk) }
    disk.setBytes(Array(text.utf8), of: path)
  }
}

// Folders that aren't for this backup.
extension BackupTests {
  func expectRefused(
    _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = log(backup)
    let error = #expect(throws: LogError.self, sourceLocation: sourceLocation) { try backUp() }
    #expect(error?.code == .cannotCreate, sourceLocation: sourceLocation)
    #expect(error?.message == reason, sourceLocation: sourceLocation)
    #expect(log(backup) == before, sourceLocation: sourceLocation)
  }

  @Test func `the store itself`() throws {
    try makeStore(1)
    let error = #expect(throws: LogError.self) { try EventLog.backUp(store, to: store) }
    #expect(error?.message == "/store is the store itself.")
  }

  @Test func `a folder with something else, or another store`() throws {
    try makeStore(1)
    try disk.makeFolder("/backup")
    try disk.makeFolder("/backup/photos")
    try expectRefused("The folder /backup isn't empty.")
    try disk.remove("/backup/photos")
    try backup.create(id: String(Notes.id.reversed()), created: Notes.start)
    try expectRefused("/backup has another store.")
  }

  @Test func `a backup that was written to`() throws {
    try makeStore(7)
    try backUp()
    try write(1, to: backup)
    try expectRefused("/backup has entries that the store doesn't have, such as 8.")
  }

  @Test func `a backup with a segment that was just begun`() throws {
    try makeStore(6)
    try backUp()
    _ = try backup.openSegment(7, for: .creating)
    try expectRefused("The store has no such segment as \(backup.segmentPath(7)).")
    // The empty segment hides nothing that was written before it.
    try write(1)
    try rewrite(4)
    try backUp()
    #expect(log(backup) == log(store))
  }

  @Test func `a backup of entries that the store has lost, until it has them again`() throws {
    try makeStore(7)
    try backUp()
    try disk.rename(store.segmentPath(7), to: "/lost")
    #expect(try recover(store).keptThrough == 6)
    try expectRefused("/backup has entries that the store doesn't have, such as 7.")
    try write(2)
    try backUp()
    #expect(try numbers(backup) == Array(1...8))
  }

  @Test func `a segment that the store has lost is the store's damage`() throws {
    try makeStore(7)
    try backUp()
    try disk.remove(store.segmentPath(4))
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.code == .corrupt)
    #expect(error?.place?.file.hasPrefix("/store/") == true)
    #expect(try numbers(backup) == Array(1...7))
  }

  @Test func `another backup to the same folder is waited for`() throws {
    try makeStore(1)
    try backUp()
    let lock = try StoreLock.acquire(in: backup, timeoutMilliseconds: 0)
    let error = #expect(throws: LogError.self) { try backUp() }
    #expect(error?.code == .locked)
    withExtendedLifetime(lock) {}
  }
}

// Interruptions.
extension BackupTests {
  @Test(
    arguments: [.refused, .half, .full]
      + Array(repeating: MemoryDisk.Fault.death, count: Seeded.trials(1)), [false, true])
  func `whatever call fails, what is there is good, and the next backup is whole`(
    fault: MemoryDisk.Fault, isFirst: Bool
  ) throws {
    var chance = Seeded.forTest()
    var call = 0
    var isDone = false
    while !isDone {
      call += 1
      let trial = BackupTests()
      try trial.makeStore(5)
      if !isFirst { try trial.backUp() }
      try trial.write(4)
      try trial.rewrite(1)
      trial.disk.fail(at: trial.disk.calls + call, fault)
      isDone = (try? trial.backUp()) != nil
      trial.disk.crash()
      let comment: Comment = "call \(call), \(fault), seed \(chance.seed)"
      if fault == .death {
        trial.disk.losePower(&chance)
      }
      let isThere = trial.disk.paths(in: "/backup").contains("/backup/store.json")
      #expect(isThere || isFirst && !isDone, comment)
      if isThere {
        let numbers = try trial.numbers(trial.backup)
        #expect(numbers == Array(1..<numbers.count + 1), comment)
        #expect(isDone ? numbers.count == 9 : isFirst || numbers.count >= 5, comment)
      }
      #expect(try trial.backUp().entries == 9, comment)
      #expect(trial.log(trial.backup) == trial.log(trial.store), comment)
      #expect(!trial.disk.paths(in: "/backup").contains("/backup/incoming"), comment)
    }
    #expect(call > 60)
  }
}

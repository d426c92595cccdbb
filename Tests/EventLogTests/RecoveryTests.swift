// Damage is moved away on request, all of it, and nothing else.

import EventSourcing
import JSONLines
import Testing

@testable import EventLog

@Suite struct RecoveryTests {
  let disk = MemoryDisk()

  /// Twelve entries, three to a segment.
  func makeStore() throws {
    var options = FileStore.Options()
    options.segmentSize = 700
    try LogDirectory("/store", on: disk).create(id: Notes.id, created: Notes.start)
    let store = try FileStore(LogDirectory("/store", on: disk), options)
    var notes = Notes()
    for _ in 1...12 {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
    #expect(segments == [1, 4, 7, 10])
  }

  var segments: [Int] {
    disk.paths(in: "/store/log").compactMap {
      $0.split(separator: "/").last.flatMap { SegmentName.segment(String($0)) }
    }
  }

  func path(_ segment: Int) -> String { "/store/log/" + SegmentName.text(segment) }

  func expectUsable(after seq: Int) throws {
    let reader = try StoreReader(LogDirectory("/store", on: disk))
    #expect(try readNumbers(reader).numbers == Array(1..<seq + 1))
    let store = try FileStore(LogDirectory("/store", on: disk))
    var notes = Notes(after: seq)
    try notes.append(to: store)
    try store.close()
    let (numbers, tail) = try readNumbers(StoreReader(LogDirectory("/store", on: disk)))
    #expect(numbers == Array(1...seq + 1))
    #expect(tail == nil)
  }

  @Test func `a good log is left alone`() throws {
    try makeStore()
    let writes = disk.writes
    #expect(try recover(LogDirectory("/store", on: disk)) == RecoveryReport(keptThrough: 12))
    #expect(disk.writes == writes)
  }

  @Test func `everything from the first bad line on is kept in the quarantine`() throws {
    try makeStore()
    let before = segments.map { disk.bytes(path($0)) }
    let line = before[1].firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var damaged = before[1]
    damaged[line + 20] ^= 1
    disk.setBytes(damaged, of: path(4))

    let report = try recover(LogDirectory("/store", on: disk))

    #expect(report.keptThrough == 4)
    #expect(report.damage?.code == .corrupt)
    #expect(report.damage?.place?.line == 2)
    #expect(report.bytesMoved == damaged.count - line + before[2].count + before[3].count)
    #expect(report.files.count == 4)
    let kept = report.files.dropLast().map { disk.bytes($0) }
    #expect(kept == [Array(damaged[line...]), before[2], before[3]])
    #expect(segments == [1, 4])
    #expect(disk.bytes(path(4)) == Array(before[1][..<line]))
    try expectUsable(after: 4)
  }

  @Test func `the report is next to what was moved`() throws {
    try makeStore()
    disk.setBytes(Array("rubbish\n".utf8), of: path(10))
    let report = try recover(LogDirectory("/store", on: disk))
    let text = String(decoding: disk.bytes(report.files.last ?? ""), as: UTF8.self)
    let tree = try JSONValue(parsing: text)
    #expect(tree["store"] == .string(Notes.id))
    #expect(tree["keptThrough"] == .integer(9))
    #expect(tree["location"]?["file"] == .string(path(10)))
    #expect(tree["bytesMoved"] == .integer(8))
    #expect(tree["files"]?.array?.count == 1)
    try expectUsable(after: 9)
  }

  @Test func `a missing segment is named by the entry that it held`() throws {
    try makeStore()
    try disk.rename(path(7), to: "/elsewhere")
    let error = #expect(throws: LogError.self) {
      try readNumbers(StoreReader(LogDirectory("/store", on: disk)))
    }
    #expect(error?.code == .corrupt)
    #expect(error?.seq == 7)
    #expect(error?.message == "No segment contains entry 7: the next one begins with 10.")
    let report = try recover(LogDirectory("/store", on: disk))
    #expect(report.keptThrough == 6)
    #expect(segments == [1, 4])
    try expectUsable(after: 6)
  }

  @Test func `a sealed segment that doesn't end with a line feed is corrupt`() throws {
    try makeStore()
    disk.setBytes(disk.bytes(path(4)).dropLast(), of: path(4))
    let error = #expect(throws: LogError.self) {
      try readNumbers(StoreReader(LogDirectory("/store", on: disk)))
    }
    #expect(error?.code == .corrupt)
    #expect(error?.place?.file == path(4))
    #expect(error?.place?.line == 3)
    #expect(try recover(LogDirectory("/store", on: disk)).keptThrough == 5)
    try expectUsable(after: 5)
  }

  @Test func `a log without one good line is emptied`() throws {
    try makeStore()
    disk.setBytes([0x0A] + disk.bytes(path(1)), of: path(1))
    #expect(try recover(LogDirectory("/store", on: disk)).keptThrough == 0)
    #expect(segments.isEmpty)
    try expectUsable(after: 0)
  }

  @Test func `recovering twice overwrites nothing in the quarantine`() throws {
    try makeStore()
    let last = disk.bytes(path(10))
    for text in ["first", "second"] {
      disk.setBytes(last + Array("\(text)\n".utf8), of: path(10))
      let report = try recover(LogDirectory("/store", on: disk))
      #expect(disk.bytes(report.files[0]) == Array("\(text)\n".utf8))
    }
    #expect(disk.paths(in: "/store/quarantine").count == 4)
  }

  @Test func `whatever call fails, recovering again comes to the same end`() throws {
    var call = 0
    while true {
      call += 1
      let trial = RecoveryTests()
      try trial.makeStore()
      var damaged = trial.disk.bytes(path(4))
      damaged[10] ^= 1
      trial.disk.setBytes(damaged, of: path(4))
      let sizeBefore = trial.segments.reduce(0) { $0 + trial.disk.bytes(path($1)).count }
      trial.disk.fail(at: trial.disk.calls + call, .half)
      let isDone = (try? recover(LogDirectory("/store", on: trial.disk))) != nil
      trial.disk.crash()
      let report = try recover(LogDirectory("/store", on: trial.disk))
      #expect(report.keptThrough == 3, "call \(call)")
      let kept = (trial.disk.paths(in: "/store/log") + trial.disk.paths(in: "/store/quarantine"))
        .filter { !$0.hasSuffix(".json") }.reduce(0) { $0 + trial.disk.bytes($1).count }
      #expect(kept >= sizeBefore, "call \(call)")
      try trial.expectUsable(after: 3)
      if isDone { break }
    }
    #expect(call > 30)
  }

  @Test func `a line of a newer version is no damage`() throws {
    try makeStore()
    let line = #"{"seq":13,"at":"2030-01-01T00:00:00.000000Z","new":1"#
    disk.setBytes(disk.bytes(path(10)) + checksummed(line), of: path(10))
    for attempt in [
      { _ = try recover(LogDirectory("/store", on: self.disk)) },
      { _ = try FileStore(LogDirectory("/store", on: self.disk)) },
      { _ = try readNumbers(StoreReader(LogDirectory("/store", on: self.disk))) },
    ] {
      let error = #expect(throws: LogError.self) { try attempt() }
      #expect(error?.code == .newerVersion)
    }
    #expect(disk.paths(in: "/store/quarantine").isEmpty)
  }
}

// Entries that an index finds are those that reading everything finds, whatever happens to the cache.

import TestKit
import Testing

@testable import EventLog
@testable import EventSourcing

@Suite struct IndexTests {
  let disk = MemoryDisk()
  private let streams = 7

  private func directory(_ path: String = "/store") -> LogDirectory {
    LogDirectory(path, on: disk)
  }

  /// Streams of very different lengths.
  private func stream(_ seq: Int) -> Int { min(seq * seq % 11, streams) }

  private func write(_ count: Int, segmentSize: Int, to path: String = "/store") throws {
    var options = FileStore.Options()
    options.segmentSize = segmentSize
    let store = try FileStore(directory(path), options)
    var notes = Notes(after: store.end.seq, stream: stream) { $0 % 3 == 0 ? "2" : "1" }
    for _ in 0..<count {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
  }

  private func makeStore(_ count: Int, segmentSize: Int, at path: String = "/store") throws {
    let id = path == "/store" ? Notes.id : String(Notes.id.reversed())
    try directory(path).create(id: id, created: Notes.start)
    try write(count, segmentSize: segmentSize, to: path)
  }

  private func reader(_ path: String = "/store", smallest: Int = 1) throws -> StoreReader {
    try StoreReader(directory(path), smallestIndex: smallest, longestWrite: 3)
  }

  private var cached: [String] { disk.paths(in: "/store/cache") }

  /// Compares the entries of each stream, and of two of them, and their ends.
  private func check(_ note: String, smallest: Int = 1) throws {
    let whole = try reader(smallest: smallest)
    let (all, tail) = try readNumbers(whole)
    try checkOutline(whole, note)
    for wanted in (0...streams + 1).map({ [$0] }) + [[2, 1], [1, 1]] {
      let names = wanted.compactMap { StreamName(category: "note", id: String($0)) }
      guard let part = try whole.part(of: names.map { .stream($0) }) else {
        #expect(disk.paths(in: "/store/log").reduce(0) { $0 + disk.bytes($1).count } < smallest)
        continue
      }
      let found = try readNumbers(part)
      #expect(found.numbers == all.filter { wanted.contains(stream($0)) }, "\(note) \(wanted)")
      #expect(found.tail == tail, "\(note)")
      for seq in [all.dropFirst(all.count / 3).first, all.last].compactMap(\.self) {
        let cursor = try whole.cursor(before: seq)
        var reader = try EntryReader(whole, from: cursor)
        while reader.seq < seq, try reader.next() != nil {}
        #expect(reader.seq == seq, "\(note)")
      }
    }
  }

  /// Compares what an engine goes on from.
  private func checkOutline(_ whole: StoreReader, _ note: String) throws {
    guard let outline = try whole.outline() else { return }
    let (end, found) = (try FoundEnd(whole), try FoundEnd(whole, from: outline.cursor))
    #expect(outline.seq == end.end.seq, "\(note)")
    #expect(found.end.rulesVersion ?? outline.rulesVersion == end.end.rulesVersion, "\(note)")
    #expect((found.end.seq, found.end.at) == (end.end.seq, end.end.at), "\(note)")
    #expect((found.lastWrite, found.tornTail) == (end.lastWrite, end.tornTail), "\(note)")
    let numbers = Set((outline.numbers("note") ?? []).joined())
    #expect(numbers == Set((1...end.end.seq).map(stream)).subtracting([0]), "\(note)")
    #expect(outline.numbers("other") == [], "\(note)")
  }

  @Test func `what was indexed isn't read again`() throws {
    try makeStore(40, segmentSize: 2_000)
    try check("first")
    let first = cached.map(disk.bytes)
    #expect(first.count > 3)
    #expect(try reader().outline() != nil)
    try check("again")
    #expect(cached.map(disk.bytes) == first)
    // New entries are, but nothing that was sealed.
    try write(3, segmentSize: 2_000)
    try check("small", smallest: 4_000)
    #expect(cached.map(disk.bytes).starts(with: first.dropLast()))
  }

  @Test func `a small store has no cache`() throws {
    try makeStore(40, segmentSize: 2_000)
    let name = try #require(StreamName(category: "note", id: "1"))
    #expect(try reader(smallest: 1_000_000).part(of: [.stream(name)]) == nil)
    #expect(cached == [])
  }

  @Test func `a read-only store is read without indexes`() throws {
    try makeStore(40, segmentSize: 2_000)
    disk.limitRoom(to: 0)
    let name = try #require(StreamName(category: "note", id: "1"))
    #expect(try reader().part(of: [.stream(name)]) == nil)
    #expect(cached.allSatisfy { disk.bytes($0).isEmpty })
  }

  @Test func `a damaged entry in a part is named by its number`() throws {
    try makeStore(12, segmentSize: 1_500)
    try check("first")
    let damaged = try #require((8...12).first { stream($0) == stream(3) })
    let name = try #require(StreamName(category: "note", id: String(stream(damaged))))
    let part = try #require(try reader().part(of: [.stream(name)]))
    for path in disk.paths(in: "/store/log") {
      let text = String(decoding: disk.bytes(path), as: UTF8.self)
      let changed = text.replacing(
        #""seq":\#(damaged),"at":"2"#, with: #""seq":\#(damaged),"at":"3"#)
      disk.setBytes(Array(changed.utf8), of: path)
    }
    let error = try #require(throws: LogError.self) { try readNumbers(part) }
    #expect(error.code == .corrupt && error.seq == damaged)
  }

  /// Damage outside of what is read doesn't matter, and only reading finds out where that is.
  @Test func `a damaged log is read as it was asked for`() throws {
    try makeStore(12, segmentSize: 1_500)
    let path = disk.paths(in: "/store/log")[1]
    var bytes = disk.bytes(path)
    bytes[30] ^= 1
    disk.setBytes(bytes, of: path)
    let name = try #require(StreamName(category: "note", id: "1"))
    #expect(try reader().part(of: [.stream(name)]) == nil)
    #expect(try reader().knownEnd() == nil)
    #expect(try reader().lastEntry(notAfter: Notes.start) == nil)
  }

  /// Every byte of every index, in two ways.
  @Test func `a damaged index is built again`() throws {
    try makeStore(12, segmentSize: 1_500)
    try check("first")
    for path in cached {
      let whole = disk.bytes(path)
      for place in stride(from: 0, to: whole.count, by: 7) {
        var damaged = whole
        damaged[place] ^= 0x55
        disk.setBytes(damaged, of: path)
        try check("\(path), byte \(place) changed")
        disk.setBytes(Array(whole[..<place]), of: path)
        try check("\(path), cut at \(place)")
        disk.setBytes(whole, of: path)
      }
    }
  }

  /// Each word of the header has another value, and the checksums are right. Only the seed of the hashes can't be
  /// told from another one.
  @Test func `a forged index loses nothing but time`() throws {
    try makeStore(12, segmentSize: 1_500)
    try check("first")
    let path = try #require(cached.first)
    let whole = disk.bytes(path)
    let bytes = Array(whole.dropLast(4))
    for word in 0..<SegmentIndex.Header.wordCount where word != 3 {
      for value: UInt64 in [0, 1, 1 << 31, 1 << 40, 1 << 62, .max] {
        var forged = bytes
        withUnsafeBytes(of: value.littleEndian) { value in
          for (place, byte) in value.enumerated() { forged[word * 8 + place] = byte }
        }
        let seed = UInt32(truncatingIfNeeded: forged.words64[3])
        disk.setBytes(CheckedBytes.blocks(of: forged, key: seed), of: path)
        try check("word \(word), \(value)")
        disk.setBytes(whole, of: path)
      }
    }
  }

  @Test func `what is no file is no index`() throws {
    try makeStore(40, segmentSize: 2_000)
    try disk.makeFolder("/store/cache")
    try disk.makeFolder("/store/cache/" + SegmentName.number(1) + ".index")
    try check("folder")
  }

  @Test func `histories, caches and damages at random change no answer`() throws {
    var random = Seeded.forTest()
    for trial in 0..<Seeded.trials(15) {
      let size = 500 + random.below(3_000)
      for path in ["/store", "/other"] {
        for file in ["/log", "/cache", "", "/quarantine"].flatMap({ disk.paths(in: path + $0) }) {
          try? disk.remove(file)
        }
        for folder in ["/log", "/cache", "/quarantine", ""] { try? disk.remove(path + folder) }
      }
      try makeStore(1 + random.below(30), segmentSize: size)
      try makeStore(20, segmentSize: size, at: "/other")
      _ = try reader("/other").part(of: [.stream(try #require(StreamName("note/1")))])
      for step in 0..<6 {
        try change(&random, segmentSize: size)
        try check(
          "seed \(random.seed), trial \(trial), step \(step)", smallest: 1 + random.below(1_000))
      }
    }
  }

  private func change(_ random: inout Seeded, segmentSize: Int) throws {
    let path = cached.isEmpty ? nil : cached[random.below(cached.count)]
    switch (random.below(6), path) {
    case (0, let path?): try disk.remove(path)
    case (1, let path?):
      var bytes = disk.bytes(path)
      if !bytes.isEmpty { bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255)) }
      disk.setBytes(bytes, of: path)
    case (2, let path?): disk.setBytes(Array(disk.bytes(path).dropLast(random.below(99))), of: path)
    case (3, let path?):
      // Of another store, or of another segment.
      let others = disk.paths(in: "/other/cache") + cached
      disk.setBytes(disk.bytes(others[random.below(others.count)]), of: path)
    default: try write(1 + random.below(9), segmentSize: segmentSize)
    }
  }
}

// Going through a log: what must hold between an entry and the one before, and where reading ends.

import EventSourcing
import JSONLines
import Testing

@Suite struct EntryReaderTests {
  private static let good = HandmadeSource([
    (1, text([.opening(seq: 1), .plain(seq: 2), .plain(seq: 3)])),
    (4, text([.opening(seq: 4), .plain(seq: 5)])),
  ])

  private static func text(_ entries: [HandmadeEntry]) -> String {
    entries.map { $0.line + "\n" }.joined()
  }

  private func read(_ source: any EntrySource, from cursor: LogCursor = .start) throws(LogError)
    -> (seqs: [Int], reader: EntryReader)
  {
    var reader = try EntryReader(source, from: cursor)
    var seqs: [Int] = []
    while let entry = try reader.next() { seqs.append(entry.seq) }
    return (seqs, reader)
  }

  private func error(_ source: any EntrySource) throws -> LogError {
    try #require(throws: LogError.self) { try read(source) }
  }

  @Test func `all entries of all segments are read in order`() throws {
    let (seqs, reader) = try read(Self.good)
    #expect(seqs == [1, 2, 3, 4, 5])
    #expect(reader.seq == 5)
    #expect(reader.rulesVersion == "1")
    #expect(reader.at?.description == "2026-11-20T09:00:00.000000Z")
    #expect(reader.tornTail == nil)
    let bytes = try lines(of: Self.good).reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(reader.byteCount == bytes)
  }

  @Test func `at the end it stays at the end`() throws {
    var (_, reader) = try read(Self.good)
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
  }

  @Test func `from the place after any entry, reading continues with the next`() throws {
    var reader = try EntryReader(Self.good)
    #expect(try read(Self.good, from: reader.cursor).seqs == [1, 2, 3, 4, 5])
    while let entry = try reader.next() {
      let (rest, other) = try read(Self.good, from: reader.cursor)
      #expect(rest == Array(entry.seq..<5).map { $0 + 1 })
      #expect(other.seq == 5)
    }
  }

  @Test func `a place has file, line and column`() throws {
    var reader = try EntryReader(Self.good)
    var byte = 0
    for line in 1...3 {
      let entry = try #require(try reader.next())
      #expect(reader.place() == Place(file: "log/1.jsonl", line: line, byte: byte, column: 1))
      #expect(
        reader.place(at: entry.command.lowerBound).byte
          == byte + entry.command.lowerBound - entry.line.lowerBound)
      byte += entry.bytes.count + 1
      #expect(reader.cursor == LogCursor(seq: line, segment: 1, byte: byte, line: line + 1))
    }
    _ = try reader.next()
    #expect(reader.place().description == "log/4.jsonl:1:1")
  }

  @Test func `a place names a column only if it has one`() {
    let whole = Place(file: "log/1.jsonl", line: 3, byte: 40)
    #expect(whole.description == "log/1.jsonl:3" && whole.column == nil)
    #expect(Place(file: "a", line: 3, byte: 40, column: 1).description == "a:3:1")
    #expect(Place(file: "a", line: 3, byte: 43, after: "zoë".utf8).description == "a:3:4")
  }

  @Test(arguments: ["command", "events", "meta"])
  func `keys that only a domain can require aren't guessed`(_ key: String) throws {
    var entry = HandmadeEntry.opening(seq: 1)
    let part = #"{"type":"pay-order","part":{"inner":1}}"#
    let value = ["command": part, "events": "[\(part)]", "meta": #"{"part":"{}"}"#][key]
    if key == "meta" {
      entry.members.insert((key, try #require(value)), at: entry.members.count - 2)
    } else {
      entry[key] = value
    }
    var reader = try EntryReader(HandmadeSource([entry]))
    let read = try #require(try reader.next())
    let line = String(decoding: read[read.line], as: UTF8.self)
    let before = line.ranges(of: #"{"inner""#).first.map { line[..<$0.lowerBound].utf8.count }
    let place = before.map { read.line.lowerBound + $0 } ?? read.meta.lowerBound
    let error = JSONError(.missingKey, at: place)
    #expect(reader.unreadable(error, seq: 1).message == error.message)
  }

  /// Whether the revisions of one stream's entries may follow each other; `r` is a refused entry.
  static let revisions: [(entries: String, store: Bool, history: Bool)] = [
    ("1:1 2:2 3:3", true, true), ("1:0r 2:1 3:1r", true, true),
    // Edited: accepted as the record has it refused, or the other way round.
    ("1:1 2:1 3:2", false, true), ("1:1 2:2r", false, true), ("1:0", false, true),
    ("1:2", false, false), ("1:1 2:3", false, false), ("1:1 2:2 3:1", false, false),
    ("1:1 2:3r", false, false), ("1:1 2:0r", false, false),
    // After a gap they are taken as given, unless they fall.
    ("5:7", false, true), ("1:1 3:9", false, true), ("1:1 3:9 4:10", false, true),
    ("1:1 3:9 4:11", false, false), ("1:4 3:9", false, false), ("2:4 7:3", false, false),
  ]

  @Test(arguments: revisions)
  func `revisions follow each other`(entries: String, store: Bool, history: Bool) throws {
    let all = entries.split(separator: " ").map { text in
      let numbers = text.split(separator: ":").map { Int($0.filter(\.isNumber)) ?? 0 }
      var entry =
        text.hasSuffix("r") ? HandmadeEntry.refused(seq: numbers[0]) : .plain(seq: numbers[0])
      entry["rev"] = "\(numbers[1])"
      return entry
    }
    var opened = all
    opened[0].members.insert(contentsOf: HandmadeEntry.opening(seq: 1).members[5..<8], at: 5)
    let sources = [
      HandmadeSource([(1, Self.text(opened))]),
      HandmadeSource([(0, all.map { $0.unsealed + "\n" }.joined())], form: .history),
    ]
    for (source, isGood) in zip(sources, [store, history]) {
      let result = Result { try read(source).seqs }
      #expect((try? result.get().count) == (isGood ? all.count : nil), "\(source.form): \(result)")
    }
  }

  @Test(arguments: [[1, 3], [1, 1], [1, 2, 4], [2], [1, 2, 1]])
  func `a store's numbers run from 1 without gaps`(_ seqs: [Int]) throws {
    let entries = seqs.enumerated().map {
      $0 == 0 ? HandmadeEntry.opening(seq: $1) : .plain(seq: $1)
    }
    let error = try error(HandmadeSource(entries))
    #expect(error.code == .corrupt)
    #expect(error.seq == seqs.count)
    #expect(error.place?.line == seqs.count)
  }

  @Test func `a history's numbers only grow`() throws {
    func history(_ seqs: [Int]) -> HandmadeSource {
      HandmadeSource([(0, Self.text(seqs.map { .plain(seq: $0) }))], form: .history)
    }
    #expect(try read(history([3, 7, 8])).seqs == [3, 7, 8])
    #expect(try error(history([3, 3])).code == .corrupt)
    #expect(try error(history([3, 2])).code == .corrupt)
  }

  @Test(arguments: [LineForm.store, .history])
  func `time never goes back`(_ form: LineForm) throws {
    let source = HandmadeSource(
      [
        (
          1,
          Self.text([
            .opening(seq: 1), .plain(seq: 2),
            .plain(seq: 3, at: "2026-11-20T08:59:59.999999Z"),
          ])
        )
      ], form: form)
    let error = try error(source)
    #expect(error.code == .corrupt)
    #expect(error.seq == 3)
    #expect(error.place?.line == 3)
  }

  @Test(arguments: ["format", "store", "engine"])
  func `a segment's first entry names format, store and engine`(_ key: String) throws {
    var first = HandmadeEntry.opening(seq: 1)
    first[key] = nil
    #expect(try error(HandmadeSource([first])).code == .corrupt)
    var fourth = HandmadeEntry.opening(seq: 2)
    fourth[key] = nil
    let source = HandmadeSource([
      (1, Self.text([.opening(seq: 1)])), (2, Self.text([fourth])),
    ])
    let error = try error(source)
    #expect(error.place == Place(file: "log/2.jsonl", line: 1, byte: 0, column: 1))
  }

  @Test func `no other entry names format or store`() throws {
    let error = try error(HandmadeSource([.opening(seq: 1), .opening(seq: 2)]))
    #expect(error.code == .corrupt)
    #expect(error.seq == 2)
  }

  @Test func `an entry that opens no segment names an engine only if it is another`() throws {
    var second = HandmadeEntry.plain(seq: 2)
    second.members.insert(("engine", #""1""#), at: 5)
    let entries = [HandmadeEntry.opening(seq: 1), second]
    #expect(try error(HandmadeSource(entries)).code == .corrupt)
    let text = entries.map { $0.line + "\n" }.joined()
    #expect(try read(HandmadeSource([(1, text)], form: .history)).reader.rulesVersion == "1")
  }

  @Test func `any entry may name another engine, which then holds`() throws {
    var second = HandmadeEntry.plain(seq: 2)
    second.members.insert(("engine", #""2""#), at: 5)
    #expect(
      try read(HandmadeSource([.opening(seq: 1), second, .plain(seq: 3)])).reader.rulesVersion
        == "2")
  }

  @Test func `a segment belongs to its store and is named after its first entry`() throws {
    var stranger = HandmadeEntry.opening(seq: 1)
    stranger["store"] = "\"" + String(repeating: "f", count: 32) + "\""
    #expect(try error(HandmadeSource([stranger])).code == .corrupt)
    let misnamed = HandmadeSource([
      (1, Self.text([.opening(seq: 1), .plain(seq: 2)])), (4, Self.text([.opening(seq: 3)])),
    ])
    #expect(try error(misnamed).place?.file == "log/4.jsonl")
  }

  @Test func `a bad line is reported with its file, line, byte and column`() throws {
    var bad = HandmadeEntry.plain(seq: 3)
    bad["rev"] = "\"one\""
    let (first, second) = (HandmadeEntry.opening(seq: 1).line, HandmadeEntry.plain(seq: 2).line)
    let error = try error(HandmadeSource([.opening(seq: 1), .plain(seq: 2), bad]))
    #expect(error.code == .corrupt)
    #expect(error.seq == 3)
    let offset = #"{"seq":3,"at":"2026-11-20T09:00:00.000000Z","stream":"order/1001","rev":"#.utf8
      .count
    let byte = first.utf8.count + second.utf8.count + 2 + offset
    #expect(
      error.place == Place(file: "log/1.jsonl", line: 3, byte: byte, column: offset + 1))
    #expect(error.hint != nil)
  }

  @Test func `a line with an unknown key was written by a newer version`() throws {
    var newer = HandmadeEntry.opening(seq: 1)
    newer.members.append(("hash", #""abc""#))
    #expect(try error(HandmadeSource([newer])).code == .newerVersion)
  }

  @Test func `reading ends before a torn tail, and reports it`() throws {
    let whole = Self.text([.opening(seq: 1), .plain(seq: 2)])
    let cut = String(HandmadeEntry.plain(seq: 3).line.dropLast(20))
    let tail = TornTail(
      place: Place(file: "log/1.jsonl", line: 3, byte: whole.utf8.count, column: 1),
      count: cut.utf8.count)
    let (seqs, reader) = try read(HandmadeSource([(1, whole + cut)], tear: tail))
    #expect(seqs == [1, 2])
    #expect(reader.tornTail == tail)
    #expect(
      reader.cursor == LogCursor(seq: 2, segment: 1, byte: whole.utf8.count, line: 3))
    #expect(throws: LogError.self) { try read(HandmadeSource([(1, whole + cut)])) }
  }

  @Test func `a history without lines has no entries`() throws {
    #expect(try read(InMemoryHistory(.empty, name: "empty")).seqs == [])
    #expect(try read(HandmadeSource([HandmadeEntry]())).seqs == [])
  }

  @Test func `a history needs no LF at its end`() throws {
    let text = HandmadeEntry.plain(seq: 1).line + "\n" + HandmadeEntry.plain(seq: 5).unsealed
    let source = InMemoryHistory(ByteStorage.copy(of: text), name: "pasted")
    #expect(try read(source).seqs == [1, 5])
  }
}

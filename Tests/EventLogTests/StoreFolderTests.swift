// The folder itself: what is made where, with which permissions, and what is refused.

import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct StoreFolderTests {
  let folder = TemporaryFolder()

  func create() throws {
    try FileStore.create(at: folder.store, id: Notes.id, created: Notes.start)
  }

  func write(_ count: Int, segmentSize: Int = 700) throws {
    var options = FileStore.Options()
    options.segmentSize = segmentSize
    let store = try FileStore(path: folder.store, options: options)
    var notes = Notes(after: store.end.seq)
    for _ in 0..<count {
      try notes.append(to: store)
      try store.commit(through: notes.seq, .sync)
    }
    try store.close()
  }

  func writeDescription(_ text: String) { folder.write(text.utf8, to: "store/store.json") }

  @Test func `a new store describes itself and is its owner's alone`() throws {
    try create()
    let expected =
      #"{"format":"cleanstore","version":1,"id":"\#(Notes.id)","created":"\#(Notes.start)"}"# + "\n"
    #expect(String(decoding: folder.read("store/store.json"), as: UTF8.self) == expected)
    #expect(try PosixDisk().names(in: folder.store).sorted() == ["lock", "log", "store.json"])
    try write(1)
    folder.write(
      folder.read("store/log/" + SegmentName.text(1)) + [0x7B],
      to: "store/log/" + SegmentName.text(1))
    try write(1)
    for name in ["store", "store/log", "store/quarantine"] { #expect(folder.mode(name) == 0o700) }
    for name in ["store/store.json", "store/lock", "store/log/" + SegmentName.text(1)] {
      #expect(folder.mode(name) == 0o600)
    }
  }

  @Test func `a number that no entry can have names no segment`() {
    #expect(SegmentName.segment("00009007199254740991.jsonl") == 9_007_199_254_740_991)
    #expect(SegmentName.segment("00009007199254740992.jsonl") == nil)
    #expect(SegmentName.segment("09223372036854775807.jsonl") == nil)
  }

  @Test func `segments are named by their first entry, and sealed when the next is opened`() throws
  {
    try create()
    try write(8)
    let names = try PosixDisk().names(in: folder.store + "/log").sorted()
    #expect(names == [1, 4, 7].map(SegmentName.text))
    #expect(names.map { folder.mode("store/log/" + $0) } == [0o400, 0o400, 0o600])
    for name in names {
      let line = String(
        decoding: folder.read("store/log/" + name).prefix { $0 != 0x0A }, as: UTF8.self)
      #expect(line.contains(#""format":1,"store":"\#(Notes.id)","engine":"1""#))
    }
    let reader = try StoreReader(path: folder.store)
    #expect(try readNumbers(reader).numbers == Array(1...8))
    #expect(try reader.cursor(before: 5) == LogCursor(seq: 3, segment: 4, byte: 0, line: 1))
    #expect(try reader.cursor(before: 99) == LogCursor(seq: 6, segment: 7, byte: 0, line: 1))
    #expect(try reader.cursor(before: 0) == LogCursor(seq: 0, segment: 1, byte: 0, line: 1))
    #expect(try readNotes(reader, from: reader.cursor(before: 5)).notes.map(\.seq) == Array(4...8))
  }

  @Test func `an empty last segment is gone on with`() throws {
    try create()
    try write(3)
    folder.write([], to: "store/log/" + SegmentName.text(4))
    try write(2)
    #expect(try readNumbers(StoreReader(path: folder.store)).numbers == Array(1...5))
    #expect(try PosixDisk().names(in: folder.store + "/log").count == 2)
  }

  @Test func `an empty segment with a wrong name is corrupt`() throws {
    try create()
    try write(3)
    folder.write([], to: "store/log/" + SegmentName.text(5))
    let error = #expect(throws: LogError.self) { try FileStore(path: folder.store) }
    #expect(error?.code == .corrupt)
    #expect(error?.seq == 4)
  }

  @Test func `a last segment with nothing but a torn first line is emptied`() throws {
    try create()
    try write(3)
    folder.write(#"{"seq":4,"at":"#.utf8, to: "store/log/" + SegmentName.text(4))
    let store = try FileStore(path: folder.store)
    #expect(store.end == LogEnd(seq: 3, at: Notes.start + 3, rulesVersion: "1"))
    let kept = folder.store + "/quarantine/seq-4-byte-0.torn"
    #expect(store.openingReport.quarantined == kept)
    try store.close()
    #expect(folder.read("store/quarantine/seq-4-byte-0.torn") == Array(#"{"seq":4,"at":"#.utf8))
    try write(1)
    #expect(try readNumbers(StoreReader(path: folder.store)).numbers == Array(1...4))
  }

  @Test func `a store isn't created over something else, and the error says what it is`() throws {
    folder.write("x".utf8, to: "file")
    try create()
    let cases = [
      (folder.path, "isn't empty"), (folder.path + "/file", "isn't a folder"),
      (folder.path + "/no/where", "No such file"), (folder.store, "a store"),
    ]
    for (path, word) in cases {
      let error = #expect(throws: LogError.self) {
        try FileStore.create(at: path, id: Notes.id, created: Notes.start)
      }
      #expect(error?.code == .cannotCreate)
      #expect(error?.message.contains(word) == true, "\(path)")
      #expect(error?.hint != nil)
    }
    #expect(try PosixDisk().names(in: folder.path).sorted() == ["file", "store"])
  }

  @Test func `a store is made in an empty folder`() throws {
    try PosixDisk().makeFolder(folder.store)
    try FileStore.create(at: folder.store + "//", id: Notes.id, created: Notes.start)
    #expect(try StoreReader(path: folder.store).storeID == Notes.id)
  }

  @Test func `what is left of a log isn't taken for a store that was never finished`() throws {
    try create()
    try write(1)
    try PosixDisk().remove(folder.store + "/store.json")
    let error = #expect(throws: LogError.self) { try create() }
    #expect(error?.message == "The folder \(folder.store) isn't empty.")
  }

  @Test func `a store that lost its log reports that`() throws {
    try create()
    try PosixDisk().remove(folder.store + "/log")
    for isFile in [false, true] {
      if isFile { folder.write([], to: "store/log") }
      for open in [readNotesOfStore, { _ = try FileStore(path: self.folder.store) }] {
        let error = #expect(throws: LogError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.place?.file == folder.store + "/log")
        #expect(error?.hint?.contains("copy") == true)
      }
    }
  }

  private func readNotesOfStore() throws {
    _ = try readNotes(StoreReader(path: folder.store))
  }

  @Test func `a folder or a pipe with a segment's name is named, and blocks no reader`() throws {
    try create()
    try write(3)
    let impostor = folder.store + "/log/" + SegmentName.text(4)
    for isPipe in [false, true] {
      if isPipe { mkfifo(impostor, 0o600) } else { try PosixDisk().makeFolder(impostor) }
      for open in [readNotesOfStore, { _ = try FileStore(path: self.folder.store) }] {
        let error = #expect(throws: LogError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.place == Place(file: impostor, line: 1, byte: 0))
        #expect(error?.seq == 4)
      }
      let report = try recover(folder.store)
      #expect(report.keptThrough == 3)
      #expect(
        report.files.first == folder.store + "/quarantine/" + SegmentName.text(4)
          + (isPipe ? ".2" : ""))
      #expect(try readNumbers(StoreReader(path: folder.store)).numbers == [1, 2, 3])
    }
  }

  @Test func `a pipe in place of the lock blocks no reader`() throws {
    try create()
    try write(1)
    try PosixDisk().remove(folder.store + "/lock")
    mkfifo(folder.store + "/lock", 0o600)
    let name = "store/log/" + SegmentName.text(1)
    folder.write(folder.read(name).dropLast(3), to: name)
    let error = #expect(throws: LogError.self) { try readNotes(StoreReader(path: folder.store)) }
    #expect(error?.place?.file == folder.store + "/lock")
  }

  @Test func `both kinds of stores report other files among the segments`() throws {
    try create()
    try write(1)
    folder.write([], to: "store/log/notes.txt")
    folder.write([], to: "store/log/" + SegmentName.text(1) + ".bak")
    let expected = [SegmentName.text(1) + ".bak", "notes.txt"].map { folder.store + "/log/" + $0 }
    #expect(try StoreReader(path: folder.store).unrecognizedFiles() == expected)
    #expect(try FileStore(path: folder.store).unrecognizedFiles() == expected)
  }

  @Test func `a description is read strictly`() throws {
    try create()
    let id = Notes.id
    let created = "2030-01-01T00:00:00.000000Z"
    let cases: [(String, LogError.Code?)] = [
      (#"{"format":"cleanstore","version":1,"id":"\#(id)","created":"\#(created)"}"#, nil),
      (#"{"format":"cleanstore","version":2,"what":[1],"id":"","created":""}"#, .newerVersion),
      (
        #"{"format":"cleanstore","version":1,"id":"\#(id)","created":"\#(created)","x":1}"#,
        .newerVersion
      ),
      (#"{"format":"other","version":1,"id":"\#(id)","created":"\#(created)"}"#, .notAStore),
      (#"{"format":"cleanstore","version":1,"id":"XY","created":"\#(created)"}"#, .corrupt),
      (#"{"format":"cleanstore","version":1,"id":"\#(id)","created":"yesterday"}"#, .corrupt),
      (#"{"format":"cleanstore","version":1.5}"#, .corrupt),
      (#"{"format":"cleanstore"} x"#, .corrupt),
      (#" {"format":"cleanstore","version":1,"id":"\#(id)","created":"\#(created)"}"#, .corrupt),
      (#"{"version":1,"format":"cleanstore","id":"\#(id)","created":"\#(created)"}"#, .corrupt),
      (
        #"{"format":"cleanst\u006fre","version":1,"id":"\#(id)","created":"\#(created)"}"#, .corrupt
      ),
      (#"{"format":"cleanstore","version":0,"id":"\#(id)","created":"\#(created)"}"#, .corrupt),
      (
        #"{"format":"cleanstore","version":1,"id":"\#(id)","created":"\#(created)"}"# + "\n",
        .corrupt
      ),
      (#"{"format":"cleanstore","format":"cleanstore"}"#, .corrupt),
      (#"{}"#, .notAStore),
      ("", .corrupt),
    ]
    for (text, code) in cases {
      writeDescription(text + "\n")
      let result = Result { try StoreReader(path: folder.store) }
      switch result {
      case .success: #expect(code == nil, "\(text)")
      case .failure(let error): #expect((error as? LogError)?.code == code, "\(text)")
      }
    }
  }

  @Test func `a store whose description is damaged isn't called another thing`() throws {
    try create()
    try write(1)
    let good = folder.read("store/store.json")
    var texts = (0..<good.count).map { Array(good[..<$0]) }
    for byte in good.indices {
      for bit in [0, 3, 5] as [UInt8] {
        texts.append(Array(good))
        texts[texts.count - 1][byte] ^= 1 << bit
      }
    }
    let names = #""version":1,"id":"\#(Notes.id)","created":"#
    for text in texts {
      folder.write(text, to: "store/store.json")
      let result = Result { try readNotesOfStore() }
      let label = String(decoding: text, as: UTF8.self)
      // Another creation time, or a later version, is as good as the right one.
      if case .success = result {
        #expect(label.contains(names) && text.count == good.count, "\(label)")
      } else if case .failure(let error as LogError) = result {
        #expect(error.code == .corrupt || label.contains(/"version":[^1]/), "\(label)")
      }
    }
    try PosixDisk().remove(folder.store + "/store.json")
    let error = #expect(throws: LogError.self) { try readNotesOfStore() }
    #expect(error?.code == .corrupt)
    #expect(error?.message == "The store has lost this file.")
  }

  @Test func `a segment of another store is refused`() throws {
    try create()
    try write(1)
    writeDescription(
      #"{"format":"cleanstore","version":1,"id":"ffffffffffffffffffffffffffffffff","created":"2030-01-01T00:00:00.000000Z"}"#
        + "\n"
    )
    let error = #expect(throws: LogError.self) { try FileStore(path: folder.store) }
    #expect(error?.code == .corrupt)
    #expect(error?.message == "The segment belongs to another store.")
    // Recovering would put everything aside.
    #expect(error?.hint?.contains("recover") == false)
    #expect(error?.hint?.contains("store.json") == true)
    #expect(#expect(throws: LogError.self) { try recover(folder.store) } == error)
    #expect(try PosixDisk().item(at: folder.store + "/quarantine") == nil)
  }

  @Test func `a store.json of something else comes with a next step`() throws {
    try create()
    writeDescription(#"{"format":"other"}"#)
    let error = #expect(throws: LogError.self) { try StoreReader(path: folder.store) }
    #expect(error?.code == .notAStore)
    #expect(error?.hint?.hasPrefix("Restore the file") == true)
  }

  @Test(arguments: [
    ("00000000000000000001.jsonl", 1), ("00000000000000131072.jsonl", 131_072),
    ("00000000000000000000.jsonl", nil), ("1.jsonl", nil), ("0000000000000000001x.jsonl", nil),
    ("99999999999999999999.jsonl", nil), ("00000000000000000001.jsonx", nil),
  ])
  func `names of segments`(name: String, segment: Int?) {
    #expect(SegmentName.segment(name) == segment)
    if let segment { #expect(SegmentName.text(segment) == name) }
  }
}

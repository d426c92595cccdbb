// Single files and pipes, as people send them.

import Dispatch
import EventSourcing
import Testing

@testable import EventLog

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct HistoryFileTests {
  let folder = TemporaryFolder()

  static func line(_ seq: Int, text: String = "x") -> String {
    #"{"stream":"note/1", "seq":\#(seq),"at":"2030-01-01T00:00:00.000000Z","rev":1,"actor":"amy","#
      + #""command":{"type":"write-note","text":"\#(text)"},"events":[{"type":"note-written"}]}"#
  }

  func read(_ text: String) throws -> [Int] {
    folder.write(text.utf8, to: "h.jsonl")
    return try readNumbers(HistoryFile(path: folder.path + "/h.jsonl")).numbers
  }

  @Test func `any key order, gaps and no checksums are fine`() throws {
    #expect(try read("\(Self.line(2))\n\(Self.line(7))\n") == [2, 7])
  }

  @Test func `the last line may lack its line feed`() throws {
    #expect(try read("\(Self.line(2))\n\(Self.line(7))") == [2, 7])
    #expect(try read(Self.line(3)) == [3])
    #expect(try read("").isEmpty)
  }

  @Test func `a bad line is an error even at the end`() throws {
    let error = #expect(throws: LogError.self) { try read("\(Self.line(2))\n{\"seq\":3") }
    #expect(error?.place?.file == folder.path + "/h.jsonl")
    #expect(error?.place?.line == 2)
  }

  @Test func `lines that cross the pieces of reading are put together`() throws {
    var text = ""
    let numbers = Array(1...30)
    for number in numbers {
      text +=
        Self.line(number, text: String(repeating: "y", count: 100_000 + 3_333 * number)) + "\n"
    }
    #expect(try read(text) == numbers)
  }

  @Test(arguments: [1, 100, 4096])
  func `an entry can be read alone, whatever the size of the pieces`(pieceSize: Int) throws {
    let lines = (1...9).map { Self.line($0, text: String(repeating: "y", count: 700 * $0)) }
    folder.write(lines.joined(separator: "\n").utf8, to: "h.jsonl")
    let source = try HistoryFile(path: folder.path + "/h.jsonl")
    var reader = try EntryReader(source)
    var places: [LogCursor] = []
    while try reader.next() != nil { places.append(reader.entryCursor) }
    for (index, place) in places.enumerated().reversed() {
      #expect(place.line == index + 1)
      var single = try EntryReader(source, from: place, pieceSize: pieceSize)
      let entry = try #require(try single.next())
      #expect(String(decoding: entry.bytes, as: UTF8.self) == lines[index])
    }
  }

  @Test func `a line of exactly 1 MiB is read, a longer one refused and located`() throws {
    let frame = Self.line(2, text: "").utf8.count + 1
    let longest = String(repeating: "y", count: maximumLineLength - frame)
    #expect(
      try read("\(Self.line(1))\n\(Self.line(2, text: longest))\n\(Self.line(3))\n") == [1, 2, 3])
    let error = #expect(throws: LogError.self) {
      try read("\(Self.line(1))\n\(Self.line(2, text: longest + "y"))\n\(Self.line(3))\n")
    }
    #expect(error?.place?.line == 2)
    #expect(error?.place?.byte == Self.line(1).utf8.count + 1)
  }

  @Test func `a pipe is read to its end, and can be read twice`() throws {
    let path = folder.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let text = (1...5_000).map { Self.line($0) + "\n" }.joined()
    DispatchQueue(label: "pipe").async {
      let file = open(path, O_WRONLY)
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count <= 0 { break }
        bytes = bytes.dropFirst(count)
      }
      close(file)
    }
    let source = try HistoryFile(pipeAt: path, folder: folder.path)
    for _ in 1...2 { #expect(try readNumbers(source).numbers.count == 5_000) }
    #expect(try PosixDisk().names(in: folder.path) == ["pipe"])
  }

  @Test func `where a pipe's copy can't be made or written, the folder is named`() throws {
    folder.write(Self.line(1).utf8, to: "h.jsonl")
    let file = try PosixDisk().open(folder.path + "/h.jsonl", for: .reading)
    defer { PosixDisk().close(file) }
    let missing = folder.path + "/none"
    let unmade = #expect(throws: LogError.self) {
      try HistoryFile(pipe: file, name: "standard input", folder: missing)
    }
    #expect(unmade?.code == .inputOutput)
    #expect(
      unmade?.message
        == "Can't open a copy of standard input in \(missing): No such file or directory.")
    #expect(unmade?.hint?.contains("TMPDIR") == true)

    let full = MemoryDisk()
    full.state.withLock { $0.pipe = Array(Self.line(1).utf8) }
    full.limitRoom(to: 0)
    let unwritten = #expect(throws: LogError.self) {
      try HistoryFile(pipe: 0, name: "standard input", folder: "/tmp", disk: full)
    }
    #expect(unwritten?.code == .diskFull)
    #expect(
      unwritten?.message.hasPrefix("Can't write a copy of standard input in /tmp: ") == true)
    #expect(unwritten?.hint?.contains("TMPDIR") == true)
  }

  @Test func `an endless pipe doesn't fill the disk`() throws {
    let disk = MemoryDisk()
    disk.state.withLock { $0.pipe = [UInt8](repeating: 0x79, count: 1001) }
    let error = #expect(throws: LogError.self) {
      try HistoryFile(pipe: 0, name: "standard input", disk: disk, limit: 1000)
    }
    #expect(error?.code == .malformed)
    #expect(error?.message == "More than 1000 bytes come from standard input.")
  }

  @Test func `a history is read on from a cursor`() throws {
    let path = folder.path + "/h.jsonl"
    folder.write((1...9).map { Self.line($0) + "\n" }.joined().utf8, to: "h.jsonl")
    let source = try HistoryFile(path: path)
    var reader = try EntryReader(source)
    for _ in 1...4 { _ = try reader.next() }
    var rest = try EntryReader(source, from: reader.cursor)
    #expect(try rest.next()?.seq == 5)
    #expect(rest.place().line == 5)
  }
}

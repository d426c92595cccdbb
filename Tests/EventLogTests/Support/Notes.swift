// Entries for tests: a domain of notes, as plain as can be, and ways to write and read them.

import EventLog
import Integrity
import JSONLines

@testable import EventSourcing

/// Writes notes: entry 7 says "note 7", unless it is told otherwise.
struct Notes: ~Copyable {
  private var line = EntryLine()
  private(set) var seq = 0
  /// The stream of each entry, by their numbers; each its own if nil.
  private let stream: ((Int) -> Int)?
  /// The version of the rules at each entry.
  private let rulesVersion: (Int) -> String

  /// The time before that of the first entry.
  private let start: Timestamp

  init(
    after seq: Int = 0, stream: ((Int) -> Int)? = nil, since start: Timestamp = Notes.start,
    rulesVersion: @escaping (Int) -> String = { _ in "1" }
  ) {
    (self.seq, self.stream, self.rulesVersion) = (seq, stream, rulesVersion)
    self.start = start
  }

  static let id = "00112233445566778899aabbccddeeff"
  static let start = Timestamp(microseconds: 1_800_000_000_000_000)

  static func text(_ seq: Int) -> String { "note \(seq)" }

  mutating func append(to store: some EntryStore, text: String? = nil) throws(LogError) {
    write(seq + 1, text: text)
    try store.append(line)
    seq += 1
  }

  mutating func append(_ count: Int, to store: some EntryStore) throws(LogError) {
    for _ in 0..<count { try append(to: store) }
  }

  mutating func append(to turn: inout Turn) throws(LogError) {
    write(seq + 1, text: nil)
    try turn.batch.append(line)
    seq += 1
  }

  private mutating func write(_ seq: Int, text: String?) {
    let name = stream.map { $0(seq) } ?? seq
    let rev = stream.map { stream in (1...seq).count { stream($0) == name } } ?? 1
    let context = EntryContext(
      stream: "note/\(name)", rev: rev,
      at: Timestamp(microseconds: start.microseconds + Int64(seq)))
    line.begin(
      seq: seq, context: context, rev: rev, rulesVersion: rulesVersion(seq),
      isRulesVersionNew: seq == 1 || rulesVersion(seq) != rulesVersion(seq - 1))
    line.openCommand("write-note", context: context, expect: nil)
    line.writeMembers { writer in
      writer.raw(#","text":"#)
      writer.string(text ?? Self.text(seq))
    }
    line.close()
    line.openEvent("note-written", isFirst: true)
    line.close()
    line.closeEvents()
  }
}

/// An entry, as far as tests look at it.
struct Note: Equatable {
  var seq: Int
  var text: String
  var batch = 1

  init(_ seq: Int, batch: Int = 1) {
    self.seq = seq
    self.batch = batch
    text = Notes.text(seq)
  }

  init(_ entry: Entry) throws {
    seq = entry.seq
    batch = entry.batch
    text =
      try JSONValue(entry.storage, in: entry.command, profile: .canonical)["text"]?.string ?? ""
  }
}

/// Everything that a source hands out.
func readNotes(
  _ source: any EntrySource, from cursor: LogCursor = .start
) throws -> (notes: [Note], tail: TornTail?) {
  var reader = try EntryReader(source, from: cursor)
  var notes: [Note] = []
  while let entry = try reader.next() { notes.append(try Note(entry)) }
  return (notes, reader.tornTail)
}

/// The numbers of all entries that a source hands out.
func readNumbers(_ source: any EntrySource) throws -> (numbers: [Int], tail: TornTail?) {
  var reader = try EntryReader(source)
  var numbers: [Int] = []
  while let entry = try reader.next() { numbers.append(entry.seq) }
  return (numbers, reader.tornTail)
}

/// Ends a line that was begun elsewhere.
func checksummed(_ beginning: String) -> [UInt8] {
  let bytes = Array(beginning.utf8)
  let digits = String(bytes.withUnsafeBytes { CRC32C.checksum(of: $0) }, radix: 16)
  let crc = String(repeating: "0", count: 8 - digits.count) + digits
  return bytes + Array(",\"crc\":\"\(crc)\"}\n".utf8)
}

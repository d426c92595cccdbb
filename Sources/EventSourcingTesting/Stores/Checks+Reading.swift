// The promises of a store to its readers.

import EventSourcing
import JSONLines

extension StoreContract {
  static let reading: [Check] = [
    Check("an empty store has nothing to read") { try $0.empty() },
    Check("entries come in the order in which they were appended") { try $0.order() },
    Check("reading continues exactly from the place after any entry") { try $0.cursors() },
    Check("the place before an entry leads to it") { try $0.places() },
    Check("entries that a reader keeps don't change while it reads on") { try $0.kept() },
    Check("every line is canonical JSON and has its checksum") { try $0.canonical() },
    Check("a repeated command returns its first outcome") { try $0.repeated() },
  ]
}

extension Bench {
  /// Entries of many lengths and kinds, with texts that need escapes and such that don't.
  private func fill() throws {
    let writer = try writer()
    let notes = ["", "plain", "naïve café", "\"quoted\" \\ \n\t\u{1}", "👩‍👩‍👧", "\u{2028}", "漢字"]
    for (index, note) in notes.enumerated() {
      try writer.add(index + 1, to: "a.\(index)", note: note)
      try writer.add(Counter.limit + 1, to: "a.\(index)", note: note)
    }
    for length in [15, 16, 17, 255, 4_095, 65_536] {
      try writer.add(1, note: String(repeating: "y", count: length))
    }
  }

  func empty() throws {
    expectEqual(store.end, LogEnd(), "The end")
    expectEqual(store.commits.seq, 0, "The signal")
    expectEqual(try read().count, 0, "The number of readable entries")
    expectEqual(try EntryReader(store).tornTail, nil, "The torn tail")
  }

  func order() throws {
    try fill()
    let lines = try read()
    expectEqual(lines.map(\.seq), Array(1...20), "What is readable")
    let names = lines.map { $0.entry.storage.string($0.entry.stream) }
    let expected = (0..<20).map { $0 < 14 ? "counter/a.\($0 / 2)" : "counter/1001" }
    expectEqual(names, expected, "The list of streams")
    expectEqual(lines.map(\.entry.rev), Array(repeating: 1, count: 14) + Array(1...6), "The revs")
  }

  func cursors() throws {
    try fill()
    let lines = try read()
    expect(try read().map(\.bytes) == lines.map(\.bytes), "Two readers saw different lines.")
    for (index, line) in lines.enumerated() {
      let rest = try read(from: line.cursor)
      expectEqual(rest.first?.seq, index + 1 < lines.count ? index + 2 : nil, "The next entry")
      expect(
        rest.map(\.bytes) == lines.dropFirst(index + 1).map(\.bytes),
        "Other lines than before follow entry \(line.seq).")
      expect(
        rest.map(\.cursor) == lines.dropFirst(index + 1).map(\.cursor),
        "The place after entry \(line.seq) differs from that of a reader from the start.")
    }
  }

  func places() throws {
    try fill()
    let lines = try read()
    for seq in 1...lines.count {
      let rest = try read(from: store.cursor(before: seq))
      guard let first = rest.first else {
        fail("Nothing is readable from the place before entry \(seq).")
        continue
      }
      expect(first.seq <= seq, "The place before entry \(seq) is after it.")
      expect(
        rest.map(\.bytes) == lines.dropFirst(first.seq - 1).map(\.bytes),
        "Other lines than before follow the place before entry \(seq).")
    }
  }

  func kept() throws {
    try fill()
    for line in try read() {
      expect(Array(line.entry.bytes) == line.bytes, "Entry \(line.seq) changed.")
    }
  }

  func canonical() throws {
    try fill()
    let appender = try appender()
    try appender.add(1...3)
    try store.commit(through: 23, .sync)
    for line in try read() {
      let storage = ByteStorage.copy(of: line.bytes)
      let profile: JSONProfile = store.form == .store ? .canonical : .anyOrder
      let tree = try JSONValue(storage, in: 0..<storage.count, profile: profile)
      var writer = JSONWriter()
      writer.value(tree)
      expect(writer.withBytes { Array($0) } == line.bytes, "Entry \(line.seq) isn't canonical.")
      let checksum = #","crc":""# + Self.hexadecimal(Self.crc(line.bytes.dropLast(18))) + "\"}"
      expect(
        line.bytes.suffix(18).elementsEqual(checksum.utf8), "Entry \(line.seq) has a wrong crc.")
    }
  }

  /// CRC-32C bit by bit, from its definition (RFC 3720, 12.1), so as to depend on nothing shared.
  private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82F6_3B78 : crc >> 1 }
    }
    return ~crc
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  func repeated() throws {
    let writer = try writer()
    try writer.add(1)
    let first = try writer.add(2, id: "c-1")
    try writer.add(3...9)
    for writer in [writer, try self.writer()] {
      let again = try writer.add(2, id: "c-1")
      expect(again.isRepeated, "A repeated command was executed again.")
      expectEqual(again.seq, first.seq, "The repeated command's entry")
      expectEqual(again.at, first.at, "The repeated command's time")
    }
    expectEqual(store.end.seq, 9, "The end")
  }
}

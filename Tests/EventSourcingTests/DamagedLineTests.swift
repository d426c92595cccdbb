// Lines that aren't what was written: cut, changed by a bit, or edited by other tools.

import EventSourcing
import JSONLines
import TestKit
import Testing

@Suite struct DamagedLineTests {
  /// A line with everything, and those of the two usual shapes.
  static let lines = [HandmadeEntry.full, .plain(seq: 12), .refused(seq: 345)].map {
    Array(($0.line + "\n").utf8)
  }

  @Test(arguments: lines)
  func `any changed bit is detected`(_ line: [UInt8]) {
    for index in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[index] ^= 1 << UInt8(bit)
        #expect(throws: JSONError.self, "byte \(index), bit \(bit)") {
          try decode(changed, .store)
        }
      }
    }
  }

  @Test(arguments: lines)
  func `any cut is detected`(_ line: [UInt8]) {
    for count in 0..<line.count {
      #expect(throws: JSONError.self, "\(count) bytes") {
        try decode(Array(line.prefix(count)), .store)
      }
      // The bytes after the range, in the same storage, must not be taken for the line's.
      #expect(throws: JSONError.self, "\(count) bytes with the rest behind them") {
        try decode(line, .store, count: count)
      }
    }
  }

  @Test(arguments: lines)
  func `any byte left out, doubled or added is detected`(_ line: [UInt8]) {
    for index in line.indices {
      var (shorter, longer, doubled) = (line, line, line)
      shorter.remove(at: index)
      longer.insert(0x20, at: index)
      doubled.insert(line[index], at: index)
      for changed in [shorter, longer, doubled] where changed.dropLast() != line[...] {
        #expect(throws: JSONError.self, "byte \(index)") { try decode(changed, .store) }
      }
    }
  }

  @Test(arguments: lines)
  func `damage of a history never traps and never changes what is checked`(_ line: [UInt8]) {
    var generator = Seeded.forTest()
    for _ in 0..<Seeded.trials(500) {
      var changed = line
      for _ in 0...generator.below(3) {
        changed[generator.below(changed.count)] = UInt8(generator.below(256))
      }
      // With its checksum at the end, a history is guarded as well as a store. A space may stand
      // where its line feed was.
      if changed.dropLast(2).suffix(17).starts(with: #","crc":""#.utf8),
        changed.dropLast() != line.dropLast()
      {
        #expect(throws: JSONError.self) { try decode(changed, .history) }
      } else {
        _ = try? decode(changed, .history)
      }
    }
  }

  @Test(arguments: lines)
  func `a checksum is eight lower-case digits, and right`(_ line: [UInt8]) {
    let end = line.count
    let good = String(decoding: line[(end - 11)..<(end - 3)], as: UTF8.self)
    for (digits, code) in [
      (good.uppercased(), JSONError.Code.invalidValue), (String(good.dropLast()), .invalidValue),
      (good + "0", .invalidValue), ("0000000g", .invalidValue), ("00000000", .checksumMismatch),
    ] {
      let changed = String(decoding: line.prefix(end - 11), as: UTF8.self) + digits + "\"}\n"
      #expect(throws: JSONError.self) { try decode(Array(changed.utf8), .store) }
      do {
        _ = try decode(Array(changed.utf8), .store)
      } catch {
        #expect(error.code == code, "\(digits)")
      }
    }
  }

  @Test func `a store's line has a checksum, a history's may lack it`() throws {
    let line = HandmadeEntry.full.unsealed + "\n"
    #expect(throws: JSONError.self) { try decode(Array(line.utf8), .store) }
    #expect(try decode(Array(line.utf8), .history).crc == nil)
  }

  @Test func `a stale checksum in a history is reported, one that was moved covers nothing`()
    throws
  {
    let line = HandmadeEntry.full.line
    let stale = line.replacing("12999,\"method\"", with: "13000,\"method\"")
    #expect(throws: JSONError.self) { try decode(Array((stale + "\n").utf8), .history) }
    let crc = stale.suffix(18).dropLast()
    let moved = "{" + crc.dropFirst() + "," + stale.dropFirst().dropLast(18) + "}\n"
    #expect(try decode(Array(moved.utf8), .history).seq == 7)
  }

  @Test func `a checksum holds for the line without the spaces that a tool has put in`() throws {
    var entry = HandmadeEntry.full
    entry["meta"] = #"{"note":"a \\\" b :, c\\\\"}"#
    let line = entry.line
    let wrong = String(line.dropLast(10)) + "0000000f\"}"
    let spaced: [(String) -> String] = [
      { $0.replacing("\":", with: "\" : ").replacing(",\"", with: ", \"") },
      { " \t" + $0 + " " }, { $0.dropLast() + " }" },
      { $0.replacing("\"crc\":", with: "\"crc\": ") },
      { $0.replacing("{\"seq", with: "{ \"seq") },
    ]
    for space in spaced {
      #expect(try decode(Array(space(line).utf8), .history).seq == 7, "\(space(line))")
      #expect(throws: JSONError.self) { try decode(Array(space(wrong).utf8), .history) }
    }
  }

  @Test func `a damaged byte isn't taken for a newer version's`() throws {
    let line = HandmadeEntry.full.line
    for damaged in [
      line.replacing("\"actor\"", with: "\"actos\""),
      line.replacing("\"format\":1", with: "\"format\":3"),
    ] {
      for form in [LineForm.store, .history] {
        let source = HandmadeSource([(7, damaged + "\n")], form: form)
        var reader = try EntryReader(source, from: LogCursor(seq: 6, segment: 7, byte: 0, line: 1))
        let error = #expect(throws: LogError.self) { try reader.next() }
        #expect(error?.code == .corrupt, "\(form): \(damaged)")
      }
    }
  }

  @Test func `a history's line may have its keys in any order, spaces, and no LF at its end`()
    throws
  {
    var generator = Seeded.forTest()
    for _ in 0..<Seeded.trials(100) {
      var entry = HandmadeEntry.full
      entry.members = generator.shuffled(entry.members)
      let line = entry.unsealed.replacing("\":", with: "\" : ")
      for ending in ["", "\n", " \r\n", "\t"] {
        let read = try decode(Array((line + ending).utf8), .history)
        #expect(read.seq == 7 && read.rev == 3 && read.batch == 2 && read.isAccepted)
        #expect(read.storage.string(try read.commandHead().id) == "c-7")
      }
      #expect(throws: JSONError.self) { try decode(Array((line + " x\n").utf8), .history) }
    }
  }

  @discardableResult
  private func decode(_ bytes: [UInt8], _ form: LineForm, count: Int? = nil) throws(JSONError)
    -> Entry
  {
    let storage = ByteStorage.copy(of: bytes)
    var reader = JSONReader(
      storage, in: 0..<(count ?? storage.count),
      profile: form == .store ? .canonical : .anyOrder)
    var decoder = EntryDecoder(form: form)
    return try decoder.decode(&reader)
  }
}

// A damaged log is read to its end: every good entry, and every bad place once.

import EventSourcing
import Testing

@testable import EventLog

@Suite struct SalvageTests {
  private struct Salvage: Equatable {
    var numbers: [Int] = []
    var damage: [Damage] = []
  }

  private func salvage(_ source: any EntrySource) throws -> Salvage {
    var reader = try SalvageReader(source)
    var salvage = Salvage()
    while let part = try reader.next() {
      switch part {
      case .entry(let entry): salvage.numbers.append(entry.seq)
      case .misplaced(_, let damage), .damage(let damage): salvage.damage.append(damage)
      }
    }
    return salvage
  }

  /// The first bad place, by the reader that stops there.
  private func firstDefect(_ source: any EntrySource) throws -> Place? {
    var reader = try EntryReader(source, checksPayloads: true)
    do throws(LogError) {
      while try reader.next() != nil {}
      return reader.tornTail?.place
    } catch {
      return error.place
    }
  }

  private func directory(_ trial: RecoveryTests) -> LogDirectory {
    LogDirectory("/store", on: trial.disk)
  }

  @Test func `a good log has no bad place`() throws {
    let trial = RecoveryTests()
    try trial.makeStore()
    let found = try salvage(StoreReader(directory(trial)))
    #expect(found == Salvage(numbers: Array(1...12)))
  }

  @Test func `every flipped bit costs the line that it is in, and nothing else`() throws {
    let store = try SmallStore()
    for byte in stride(from: 0, to: store.bytes.count, by: 3) where store.bytes[byte] != 0x0A {
      let line = store.countOfLines(before: byte) + 1
      for bit in 0..<8 as Range<UInt8> where store.bytes[byte] ^ 1 << bit != 0x0A {
        var bytes = store.bytes
        bytes[byte] ^= 1 << bit
        store.damage(bytes)
        let found = try salvage(store.reader())
        #expect(found.numbers == Array(1...4).filter { $0 != line }, "bit \(bit) of byte \(byte)")
        #expect(found.damage.map(\.place.line) == [line], "bit \(bit) of byte \(byte)")
        #expect(found.damage.map(\.kind) == [.wrongChecksum], "bit \(bit) of byte \(byte)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `wherever a byte is changed or the log is cut, the first bad place is the reader's`(
    isClosed: Bool
  ) throws {
    let store = try SmallStore(isClosed: isClosed)
    for byte in stride(from: 0, to: store.bytes.count, by: 3) {
      let (before, after) = (Array(store.bytes[..<byte]), Array(store.bytes[byte...]))
      let feeds: [UInt8] = [0x0A, 0x0A, 0x0A]
      let changed: [[UInt8]] = [[], [0x0A] + after.dropFirst(), [0x20] + after.dropFirst()]
      for rest in changed + [feeds + after] {
        let bytes = before + rest
        store.damage(bytes)
        let found = try salvage(store.reader())
        let first = try firstDefect(store.reader())
        #expect(found.damage.first?.place == first, "byte \(byte)")
      }
    }
  }

  @Test func `a missing segment is one bad place, after the last line before it`() throws {
    let trial = RecoveryTests()
    try trial.makeStore()
    try trial.disk.rename(trial.path(7), to: "/elsewhere")
    let found = try salvage(StoreReader(directory(trial)))
    #expect(found.numbers == [1, 2, 3, 4, 5, 6, 10, 11, 12])
    #expect(found.damage.map(\.kind) == [.missingEntries])
    #expect(found.damage.first?.what == "No segment contains entry 7: the next one begins with 10.")
    #expect(try found.damage.first?.place == firstDefect(StoreReader(directory(trial))))
  }

  @Test func `several damages at once are named each`() throws {
    let trial = RecoveryTests()
    try trial.makeStore()
    // The first line of the second segment, the end of the third, and the fourth isn't there.
    var second = trial.disk.bytes(trial.path(4))
    second[30] ^= 1
    trial.disk.setBytes(second, of: trial.path(4))
    trial.disk.setBytes(trial.disk.bytes(trial.path(7)).dropLast(), of: trial.path(7))
    try trial.disk.rename(trial.path(10), to: "/elsewhere")

    let found = try salvage(StoreReader(directory(trial)))
    #expect(found.numbers == [1, 2, 3, 5, 6, 7, 8])
    #expect(found.damage.map(\.kind) == [.wrongChecksum, .noLine, .missingEntries])
  }

  @Test func `lines of another store's segment aren't entries of this one`() throws {
    let (trial, other) = (RecoveryTests(), RecoveryTests())
    try trial.makeStore()
    try other.makeStore()
    let id = String(Notes.id.reversed())
    let foreign = String(decoding: other.disk.bytes(other.path(4)), as: UTF8.self)
      .replacing(Notes.id, with: id).split(separator: "\n")
    let first = checksummed(String(foreign[0].split(separator: #","crc":"#)[0]))
    let rest = foreign.dropFirst().map { $0 + "\n" }.joined()
    trial.disk.setBytes(first + Array(rest.utf8), of: trial.path(4))
    let found = try salvage(StoreReader(directory(trial)))
    #expect(found.numbers == [1, 2, 3, 7, 8, 9, 10, 11, 12])
    #expect(found.damage.map(\.what) == ["The segment belongs to another store."])
  }

  @Test func `a line that is too long is left out`() throws {
    let trial = RecoveryTests()
    try trial.makeStore()
    let long = [UInt8](repeating: 0x61, count: maximumLineLength + 10) + [0x0A]
    trial.disk.setBytes(long + trial.disk.bytes(trial.path(10)), of: trial.path(10))
    let found = try salvage(StoreReader(directory(trial)))
    #expect(found.numbers == Array(1...12))
    #expect(found.damage.map(\.kind) == [.noLine])
  }
}

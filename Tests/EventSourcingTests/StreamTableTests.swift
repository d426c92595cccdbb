// The table of streams, against a dictionary.

import EventSourcing
import TestKit
import Testing

@Suite struct StreamTableTests {
  @Test func `streams are numbered as they first appear, as a dictionary would`() {
    var table = StreamTable()
    var model: [String: Int] = [:]
    var generator = Seeded.forTest()
    for _ in 0..<Seeded.trials(5_000) {
      let name = "order/\(generator.below(900))"
      #expect(find(name, in: table) == model[name])
      let number = model[name] ?? model.count
      model[name] = number
      #expect(insert(name, into: &table) == number)
    }
    #expect(table.count == model.count)
    for (name, number) in model { #expect(table.name(number) == name) }
  }

  @Test func `names of any bytes and lengths are kept apart`() {
    var table = StreamTable()
    let names = ["", "a", "aa", "a\u{0}", "é", "e\u{301}", String(repeating: "a", count: 300)]
    for (number, name) in names.enumerated() { #expect(insert(name, into: &table) == number) }
    for (number, name) in names.enumerated() { #expect(find(name, in: table) == number) }
    #expect(find("b", in: table) == nil)
  }

  /// Stores keep hashes in their indexes.
  @Test func `a hash is of eight bytes after the other, and of the rest`() {
    for count in 0...40 {
      let name = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 200) }
      var hash = UInt64(7) ^ UInt64(count)
      for start in stride(from: 0, through: count, by: 8) {
        let part = name[start..<min(start + 8, count)]
        let isWhole = part.count == 8
        // Whole words have the first byte lowest, the rest has it highest.
        let word = (isWhole ? part.reversed() : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
        hash = StreamTable.fold(hash ^ word, 7)
      }
      #expect(name.withUnsafeBytes { StreamTable.longHash($0, seed: 7) } == hash)
    }
  }

  @Test func `a copy goes its own way`() {
    var table = StreamTable()
    _ = insert("a", into: &table)
    var copy = table
    _ = insert("b", into: &copy)
    #expect(find("b", in: table) == nil)
    #expect(find("b", in: copy) == 1)
  }

  private func find(_ name: String, in table: StreamTable) -> Int? {
    var name = name
    return name.withUTF8 { table.find(UnsafeRawBufferPointer($0)) }
  }

  private func insert(_ name: String, into table: inout StreamTable) -> Int {
    var name = name
    return name.withUTF8 { table.insert(UnsafeRawBufferPointer($0)) }
  }
}

// Keys: which are known, in which order they may stand, and that none comes twice.

import JSONLines
import Testing

struct KeyTests {
  static let table = KeyTable(
    "id", "shippingFee", "shippingMethod", "shippin", "shipping", "a", "twenty-one-bytes-long",
    "twenty-two-bytes-long!", "twenty-three-bytes-long", "a-key-that-fills-more-than-four-words", ""
  )

  /// The ranks of an object's keys, with their values stepped over.
  static func ranks(_ text: String, _ profile: JSONProfile, _ table: KeyTable = table) throws
    -> [Int]
  {
    var reader = reader(text, profile)
    var keys = ObjectKeys()
    var ranks: [Int] = []
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, table) {
      ranks.append(rank)
      _ = try reader.skipValue()
    }
    try reader.endOfDocument()
    return ranks
  }

  static func object(_ names: [String]) -> String {
    "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
  }

  static var names: [String] { (0..<table.count).map { table.name($0).description } }

  @Test func `Every key has the rank of its place in the table`() throws {
    let all = Array(0..<Self.table.count)

    #expect(try Self.ranks(Self.object(Self.names), .canonical) == all)
    #expect(try Self.ranks(Self.object(Self.names.reversed()), .anyOrder) == all.reversed())
    for rank in all {
      #expect(try Self.ranks(Self.object([Self.names[rank]]), .canonical) == [rank])
    }
  }

  @Test func `Any subset in order is canonical`() throws {
    for subset in 0..<(1 << Self.table.count) {
      let ranks = (0..<Self.table.count).filter { subset >> $0 & 1 == 1 }

      #expect(try Self.ranks(Self.object(ranks.map { Self.names[$0] }), .canonical) == ranks)
    }
  }

  @Test func `A full table knows all its keys`() throws {
    let table = KeyTable(
      "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11", "k12", "k13", "k14",
      "k15", "k16", "k17", "k18", "k19", "k20", "k21", "k22", "k23", "k24", "k25", "k26", "k27",
      "k28", "k29", "k30", "k31", "k32", "k33", "k34", "k35", "k36", "k37", "k38", "k39", "k40",
      "k41", "k42", "k43", "k44", "k45", "k46", "k47", "k48", "k49", "k50", "k51", "k52", "k53",
      "k54", "k55", "k56", "k57", "k58", "k59", "k60", "k61", "k62", "k63")
    let names = (0..<64).map { "k\($0)" }

    #expect(try Self.ranks(Self.object(names), .canonical, table) == Array(0..<64))
    #expect(
      try Self.ranks(Self.object(names.reversed()), .anyOrder, table) == (0..<64).reversed())
    #expect(
      try Self.ranks(Self.object(names + ["k64"]), .canonical, table).last == KeyTable.unknown)
    #expect(throws: JSONError(.duplicateKey, at: Self.object(names).utf8.count)) {
      try Self.ranks(Self.object(names + ["k63"]), .canonical, table)
    }
  }

  @Test(arguments: [
    "ids", "i", "I", "shippingFe", "shippingFees", "shippingX", "shippi", "twenty-one-bytes-lon",
    "twenty-two-bytes-long!!", "twenty-three-bytes-lonG", "twenty-three-bytes-long!",
    "a-key-that-fills-more-than-four-word", "a-key-that-fills-more-than-four-wordS",
    "a key that is longer than all the known ones", "é", "i\\\"d", "b",
  ])
  func `A key that is not in the table is unknown, and reported`(name: String) throws {
    var reader = reader(Self.object([name]), .anyOrder)
    var keys = ObjectKeys()
    try reader.beginObject()

    #expect(try reader.nextKey(&keys, Self.table) == KeyTable.unknown)
    #expect(bytes(of: reader.lastKey, in: reader.storage) == Array(name.utf8))
  }

  @Test func `Unknown keys may be anywhere in canonical text`() throws {
    let ranks = try Self.ranks(Self.object(["z", "id", "b", "shipping", "c", "a"]), .canonical)

    #expect(ranks == [-1, 0, -1, 4, -1, 5])
  }

  @Test func `Known keys in another order are refused by the canonical profile alone`() throws {
    let text = #"{"shipping":1,"a":1,"id":1}"#

    #expect(throws: JSONError(.keyOutOfOrder, at: 20)) { try Self.ranks(text, .canonical) }
    #expect(try Self.ranks(text, .anyOrder) == [4, 5, 0])
  }

  static let duplicates = [
    (#"{"id":1,"id":1}"#, 8), (#"{"id":1,"a":1,"id":1}"#, 14), (#"{"a":1,"id":1,"a":1}"#, 14),
    (#"{"z":1,"z":1}"#, 7), (#"{"z":1,"id":1,"y":1,"z":1}"#, 20), (#"{"id":1,"\u0069d":1}"#, 8),
    (#"{"\u007a":1,"z":1}"#, 12), (#"{"id" : 1,"id" : 1}"#, 10),
  ]

  @Test(arguments: duplicates)
  func `A key that comes twice is refused where it comes again`(text: String, offset: Int) throws {
    #expect(throws: JSONError(.duplicateKey, at: offset)) { try Self.ranks(text, .anyOrder) }
    #expect(try Self.ranks(text, .rfc8259).count >= 2)
  }

  @Test func `Unknown keys of one object do not count in another`() throws {
    var reader = reader(#"[{"x":{"x":1},"y":1},{"x":1,"y":{"y":2}}]"#, .canonical)
    var index = 0
    var unknown = 0
    try reader.beginArray()
    while try reader.nextElement(&index) {
      var keys = ObjectKeys()
      try reader.beginObject()
      while try reader.nextKey(&keys, Self.table) != nil {
        unknown += 1
        _ = try reader.skipValue()
      }
    }
    #expect(unknown == 4)
  }

  @Test func `Many unknown keys take linear time`() throws {
    let names = (0..<60_000).map { "unknown-\($0)" }

    let start = processorSeconds()
    let ranks = try Self.ranks(Self.object(names), .canonical)

    #expect(processorSeconds() - start < 10)
    #expect(ranks.count == names.count)
    #expect(throws: JSONError.self) {
      try Self.ranks(Self.object(names + ["unknown-5"]), .canonical)
    }
  }

  @Test(arguments: [
    Refusal(#"{"id"1}"#, .unexpectedByte, at: 5),
    Refusal(#"{"id":1"a":2}"#, .unexpectedByte, at: 7),
    Refusal(#"{"id":1,}"#, .unexpectedByte, at: 8), Refusal("{id:1}", .unexpectedByte, at: 1),
    Refusal(#"{"id"#, .unexpectedEnd, at: 4), Refusal(#"{"id":1,"#, .unexpectedEnd, at: 8),
    Refusal(#"{"id":1,,"a":1}"#, .unexpectedByte, at: 8), Refusal("{]", .unexpectedByte, at: 1),
  ])
  func `Broken objects are refused where they break`(refused: Refusal) {
    #expect(throws: refused.error) { try Self.ranks(refused.text, .canonical) }
    #expect(throws: refused.error) { try Self.ranks(refused.text, .anyOrder) }
  }
}

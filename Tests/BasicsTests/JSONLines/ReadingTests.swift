// Reading values one by one, as typed decoders do.

import JSONLines
import Testing

struct ReadingTests {
  @Test(arguments: [JSONProfile.rfc8259, .anyOrder, .canonical])
  func `An entry is read value by value`(profile: JSONProfile) throws {
    let table = KeyTable("seq", "actor", "paid", "events", "meta")
    var reader = reader(
      #"{"seq":12,"actor":"amy","paid":true,"events":["a",null,-3],"meta":null}"#, profile)
    var keys = ObjectKeys()
    var seen: [Int] = []

    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, table) {
      seen.append(rank)
      switch rank {
      case 0: #expect(try reader.integer() == 12)
      case 1: #expect(reader.storage.string(try reader.text()) == "amy")
      case 2: #expect(try reader.boolean())
      case 3:
        var index = 0
        try reader.beginArray()
        #expect(try reader.nextElement(&index))
        #expect(reader.storage.string(try reader.textOrNull()) == "a")
        #expect(try reader.nextElement(&index))
        #expect(try reader.textOrNull().isNull)
        #expect(try reader.nextElement(&index))
        #expect(try reader.integer() == -3)
        #expect(try !reader.nextElement(&index))
        #expect(index == 3)
      default: #expect(try reader.takeNull())
      }
    }
    try reader.endOfDocument()

    #expect(seen == [0, 1, 2, 3, 4])
    #expect(reader.position == reader.end)
  }

  @Test func `Whitespace may be anywhere between tokens, but not in canonical text`() throws {
    let text = " {\n\"a\" :\t[ 1 , \"b\" , true ] ,\r\"c\" : null } "
    let table = KeyTable("a", "c")
    for profile in [JSONProfile.rfc8259, .anyOrder] {
      var reader = reader(text, profile)
      var keys = ObjectKeys()
      var index = 0
      try reader.beginObject()
      #expect(try reader.nextKey(&keys, table) == 0)
      try reader.beginArray()
      #expect(try reader.nextElement(&index))
      #expect(try reader.integer() == 1)
      #expect(try reader.nextElement(&index))
      #expect(try reader.text().count == 1)
      #expect(try reader.nextElement(&index))
      #expect(try reader.boolean())
      #expect(try !reader.nextElement(&index))
      #expect(try reader.nextKey(&keys, table) == 1)
      #expect(try reader.takeNull())
      #expect(try reader.nextKey(&keys, table) == nil)
      try reader.endOfDocument()
    }
    var reader = reader(text, .canonical)
    #expect(throws: JSONError(.notCanonical, at: 0)) { try reader.beginObject() }
  }

  static let integers: [(String, Int64)] = [
    ("0", 0), ("1", 1), ("-1", -1), ("9", 9), ("10", 10), ("1234567", 1_234_567),
    ("12345678", 12_345_678), ("123456789", 123_456_789), ("-99999999", -99_999_999),
    ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
  ]

  @Test(arguments: integers)
  func `Integers are read as they are`(text: String, value: Int64) throws {
    var reader = reader(text, .canonical)

    #expect(try reader.integer() == value)
    try reader.endOfDocument()
  }

  static let notIntegers = [
    Refusal("-0", .notAnInteger, at: 0), Refusal("1.5", .notAnInteger, at: 0),
    Refusal("1E2", .notAnInteger, at: 0), Refusal("007", .invalidNumber, at: 0),
    Refusal("-", .unexpectedEnd, at: 1), Refusal("-x", .invalidNumber, at: 1),
    Refusal("9007199254740992", .integerOutOfRange, at: 0),
    Refusal("99999999999999999999", .integerOutOfRange, at: 0),
    Refusal("18446744073709551616", .integerOutOfRange, at: 0),
    Refusal(#""1""#, .wrongType, at: 0), Refusal("null", .wrongType, at: 0),
    Refusal("}", .unexpectedByte, at: 0), Refusal("", .unexpectedEnd, at: 0),
  ]

  @Test(arguments: notIntegers)
  func `What is no integer in range is refused by every profile`(refused: Refusal) {
    for profile in [JSONProfile.rfc8259, .anyOrder, .canonical] {
      var reader = reader(refused.text, profile)
      #expect(throws: refused.error) { try reader.integer() }
    }
  }

  @Test(arguments: ["{}", "[]", #""a""#, "1", "-1", "true", "false", "null"])
  func `A value of another type is refused where it begins`(text: String) {
    let error = JSONError(.wrongType, at: 0)
    let first = text.utf8.first
    var reader = reader(text, .canonical)
    if first != 0x7B { #expect(throws: error) { try reader.beginObject() } }
    if first != 0x5B { #expect(throws: error) { try reader.beginArray() } }
    if first != 0x22 { #expect(throws: error) { try reader.text() } }
    if text != "true" && text != "false" { #expect(throws: error) { try reader.boolean() } }
    if text != "1" && text != "-1" { #expect(throws: error) { try reader.integer() } }
    #expect(reader.position == 0)
  }

  @Test func `Texts of every length are found whole, and their escapes are noted`() throws {
    for length in 0...70 {
      let plain = String(repeating: "x", count: length)
      var plainReader = reader("\"\(plain)\"", .canonical)
      let range = try plainReader.text()
      #expect(range == TextRange(offset: 1, count: length))

      for (escaped, meant) in [(#"\n"#, "\n"), ("é", "é"), ("😀", "😀"), (#"\u0001"#, "\u{1}")] {
        var reader = reader("\"\(plain)\(escaped)\(plain)\"", .canonical)
        let range = try reader.text()
        #expect(range.count == 2 * length + escaped.utf8.count)
        #expect(range.hasEscapes == escaped.hasPrefix("\\"))
        #expect(reader.storage.string(range) == plain + meant + plain)
      }
    }
  }

  @Test func `Exact bytes are taken if they are next and all there`() {
    let storage = ByteStorage.copy(of: #"{"seq":1,"actor":"amy"}"#)
    var reader = JSONReader(storage, in: 0..<15, profile: .canonical)

    var results: [Bool] = []
    var positions: [Int] = []
    for literal: StaticString in [#"{"sev":"#, #"{"seq":"#, "1", #","actor":"#] {
      results.append(reader.expect(literal))
      positions.append(reader.position)
    }

    #expect(results == [false, true, true, false], "the range ends within the last")
    #expect(positions == [0, 7, 8, 8])
  }

  @Test func `A reader can be set back and reads the same again`() throws {
    let text = #"{"x":1,"y":{"z":2}}"#
    var reader = reader(text, .anyOrder)
    let table = KeyTable("a")
    for _ in 0..<2 {
      var keys = ObjectKeys()
      reader.position = 0
      try reader.beginObject()
      #expect(try reader.nextKey(&keys, table) == KeyTable.unknown)
      #expect(reader.storage.string(reader.lastKey) == "x")
      #expect(try reader.skipValue() == 5..<6)
      #expect(try reader.nextKey(&keys, table) == KeyTable.unknown)
      #expect(try reader.skipValue() == 11..<18)
      #expect(try reader.nextKey(&keys, table) == nil)
    }
  }
}

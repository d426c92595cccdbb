// Shared bytes, the texts in them, and the pool that gathers some of them.

import JSONLines
import Testing

struct StorageTests {
  struct Failure: Error, Equatable {}

  @Test func `A storage holds what was written, followed by zeros`() {
    for count in [0, 1, 7, 31, 32, 33, 1000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
      let storage = ByteStorage.copy(of: bytes)

      #expect(storage.count == count)
      #expect(BasicsTests.bytes(of: storage) == bytes)
      withExtendedLifetime(storage) {
        for index in 0..<ByteStorage.padding { #expect(storage.pointer[count + index] == 0) }
      }
    }
  }

  @Test func `Bytes are the same only if each is`() {
    for count in 0...100 {
      let bytes = (0..<count).map { UInt8($0) }
      for place in -1..<count {
        var others = bytes
        if place >= 0 { others[place] ^= 1 }
        bytes.withUnsafeBytes { bytes in
          others.withUnsafeBytes { others in
            #expect(bytes.hasSameBytes(as: others) == (place < 0))
            #expect(bytes.hasSameManyBytes(as: others) == (place < 0))
          }
        }
      }
    }
  }

  @Test func `Fewer bytes than fit are padded after the last`() {
    let storage = ByteStorage.filled(capacity: 100) { buffer in
      for index in 0..<100 { buffer[index] = 0xFF }
      return 3
    }

    #expect(storage.count == 3)
    withExtendedLifetime(storage) {
      for index in 3..<35 { #expect(storage.pointer[index] == 0) }
    }
  }

  @Test func `A storage without another owner is refilled in place, others are replaced`() {
    var storage = ByteStorage.copy(of: "first first")
    let address = storage.pointer

    ByteStorage.refill(&storage, capacity: 6) { buffer in
      buffer.copyBytes(from: "second".utf8)
      return 6
    }
    #expect(storage.pointer == address)
    #expect(Text(storage, TextRange(offset: 0, count: 6)) == "second")

    let holder = storage
    ByteStorage.refill(&storage, capacity: 5) { buffer in
      buffer.copyBytes(from: "third".utf8)
      return 5
    }
    #expect(bytes(of: holder) == Array("second".utf8))
    #expect(bytes(of: storage) == Array("third".utf8))

    ByteStorage.refill(&storage, capacity: 5000) { buffer in
      for index in 0..<5000 { buffer[index] = 1 }
      return 5000
    }
    #expect(storage.count == 5000)
  }

  @Test func `A refill that fails leaves nothing, and its error gets out`() {
    var storage = ByteStorage.copy(of: "something")

    #expect(throws: Failure()) {
      try ByteStorage.refill(&storage, capacity: 4) { _ throws(Failure) in throw Failure() }
    }
    #expect(storage.count == 0)
  }

  @Test func `A range is compared with a literal byte by byte`() {
    let storage = ByteStorage.copy(of: "xpayment-receivedx")
    let literals: [(StaticString, Int)] = [
      ("", 0), ("p", 1), ("pa", 2), ("pay", 3), ("paym", 4), ("payment", 7), ("payment-", 8),
      ("payment-received", 16),
    ]
    for (literal, count) in literals {
      #expect(storage.equals(TextRange(offset: 1, count: count), literal))
      #expect(!storage.equals(TextRange(offset: 1, count: count + 1), literal))
      #expect(!storage.equals(TextRange(offset: 1, count: count, hasEscapes: true), literal))
      if count > 0 { #expect(!storage.equals(TextRange(offset: 0, count: count), literal)) }
    }
    #expect(!storage.equals(.absent, ""))
    #expect(!storage.equals(.null, ""))
    #expect(!storage.equals(TextRange(offset: 1, count: 16), "payment-receiveD"))
  }

  @Test func `Texts are equal and ordered by their bytes`() {
    let composed = Text("\u{E9}")
    let decomposed = Text("e\u{301}")

    #expect(composed != decomposed)
    #expect(String(composed) == String(decomposed), "strings compare by meaning")
    #expect(Text("order/10") < Text("order/9"))
    #expect(Text("a") < Text("ab"))
    #expect(Text("Z") < Text("a"))
    #expect(Text("~") < Text("é"))
    #expect(!(Text("a") < Text("a")))
    #expect(Set([Text("a"), Text("b"), Text("a")]).count == 2)
  }

  @Test func `A text with escapes is unescaped, one without shares its bytes`() throws {
    var reader = reader(#"["plain","a\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00z"]"#, .rfc8259)
    var index = 0
    try reader.beginArray()
    _ = try reader.nextElement(&index)
    let plain = Text(reader.storage, try reader.text())
    _ = try reader.nextElement(&index)
    let range = try reader.text()
    let escaped = Text(reader.storage, range)

    #expect(plain.storage === reader.storage)
    #expect(String(plain) == "plain")
    #expect(escaped == Text("a\"\\/\u{8}\u{C}\n\r\tAé€😀z"))
    #expect(reader.storage.string(range) == String(escaped))
    #expect(Text(reader.storage, .null) == "")
    #expect(reader.storage.string(.absent) == "")
  }

  @Test(arguments: [
    (#"\ud800"#, "\u{FFFD}"), (#"\udc00x"#, "\u{FFFD}x"), (#"\ud800\u0041"#, "\u{FFFD}A"),
    (#"\ud800\ud800\udc00"#, "\u{FFFD}\u{10000}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
    (#"\ud800\n"#, "\u{FFFD}\n"),
  ])
  func `Half a surrogate pair becomes the replacement character`(
    escaped: String, meant: String
  ) throws {
    var reader = reader("\"\(escaped)\"", .rfc8259)

    #expect(reader.storage.string(try reader.text()) == meant)
  }

  @Test func `A pool gathers texts into one storage as large as they are`() throws {
    var reader = reader(#"["first","a\nb",""]"#, .canonical)
    var index = 0
    var pool = TextPool(capacity: 1)
    var ranges: [TextRange] = []
    try reader.beginArray()
    while try reader.nextElement(&index) {
      ranges.append(pool.add(try reader.text(), of: reader.storage))
    }
    ranges.append(pool.add("string"))
    ranges.append(pool.add(.absent, of: reader.storage))
    ranges.append(pool.add(.null, of: reader.storage))
    let long = String(repeating: "long ", count: 500)
    ranges.append(pool.add(long))

    let storage = pool.finish()

    #expect(storage.count == 5 + 3 + 0 + 6 + 2500)
    #expect(ranges.map { storage.string($0) } == ["first", "a\nb", "", "string", "", "", long])
    #expect(ranges.allSatisfy { !$0.hasEscapes })
    #expect(ranges[4].isAbsent && ranges[5].isNull && ranges[2].isPresent)
  }

  @Test func `Every error has a sentence and a code in words`() {
    let sentences = JSONError.Code.allCases.map { JSONError($0, at: 0).message }

    #expect(Set(sentences).count == JSONError.Code.allCases.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    for code in JSONError.Code.allCases {
      #expect(
        code.rawValue.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || $0 == 0x38 })
    }
  }
}

// The names of streams and the ids in them.

import EventSourcing
import JSONLines
import Testing

@Suite struct StreamNameTests {
  @Test(arguments: [
    "1001", "a", "Z", "0", "a.b", "a_b", "a-b", "a.", "a-", "a_", "a.b.c", "START", "ends",
    "starting", String(repeating: "x", count: 64),
  ])
  func `an id of letters, digits, dots, underlines and hyphens names a stream`(_ id: String) throws
  {
    let name = try #require(StreamName(category: "order", id: id))
    #expect(name.description == "order/" + id)
    #expect(name.category == "order")
    #expect(name.id == id)
    #expect(StreamName(Text("order/" + id)) == name)
  }

  @Test(arguments: [
    "", ".a", "-a", "_a", "a..b", "..", ".", "start", "end", "a b", "a/b", "a@b", "ä", "a\u{0}",
    "a\n", "é1", "１", String(repeating: "x", count: 65),
  ])
  func `anything else doesn't`(_ id: String) {
    #expect(StreamName(category: "order", id: id) == nil)
    #expect(StreamName(Text("order/" + id)) == nil)
  }

  @Test func `every byte is judged by itself`() {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
    for byte in UInt8.min...UInt8.max {
      let isFirst = [byte, 0x61].withUnsafeBytes { StreamName.isValid(id: $0) }
      let isSecond = [0x61, byte].withUnsafeBytes { StreamName.isValid(id: $0) }
      #expect(isSecond == allowed.contains(byte))
      #expect(isFirst == (allowed.contains(byte) && !"._-".utf8.contains(byte)))
    }
  }

  @Test func `two dots are found wherever they are, and one anywhere is fine`() {
    for count in 1...64 {
      for place in 1..<max(count, 2) {
        var id = [UInt8](repeating: 0x61, count: count)
        if place < count { id[place] = 0x2E }
        #expect(id.withUnsafeBytes { StreamName.isValid(id: $0) }, "\(count) \(place)")
        guard place + 1 < count else { continue }
        id[place + 1] = 0x2E
        #expect(!id.withUnsafeBytes { StreamName.isValid(id: $0) }, "\(count) \(place)")
        id[place + 1] = 0x2F
        #expect(!id.withUnsafeBytes { StreamName.isValid(id: $0) }, "\(count) \(place)")
      }
    }
  }

  @Test func `an id in a storage is judged as any other`() {
    for count in 0...66 {
      for place in stride(from: 0, to: count, by: 1 + count / 16) {
        for byte in UInt8.min...UInt8.max {
          var id = [UInt8](repeating: 0x61, count: count)
          id[place] = byte
          let storage = ByteStorage.copy(of: id)
          let isValid = withExtendedLifetime(storage) {
            StreamName.isValid(paddedID: storage.bytes)
          }
          guard isValid != id.withUnsafeBytes({ StreamName.isValid(id: $0) }) else { continue }
          Issue.record("\(id)")
        }
      }
    }
    for word in ["start", "end", "a..bcdef", ""] {
      let storage = ByteStorage.copy(of: word)
      withExtendedLifetime(storage) {
        #expect(!StreamName.isValid(paddedID: storage.bytes))
      }
    }
  }

  @Test func `a category may be a single stream`() throws {
    let name = try #require(StreamName(category: "catalog", id: nil))
    #expect(name.description == "catalog")
    #expect(name.category == "catalog")
    #expect(name.id == nil)
    #expect(StreamName(Text("catalog")) == name)
  }

  @Test(arguments: ["", "/", "/1001", "order/"])
  func `a name has both its parts`(_ text: String) {
    #expect(StreamName(Text(text)) == nil)
  }
}

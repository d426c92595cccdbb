// All texts of a small world, and all small changes of a typical line: nothing is left to luck.

import JSONLines
import Testing

struct SmallWorldTests {
  /// Calls `body` with every text of up to `length` of the pieces.
  static func everyText(of pieces: [String], length: Int, _ body: ([UInt8]) -> Void) {
    let pieces = pieces.map { Array($0.utf8) }
    var indices: [Int] = []
    while true {
      body(indices.flatMap { pieces[$0] })
      var place = indices.count - 1
      while place >= 0, indices[place] == pieces.count - 1 {
        indices[place] = 0
        place -= 1
      }
      if place >= 0 {
        indices[place] += 1
      } else if indices.count < length {
        indices.append(0)
      } else {
        return
      }
    }
  }

  @Test(arguments: [
    (["{", "}", "[", "]", "\"", ",", ":", "1", "0", "-", ".", "e", "a", "\\", " "], 4),
    (["0", "1", "-", "+", ".", "e", "E", "["], 5),
    (["{", "}", "[", "]", ",", #""a":"#, #""b":"#, "1", " "], 5),
    (["\"", "\\", "n", "/", "\u{1}", "é", "a"], 5),
  ])
  func `Every short text gets the verdict of a plain reading of the grammar`(
    pieces: [String], length: Int
  ) {
    var texts = 0
    var differing: [String] = []
    Self.everyText(of: pieces, length: length) { bytes in
      texts += 1
      for (profile, strict) in [(JSONProfile.rfc8259, false), (.anyOrder, true)] {
        let expected = NaiveJSON.accepts(bytes, strict: strict)
        if (refusal(of: bytes, profile) == nil) != expected {
          differing.append("\(String(decoding: bytes, as: UTF8.self)) \(profile)")
        }
      }
      if refusal(of: bytes, .canonical) == nil, refusal(of: bytes, .anyOrder) != nil {
        differing.append("\(String(decoding: bytes, as: UTF8.self)) canonical")
      }
    }

    #expect(texts > 10_000)
    #expect(differing.isEmpty)
  }

  @Test func `Every two bytes in a string are accepted exactly if they are UTF-8`() {
    var differing: [[UInt8]] = []
    for first in 0x80...0xFF as ClosedRange<UInt8> {
      for second in 0...0xFF as ClosedRange<UInt8> where second != 0x22 && second != 0x5C {
        for tail in [[], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF]] as [[UInt8]] {
          let bytes = [first, second] + tail
          let isText = second >= 0x20 && String(validating: bytes, as: UTF8.self) != nil
          if (refusal(of: [0x22] + bytes + [0x22], .canonical) == nil) != isText {
            differing.append(bytes)
          }
        }
      }
    }
    #expect(differing.isEmpty)
  }

  static let line = Array(
    #"{"seq":7,"at":"2026-11-20T09:00:00.000000Z","actor":"a\"é\u0001","command":{"type":"pay-order","amount":-12999},"events":[{"type":"order-paid","ok":true},null],"crc":"0a1b2c3d"}"#
      .utf8)
  static let entry = KeyTable("seq", "at", "actor", "command", "events", "crc")
  static let payload = KeyTable("type", "amount", "ok")

  /// Reads the line as a typed decoder would; returns how many values there were.
  static func decode(_ bytes: [UInt8], _ profile: JSONProfile) throws(JSONError) -> Int {
    let storage = ByteStorage.copy(of: bytes)
    var reader = JSONReader(storage, in: 0..<storage.count, profile: profile)
    var keys = ObjectKeys()
    var values = 0
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, entry) {
      values += 1
      switch rank {
      case 0: _ = try reader.integer()
      case 1, 2, 5: _ = storage.string(try reader.text())
      case 3: try decodePayload(&reader, &values)
      case 4:
        var index = 0
        try reader.beginArray()
        while try reader.nextElement(&index) {
          if try !reader.takeNull() { try decodePayload(&reader, &values) }
        }
      default: _ = try reader.skipValue()
      }
    }
    try reader.endOfDocument()
    return values
  }

  private static func decodePayload(
    _ reader: inout JSONReader, _ values: inout Int
  ) throws(JSONError) {
    var keys = ObjectKeys()
    try reader.beginObject()
    while let rank = try reader.nextKey(&keys, payload) {
      values += 1
      switch rank {
      case 0: _ = try reader.text()
      case 1: _ = try reader.integer()
      case 2: _ = try reader.boolean()
      default: _ = try reader.skipValue()
      }
    }
  }

  /// Checks that there is no trap, that a place is within the text, and that what the typed reading accepts
  /// is JSON.
  static func check(_ bytes: [UInt8]) -> String? {
    for profile in [JSONProfile.rfc8259, .anyOrder, .canonical] {
      do throws(JSONError) {
        _ = try decode(bytes, profile)
        if refusal(of: bytes, profile) != nil { return "\(profile): accepted, but isn't JSON" }
      } catch {
        if error.offset < 0 || error.offset > bytes.count { return "\(profile): \(error)" }
      }
    }
    return nil
  }

  @Test func `The typical line itself is canonical`() throws {
    #expect(try Self.decode(Self.line, .canonical) == 10)
    #expect(refusal(of: Self.line, .canonical) == nil)
  }

  @Test func `No flipped bit, lost byte or doubled byte makes the reader trap or accept nonsense`()
  {
    var findings: [String?] = []
    for index in Self.line.indices {
      for bit in 0..<8 {
        var bytes = Self.line
        bytes[index] ^= 1 << UInt8(bit)
        findings.append(Self.check(bytes))
      }
      var shorter = Self.line
      shorter.remove(at: index)
      findings.append(Self.check(shorter))
      var longer = Self.line
      longer.insert(longer[index], at: index)
      findings.append(Self.check(longer))
    }
    #expect(findings.count == 10 * Self.line.count)
    #expect(findings.compactMap { $0 }.isEmpty)
  }

  @Test func `A line cut anywhere ends too early, exactly where it was cut`() {
    // Within a character the bytes aren't UTF-8, which is said first.
    for end in Self.line.indices where Self.line[end] & 0xC0 != 0x80 {
      let cut = Array(Self.line[..<end])

      #expect(throws: JSONError(.unexpectedEnd, at: end)) { try Self.decode(cut, .canonical) }
      #expect(refusal(of: cut, .rfc8259) == JSONError(.unexpectedEnd, at: end))
    }
  }
}

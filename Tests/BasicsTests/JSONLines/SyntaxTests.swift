// The grammar of RFC 8259, rule by rule, with the exact code and place of each refusal.

import JSONLines
import Testing

struct Refusal: Sendable, CustomTestStringConvertible {
  let text: String
  let code: JSONError.Code
  let offset: Int

  init(_ text: String, _ code: JSONError.Code, at offset: Int) {
    self.text = text
    self.code = code
    self.offset = offset
  }

  var error: JSONError { JSONError(code, at: offset) }
  var testDescription: String { "\(text.debugDescription) \(code.rawValue)" }
}

struct SyntaxTests {
  static let accepted = [
    "0", "-0", "7", "-10", "1.5", "-0.25", "1e5", "1E+05", "2.5e-3",
    "123456789012345678901234567890",
    "true", "false", "null", #""""#, #""a""#, " \t\r\n1 \t\r\n", "{}", "[]", "[ ]", "{ }",
    "[[],{}]",
    #"{"a":1,"a":2}"#, #"{"":0}"#, #"{ "a" : [ 1 , null ] }"#, #""\"\\\/\b\f\n\r\t""#, #""\u0000""#,
    #""\uD834\uDD1E""#, #""\ud834""#, #""\uDD1E\uD834""#, #""\ud834\u0041""#,
    "\"\u{7F}\u{80}\u{FFFF}\u{10FFFF}\"",
    #""sixteen bytes..""#, #""seventeen bytes..""#,
    #""a long string with é in the middle and \n at last""#,
  ]

  @Test(arguments: accepted)
  func `Any text of the grammar is accepted`(text: String) {
    #expect(refusal(of: text, .rfc8259) == nil)
  }

  static let refused = [
    Refusal("", .unexpectedEnd, at: 0), Refusal("  ", .unexpectedEnd, at: 2),
    Refusal("[", .unexpectedEnd, at: 1), Refusal("[1", .unexpectedEnd, at: 2),
    Refusal("[1,", .unexpectedEnd, at: 3), Refusal("{", .unexpectedEnd, at: 1),
    Refusal(#"{"a""#, .unexpectedEnd, at: 4), Refusal(#"{"a":"#, .unexpectedEnd, at: 5),
    Refusal(#"{"a":1"#, .unexpectedEnd, at: 6), Refusal(#"""#, .unexpectedEnd, at: 1),
    Refusal(#""abc"#, .unexpectedEnd, at: 4), Refusal(#""\"#, .unexpectedEnd, at: 2),
    Refusal(#""\u12"#, .unexpectedEnd, at: 5), Refusal("-", .unexpectedEnd, at: 1),
    Refusal("1.", .unexpectedEnd, at: 2), Refusal("1e", .unexpectedEnd, at: 2),
    Refusal("1e-", .unexpectedEnd, at: 3), Refusal("tru", .unexpectedEnd, at: 3),
    Refusal("nul!", .unexpectedByte, at: 3), Refusal("[1,]", .unexpectedByte, at: 3),
    Refusal("[,1]", .unexpectedByte, at: 1), Refusal("[1 2]", .unexpectedByte, at: 3),
    Refusal("[1}", .unexpectedByte, at: 2), Refusal(#"{"a":1]"#, .unexpectedByte, at: 6),
    Refusal("{1:2}", .unexpectedByte, at: 1), Refusal(#"{"a" 1}"#, .unexpectedByte, at: 5),
    Refusal(#"{"a":1,}"#, .unexpectedByte, at: 7), Refusal(#"{,"a":1}"#, .unexpectedByte, at: 1),
    Refusal(#"{"a"::1}"#, .unexpectedByte, at: 5), Refusal("'a'", .unexpectedByte, at: 0),
    Refusal("+1", .unexpectedByte, at: 0), Refusal(".5", .unexpectedByte, at: 0),
    Refusal("\u{FEFF}1", .unexpectedByte, at: 0), Refusal("NaN", .unexpectedByte, at: 0),
    Refusal("01", .invalidNumber, at: 0), Refusal("-01", .invalidNumber, at: 1),
    Refusal("-a", .invalidNumber, at: 1), Refusal("1.a", .invalidNumber, at: 2),
    Refusal("1.e5", .invalidNumber, at: 2), Refusal("1ea", .invalidNumber, at: 2),
    Refusal("1 2", .trailingBytes, at: 2), Refusal("{}}", .trailingBytes, at: 2),
    Refusal("1\u{0B}", .trailingBytes, at: 1), Refusal(#""\x""#, .invalidEscape, at: 1),
    Refusal(#""ab\u12g4""#, .invalidEscape, at: 3), Refusal(#""\U0041""#, .invalidEscape, at: 1),
    Refusal("\"a\tb\"", .controlCharacter, at: 2), Refusal("\"\u{0}\"", .controlCharacter, at: 1),
    Refusal("\"sixteen bytes and\n\"", .controlCharacter, at: 18),
  ]

  @Test(arguments: refused)
  func `Anything else is refused where it goes wrong`(refused: Refusal) {
    #expect(refusal(of: refused.text, .rfc8259) == refused.error)
  }

  static let brokenUTF8: [([UInt8], Int)] = [
    ([0x80], 0), ([0xC3], 0), ([0xC3, 0x28], 0), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0),
    ([0xE0, 0x9F, 0xBF], 0), ([0xE2, 0x82], 0), ([0xE2, 0x28, 0xA1], 0), ([0xED, 0xA0, 0x80], 0),
    ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0),
    ([0xF0, 0x9F, 0x98], 0), ([0xFF], 0), ([0x61, 0xC3, 0xA9, 0xE9], 3),
  ]

  @Test(arguments: brokenUTF8)
  func `Bytes that are not UTF-8 are refused at their first`(bytes: [UInt8], offset: Int) {
    for before in [0, 1, 14, 15, 16, 40] {
      let text = [0x22] + [UInt8](repeating: 0x61, count: before) + bytes + [0x22]

      #expect(refusal(of: text, .rfc8259) == JSONError(.invalidUTF8, at: 1 + before + offset))
    }
  }

  @Test func `Every scalar value is accepted raw and comes back`() throws {
    let scalars = (0x20...0x10FFFF).compactMap(Unicode.Scalar.init).filter {
      $0 != "\"" && $0 != "\\"
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    var reader = reader("\"\(String(text))\"", .canonical)

    let range = try reader.text()

    #expect(!range.hasEscapes)
    #expect(bytes(of: range, in: reader.storage) == Array(String(text).utf8))
  }

  @Test(arguments: [(1, true), (500, true), (1024, true), (1025, false), (200_000, false)])
  func `Up to 1024 levels are accepted, and more refused without recursion`(
    depth: Int, isAccepted: Bool
  ) {
    let opening = String(repeating: "[", count: depth)
    let closing = String(repeating: "]", count: depth)
    let error = isAccepted ? nil : JSONError(.tooDeep, at: 1024)

    #expect(refusal(of: opening + closing, .rfc8259) == error)
    #expect(refusal(of: opening + closing, .canonical) == error)
  }

  @Test func `Each kind of container closes with its own bracket however deep it is`() {
    for depth in [63, 64, 65, 127, 128, 129, 300] {
      var opening = ""
      var closing = ""
      for level in 0..<depth {
        opening += level % 3 == 0 ? #"{"k":"# : "["
        closing = (level % 3 == 0 ? "}" : "]") + closing
      }

      #expect(refusal(of: opening + "1" + closing, .canonical) == nil)
      for level in 0..<depth {
        var swapped = Array(closing)
        swapped[level] = swapped[level] == "}" ? "]" : "}"
        #expect(refusal(of: opening + "1" + String(swapped), .rfc8259)?.code == .unexpectedByte)
      }
    }
  }

  @Test func `A text ends where its range ends, whatever follows in the storage`() throws {
    let text = #"{"a":[10,"bcd",true]}{"more":1}"#
    let storage = ByteStorage.copy(of: text)
    for end in 0...21 {
      var reader = JSONReader(storage, in: 0..<end, profile: .rfc8259)
      if end == 21 {
        #expect(try reader.skipValue() == 0..<21)
        try reader.endOfDocument()
      } else {
        #expect(throws: JSONError(.unexpectedEnd, at: end)) { try reader.skipValue() }
      }
    }
  }
}

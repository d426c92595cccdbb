// The requirements of the log's two profiles beyond the grammar.

import JSONLines
import Testing

struct ProfileTests {
  static let acceptedByBoth = [
    "0", "-1", "9007199254740991", "-9007199254740991", "[1,[],{}]", #"{"b":1,"a":2}"#,
    #""\"\\\b\f\n\r\t\u0000\u0007\u000b\u000e\u001f""#, "\"\u{7F}é/\"", "true",
  ]

  @Test(arguments: acceptedByBoth)
  func `Canonical text is accepted by both profiles`(text: String) {
    #expect(refusal(of: text, .canonical) == nil)
    #expect(refusal(of: text, .anyOrder) == nil)
  }

  static let refusedByBoth = [
    Refusal("1.0", .notAnInteger, at: 0), Refusal("[1e2]", .notAnInteger, at: 1),
    Refusal("-0", .notAnInteger, at: 0), Refusal("-0.5", .notAnInteger, at: 0),
    Refusal("9007199254740992", .integerOutOfRange, at: 0),
    Refusal("-9007199254740992", .integerOutOfRange, at: 0),
    Refusal("99999999999999999999999999", .integerOutOfRange, at: 0),
    Refusal("18446744073709551617", .integerOutOfRange, at: 0),
    Refusal(#"{"a":1,"a":2}"#, .duplicateKey, at: 7),
    Refusal(#"[{"a":{"b":1,"c":{},"b":3}}]"#, .duplicateKey, at: 20),
    Refusal(#""\ud834""#, .loneSurrogate, at: 1), Refusal(#""\udd1e""#, .loneSurrogate, at: 1),
    Refusal(#""a\ud834\u0041""#, .loneSurrogate, at: 2),
    Refusal(#""\ud834\ud834""#, .loneSurrogate, at: 1), Refusal("01", .invalidNumber, at: 0),
  ]

  @Test(arguments: refusedByBoth)
  func `What the log has no use for is refused by both profiles`(refused: Refusal) {
    #expect(refusal(of: refused.text, .anyOrder) == refused.error)
    #expect(refusal(of: refused.text, .canonical) == refused.error)
    #expect(
      refused.code == .invalidNumber || refusal(of: refused.text, .rfc8259) == nil)
  }

  static let refusedByCanonicalAlone = [
    Refusal(" 1", .notCanonical, at: 0), Refusal("1 ", .trailingBytes, at: 1),
    Refusal("[1, 2]", .notCanonical, at: 3), Refusal("[ ]", .notCanonical, at: 1),
    Refusal(#"{"a" :1}"#, .notCanonical, at: 4), Refusal(#"{ "a":1}"#, .notCanonical, at: 1),
    Refusal("{\"a\":\n1}", .notCanonical, at: 5), Refusal("{}\n", .trailingBytes, at: 2),
    Refusal(#""\/""#, .notCanonical, at: 1), Refusal(#""\u0041""#, .notCanonical, at: 1),
    Refusal(#""\u000a""#, .notCanonical, at: 1), Refusal(#""\u001F""#, .notCanonical, at: 1),
    Refusal(#""\u007f""#, .notCanonical, at: 1), Refusal(#""\u00e9""#, .notCanonical, at: 1),
    Refusal(#""\u0022""#, .notCanonical, at: 1), Refusal(#""\ud834\udd1e""#, .notCanonical, at: 1),
    Refusal(#"{"\u0061":1}"#, .notCanonical, at: 2),
  ]

  @Test(arguments: refusedByCanonicalAlone)
  func `Another spelling of the same is refused by the canonical profile alone`(refused: Refusal) {
    #expect(refusal(of: refused.text, .anyOrder) == nil)
    #expect(refusal(of: refused.text, .canonical) == refused.error)
  }

  @Test func `Keys are duplicates when they mean the same text`() {
    let text = #"{"a":1,"\u0061":2}"#

    #expect(refusal(of: text, .anyOrder) == JSONError(.duplicateKey, at: 7))
    #expect(refusal(of: text, .rfc8259) == nil)
  }

  @Test func `The same key in different objects is no duplicate`() {
    #expect(refusal(of: #"{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":{}}}"#, .anyOrder) == nil)
    #expect(refusal(of: #"{"b":{},"c":[],"a":{},"d":{"a":1,"b":1}}"#, .anyOrder) == nil)
  }

  @Test func `The check for duplicates in a value can be left to the caller`() throws {
    let text = #"{"a":1,"a":2}"#
    var reader = reader(text, .canonical)

    #expect(try reader.skipValue(checkingDuplicates: false) == 0..<text.utf8.count)
  }

  @Test func `A megabyte of keys is checked in linear time`() {
    let members = (0..<80_000).map { #""k\#($0)":0"# }

    let start = processorSeconds()
    #expect(refusal(of: "{" + members.joined(separator: ",") + "}", .anyOrder) == nil)

    // Comparing each with each would take more than a minute here.
    #expect(processorSeconds() - start < 10)
    let twice = "{" + (members + [#""k7":0"#]).joined(separator: ",") + "}"
    #expect(refusal(of: twice, .anyOrder)?.code == .duplicateKey)
  }
}

import Integrity
import Testing

@testable import Examination

@Suite struct PseudonymsTests {
  private static let key = Array("a key that nobody may know".utf8)
  private let pseudonyms = Pseudonyms(key: key)

  /// RFC 4231, test cases 1 to 3 and 6: keys shorter and longer than a block.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ]) func `the keyed hash is HMAC-SHA256`(key: [UInt8], message: String, code: String) {
    let bytes = KeyedHash(key: key).code(of: Array(message.utf8))
    let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(hex == code)
  }

  @Test func `a text has one pseudonym under a key, and another under another key`() {
    let same = Pseudonyms(key: Self.key)
    let other = Pseudonyms(key: Array("another key, as good".utf8))
    for text in ["Amy", "amy@example.com", "111-111-1111", "1", "ü"] {
      let pseudonym = pseudonyms.pseudonym(of: text)
      #expect(pseudonym == same.pseudonym(of: text))
      #expect(pseudonym != text)
      if text.count > 1 { #expect(pseudonym != other.pseudonym(of: text)) }
    }
  }

  @Test(arguments: 1...3) func `no two rows of digits have the same pseudonym`(count: Int) {
    var limit = 1
    for _ in 0..<count { limit *= 10 }
    let found = Set(
      (0..<limit).map { number in
        let digits = String(String(number + limit).dropFirst())
        let pseudonym = pseudonyms.pseudonym(of: digits)
        #expect(pseudonym.utf8.count == count)
        return pseudonym
      })
    #expect(found.count == limit)
  }

  /// The shape of a pseudonym: 9 for a digit, T for a token.
  private func shape(of text: String) -> String {
    pseudonyms.pseudonym(of: text).replacing(/[b-t]{20}/, with: "T")
      .replacing(/\d/, with: "9")
  }

  @Test(arguments: [
    ("111-111-1111", "999-999-9999"), ("+49 (30) 12.34", "+99 (99) 99.99"),
    ("95014-2083", "99999-9999"), ("12", "99"), ("+-", "+-"), (" 95014", " 99999"),
    ("call Bob", "T"), ("٣٤٥٦٧", "T"), ("95014a", "T"),
  ]) func `digits stay where they are, and what has others stays wrong`(
    text: String, expected: String
  ) {
    #expect(shape(of: text) == expected)
  }

  @Test(arguments: [
    ("amy@example.com", "T@T.example"), ("amy", "T"), ("@example.com", "@T"), ("amy@", "T@"),
    ("a@b@c", "T@@"), ("@", "@"), (" @b", "T@T.example"),
  ]) func `an address stays one, or stays wrong in the same way`(text: String, expected: String) {
    #expect(shape(of: text) == expected)
  }

  @Test func `those at one host stay at one host`() {
    let hosts = ["amy@example.com", "bob@example.com", "bob@example.org"].map {
      pseudonyms.pseudonym(of: $0).split(separator: "@")[1]
    }
    #expect(hosts[0] == hosts[1])
    #expect(hosts[1] != hosts[2])
  }

  @Test func `what is blank or too long stays so`() {
    for blank in ["", " ", "\t\n", "\u{2003}\u{85}"] {
      #expect(pseudonyms.pseudonym(of: blank) == blank)
    }
    for text in ["é", "a@b", "1", "x@", "@@@", "1é"] {
      for length in [1, 20, 57, 199, 200, 201, 1000] {
        let long = String(repeating: text, count: length / text.unicodeScalars.count + 1)
          .unicodeScalars.prefix(length)
        let count = pseudonyms.pseudonym(of: String(long)).unicodeScalars.count
        #expect(count == max(length, count) && (length > 200) == (count > 200))
      }
    }
  }
}

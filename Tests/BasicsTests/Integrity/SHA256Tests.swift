import Testing

@testable import Integrity

/// The examples of FIPS 180-4 and of NIST's CAVP, and that pieces make no difference.
@Suite struct SHA256Tests {
  static let vectors: [(text: String, hash: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
        + "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  static func hash(_ pieces: [String], _ start: SHA256 = SHA256()) -> String {
    var hash = start
    for var piece in pieces { piece.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) } }
    return hash.finish().hex
  }

  @Test(arguments: vectors) func `the standard's examples`(text: String, hash: String) {
    #expect(Self.hash([text]) == hash)
    #expect(Self.hash([text], SHA256(inSwift: ())) == hash)
  }

  @Test func `the instructions and Swift agree on every length`() {
    let text = String(repeating: "0123456789abcdefghij", count: 20)
    for count in 0...text.count {
      let piece = String(text.prefix(count))
      let hash = Self.hash([piece])
      #expect(hash == Self.hash([piece], SHA256(inSwift: ())))
      #expect(hash == Digest(of: Array(piece.utf8)).hex)
    }
  }

  @Test(arguments: [1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 200])
  func `pieces of any size give the same hash`(size: Int) {
    let text = String((0..<500).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    var rest = text[...]
    var pieces: [String] = []
    while !rest.isEmpty {
      pieces.append(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(Self.hash(pieces) == Self.hash([text]))
  }
}

// Members that stand as they usually do are read by a shape; all others are left alone.

import JSONLines
import Testing

struct MemberShapeTests {
  private struct Places: BitwiseCopyable {
    var name = TextRange.absent
    var amount: Int64 = -1
    var note = TextRange.absent
  }

  private static let shape = MemberShape(
    .text(#"{"name":"#, at: 0), .optionalInteger(#","amount":"#, at: 1),
    .optionalText(#","a-rather-long-note":"#, at: 2), .bytes("}"))

  @Test(arguments: [
    (#"{"name":"Amy"}"#, "Amy", -1, nil),
    (#"{"name":"","amount":0}"#, "", 0, nil),
    (#"{"name":"Zoë","amount":12345678}"#, "Zoë", 12_345_678, nil),
    (
      #"{"name":"Amy","amount":9007199254740991,"a-rather-long-note":"\"é\" and more of it"}"#,
      "Amy", 9_007_199_254_740_991, #""é" and more of it"#
    ),
    (
      #"{"name":"longer than sixteen bytes","a-rather-long-note":"x"}"#,
      "longer than sixteen bytes",
      -1, "x"
    ),
  ])
  func `What is usual is read whole`(line: String, name: String, amount: Int64, note: String?)
    throws
  {
    var reader = reader(line, .canonical)
    var places = Places()

    #expect(try reader.read(Self.shape, into: &places))

    #expect(reader.storage.string(places.name) == name)
    #expect(places.amount == amount)
    #expect(places.note.isPresent ? reader.storage.string(places.note) == note : note == nil)
    #expect(reader.sawEscapes == line.contains(#"\"#))
    #expect(reader.position == reader.end)
  }

  @Test(arguments: [
    "", "{", #"{"name":null}"#, #"{"name":"Amy""#, #"{"name":"Amy","amount":-5}"#,
    #"{"name":"Amy","amount":05}"#, #"{"name":"Amy","amount":1.5}"#,
    #"{"name":"Amy","amount":9007199254740992}"#, #"{"name":"Amy","amount":123456789012345678901}"#,
    #"{"name":"Amy","amount":}"#, #"{"name":"Amy","a-rather-long-name":"x"}"#,
    #"{"name":"Amy","a-rather-long-note":"x","amount":1}"#, #"{ "name":"Amy"}"#,
  ])
  func `What is unusual is left to others`(line: String) throws {
    var reader = reader(line, .anyOrder)
    var places = Places()

    #expect(try !reader.read(Self.shape, into: &places))

    #expect(reader.position == 0)
  }

  @Test func `A string that is wrong is reported where it is`() {
    var reader = reader("{\"name\":\"A\u{1}y\"}", .canonical)
    var places = Places()

    #expect(throws: JSONError(.controlCharacter, at: 10)) {
      _ = try reader.read(Self.shape, into: &places)
    }
  }

  @Test func `Bytes behind the reader's end don't count`() throws {
    let storage = ByteStorage.copy(of: #"{"name":"Amy","amount":77}"#)
    for end in 0..<storage.count {
      var reader = JSONReader(storage, in: 0..<end, profile: .canonical)
      var places = Places()
      #expect((try? reader.read(Self.shape, into: &places)) != true)
    }
  }
}

import Testing

@testable import JSONLines

@Suite struct FindingTests {
  /// The text after the key, where it was found; in any other case how the search ended.
  private func find(_ key: StaticString, in members: String) -> String {
    let storage = ByteStorage.copy(of: Array((members + "}rest").utf8))
    let end = members.utf8.count
    var json = JSONReader(storage, in: 0..<end, profile: .anyOrder)
    switch json.findMember(key) {
    case .found: return storage.string(TextRange(json.position..<end))
    case .missing: return "missing"
    case .unclear: return "unclear"
    }
  }

  private func findFromEnd(_ key: StaticString, in members: String) -> String? {
    let storage = ByteStorage.copy(of: Array((members + "}rest").utf8))
    let end = members.utf8.count
    var json = JSONReader(storage, in: 0..<end, profile: .anyOrder)
    return json.findMemberFromEnd(key) ? storage.string(TextRange(json.position..<end)) : nil
  }

  @Test(arguments: [
    (#","a":1"#, "1"), (#","b":[{"a":2}],"a":1,"c":"x,\"a\":9""#, #"1,"c":"x,\"a\":9""#),
    (#","b":[{"a":1}]"#, nil), (#","b":[{"a":1}],"c":1"#, nil), (#","a":1,"b":{}"#, nil),
    (#","b":"a,","a,":1"#, nil), (#","a": 1"#, nil), ("", nil), (#","a""#, nil),
  ]) func `one of the last members is found from the end`(_ members: String, _ found: String?) {
    #expect(findFromEnd("a", in: members) == found, "\(members)")
  }

  @Test(arguments: [
    (#","a":1"#, "1"),
    (#","b":2,"a":1,"c":3"#, #"1,"c":3"#),
    (#","b":"x,\"a\":9","a":"y""#, #""y""#),
    (#","b":{"a":5,"c":[{"a":6}]},"a":[7]"#, "[7]"),
    (#","b":"a","aa":0,"":1,"a":null"#, "null"),
    (#","b":"ä\\","a":-1"#, "-1"),
    (#","long":"0123456789abcdef0123456789abcdef\n","a":true"#, "true"),
    ("", "missing"),
    (#","b":2,"c":"a""#, "missing"),
    // This is a key called a, too.
    (#","\u0061":1"#, "unclear"),
    (#","b" :2,"a":1"#, "unclear"),
    (#","b": 2,"a":1"#, "unclear"),
    (#", "b":2,"a":1"#, "unclear"),
    (#","b":2 ,"a":1"#, "unclear"),
    (#","a": 1"#, "unclear"),
    (#","b":"open"#, "unclear"),
    (#","b":[1,"a":1"#, "unclear"),
    (#""a":1"#, "unclear"),
    (#","a""#, "unclear"),
  ])
  func `a member is found among others that are written without white space`(
    _ members: String, _ found: String
  ) {
    #expect(find("a", in: members) == found, "\(members)")
  }

  /// Nothing beyond the end is read, and nothing traps.
  @Test func `whatever the bytes, a search ends, and finds what a reader of all finds`() {
    let pieces = [",", "\"", "a", ":", "1", "{", "}", "[", "]", "\\", " ", "\u{1}", "é"]
    var texts = [""]
    for _ in 0..<4 { texts = texts.flatMap { text in pieces.map { text + $0 } } }
    var (found, missing) = (0, 0)
    for text in texts {
      _ = find("a", in: #","b":1"# + text)
      let answer = find("a", in: #","b":1,""# + text)
      let storage = ByteStorage.copy(of: Array((#"{"b":1,""# + text + "}").utf8))
      // Of what isn't an object it may say anything.
      guard answer != "unclear",
        let tree = try? JSONValue(storage, in: 0..<storage.count, profile: .anyOrder)
      else { continue }
      #expect((tree["a"] == nil) == (answer == "missing"), "\(text)")
      if let value = findFromEnd("a", in: #","b":1,""# + text) {
        #expect(answer != "missing" && answer.hasSuffix(value), "\(text)")
      }
      if answer == "missing" { missing += 1 } else { found += 1 }
    }
    #expect(found > 0 && missing > 0)
  }
}

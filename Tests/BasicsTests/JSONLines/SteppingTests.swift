// Stepping over trusted values finds the same end as reading them.

import JSONLines
import Testing

@Suite struct SteppingTests {
  /// Small values in every place of a block, each with what could mislead: brackets and quotes in texts.
  static let values = [
    "{}", "[]", #"{"a":1}"#, #"{"a":{"b":[{},[]]},"events":[{"x":"}"}]}"#, #"["]","\"]","\\",[]]"#,
    #"{"\\\"}":"\\\\","a":"\\\"{[","personal":{"rejected":"\\"}}"#,
  ]

  @Test(arguments: values) func `the end is the reader's, wherever the value is`(value: String)
    throws
  {
    for lead in 0..<130 {
      for (text, pad) in [(value, 100), (value, 0), (#"{"x":["# + value + "]}", 70)] {
        let line = String(repeating: " ", count: lead) + text + String(repeating: "}", count: pad)
        let storage = ByteStorage.copy(of: line)
        var stepping = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
        var reading = JSONReader(storage, in: 0..<storage.count, profile: .anyOrder)
        stepping.position = lead
        reading.position = lead
        #expect(try stepping.stepOver() == reading.skipValue())
      }
    }
  }

  @Test func `long runs of backslashes are paired across blocks`() throws {
    for count in 50..<200 {
      let text = #"{"a":""# + String(repeating: #"\\"#, count: count) + #""}"#
      let storage = ByteStorage.copy(of: text + text)
      var reader = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
      #expect(try reader.stepOver() == 0..<text.utf8.count)
    }
  }

  @Test func `what isn't closed ends with the text`() {
    for text in [
      "{", #"{"a":"b"#, #"[{"a":1}"#, #"{"a":"\"#, "[" + String(repeating: "[]", count: 99),
    ] {
      let storage = ByteStorage.copy(of: text)
      var reader = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
      #expect(throws: JSONError(.unexpectedEnd, at: storage.count)) { try reader.stepOver() }
    }
  }
}

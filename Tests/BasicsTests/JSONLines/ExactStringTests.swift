// Texts are the same if their bytes are, whatever Swift's own strings say.

import JSONLines
import Testing

@Suite struct ExactStringTests {
  static let spellings = [
    ("\u{e9}", "e\u{301}"), ("K", "\u{212a}"), ("\u{c5}", "\u{212b}"), (";", "\u{37e}"),
    ("\u{ac00}", "\u{1100}\u{1161}"),
  ]

  @Test(arguments: spellings) func `canonically equivalent texts differ`(
    _ one: String, _ other: String
  ) {
    #expect(one == other)
    #expect(!one.hasSameBytes(as: other))
    #expect(Set([ExactString(one), ExactString(other), ExactString(one)]).count == 2)
    let values: [(String) -> JSONValue] = [
      { .string($0) }, { .array([.null, .string($0)]) }, { .object([.init("a", .string($0))]) },
      { .object([.init($0, .integer(1))]) },
    ]
    for value in values {
      #expect(value(one) != value(other))
      #expect(value(one) == value(one))
      #expect(Set([value(one), value(other), value(one)]).count == 2)
    }
    var object = JSONValue.object([.init(one, .integer(1))])
    #expect(object[other] == nil)
    object[other] = .integer(2)
    #expect(object == .object([.init(one, .integer(1)), .init(other, .integer(2))]))
  }
}

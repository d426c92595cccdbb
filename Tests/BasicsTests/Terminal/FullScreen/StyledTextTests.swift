import TestKit
import Testing

@testable import Terminal

@Suite struct StyledTextTests {
  private static let mixed = StyledText("ab", .bold) + "漢字" + StyledText("cd", .red)

  @Test func `texts in one style are one run`() {
    #expect((StyledText("a", .bold) + StyledText("b", .bold) + "c").runs.count == 2)
    #expect((StyledText("") + "").isEmpty)
    #expect(Self.mixed.text == "ab漢字cd" && Self.mixed.width == 8)
    #expect("\(1) of \(2)" as StyledText == StyledText("1 of 2"))
  }

  @Test(arguments: [
    (8, "ab漢字cd"), (7, "ab漢字…"), (6, "ab漢…"), (5, "ab漢…"), (4, "ab…"), (1, "…"), (0, ""), (-1, ""),
  ])
  func `what is cut ends with three dots`(width: Int, expected: String) {
    #expect(Self.mixed.truncated(to: width).text == expected)
  }

  @Test(arguments: [
    (23, "1001  Amy  1234.50 USD"), (21, "1001  Amy  1234.50 …"), (18, "1001  Amy  …"),
    (9, "1001  …"),
    (4, "…"),
  ])
  func `numbers and ids aren't cut`(width: Int, expected: String) {
    #expect(StyledText("1001  Amy  1234.50 USD").truncated(to: width).text == expected)
  }

  @Test(arguments: [
    (0, 8, "ab漢字cd"), (1, 3, "b漢"), (3, 5, " 字cd"), (3, 1, " "), (2, 1, ""), (7, 9, "d"),
    (8, 9, ""),
    (100, 1, ""),
  ])
  func `a part never begins or ends within a wide character`(
    column: Int, width: Int, expected: String
  ) {
    #expect(Self.mixed.part(from: column, width: width).text == expected)
  }

  @Test func `parts keep their styles`() {
    let part = Self.mixed.part(from: 1, width: 6)
    #expect(part.runs.map(\.text) == ["b", "漢字", "c"])
    #expect(part.runs.map(\.style) == [.bold, .plain, .red])
  }

  @Test(
    arguments: [
      ("", 5, [""]), ("Amy Apple", 20, ["Amy Apple"]), ("Amy Apple", 5, ["Amy", "Apple"]),
      ("Amy Apple", 6, ["Amy", "Apple"]), ("Amy   Apple", 4, ["Amy", "Appl", "e"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]), ("漢字かな", 3, ["漢", "字", "か", "な"]),
      ("漢字", 1, ["漢", "字"]), ("  indented", 20, ["  indented"]), ("abc ", 3, ["abc"]),
      ("abc   d", 3, ["abc", "d"]),
    ] as [(String, Int, [String])])
  func `lines break at spaces, and within words that are too long`(
    text: String, width: Int, expected: [String]
  ) {
    #expect(StyledText(text).wrapped(to: width).map(\.text) == expected)
  }

  @Test func `wrapping loses nothing but spaces`() {
    var seeded = Seeded.forTest()
    for _ in 0..<Seeded.trials(500) {
      let text = (0..<seeded.below(40)).reduce(into: StyledText.empty) { text, _ in
        let word = seeded.pick(["a", "bc", " ", "  ", "漢", "é", "defghijk"])
        text += StyledText(word, seeded.pick([.plain, .bold, .red]))
      }
      let width = 1 + seeded.below(12)
      let lines = text.wrapped(to: width)
      let kept = lines.map(\.text).joined().filter { $0 != " " }
      #expect(kept == text.text.filter { $0 != " " }, "seed \(seeded.seed)")
      #expect(lines.allSatisfy { $0.width <= max(2, width) }, "seed \(seeded.seed)")
    }
  }

  @Test func `styles add up, and the second color wins`() {
    #expect([.bold, .red] as TextStyle + [.underlined, .blue] == [.bold, .underlined, .blue])
    #expect(Self.mixed.styled(.reversed).runs.allSatisfy { $0.style.isReversed })
  }

  @Test(
    arguments: [
      (mixed, "\u{1b}[1mab\u{1b}[0m漢字\u{1b}[31mcd\u{1b}[0m"),
      (StyledText("a", [.red, .bold]), "\u{1b}[1;31ma\u{1b}[0m"),
      (StyledText("a", [.dim, .underlined, .reversed]), "\u{1b}[2;4;7ma\u{1b}[0m"),
      (StyledText("", .red), ""), ("\u{1b}[31m", #"\u{1b}[31m"#),
    ] as [(StyledText, String)])
  func `codes of color surround what is styled, and only where there is color`(
    text: StyledText, expected: String
  ) {
    #expect(text.printed(inColor: true) == expected)
    #expect(text.printed(inColor: false) == text.text)
  }

  @Test func `filling is to a width`() {
    #expect(Self.mixed.padded(to: 10).text == "ab漢字cd  ")
    #expect(Self.mixed.padded(to: 10, .right).text == "  ab漢字cd")
    #expect(Self.mixed.padded(to: 3) == Self.mixed)
  }
}

// Which elements of a list were which before.

import EventSourcing
import JSONLines
import Testing

@Suite struct ListMatchTests {
  private static func parts(_ elements: String) -> [[String]] {
    elements.split(separator: " ").map { $0.split(separator: "/").map(String.init) }
  }

  /// Elements as their parts, of which the first is their identity.
  static let cases: [(before: String, after: String, origins: [Int?], removed: [Int])] = [
    ("", "", [], []), ("A/1 B/2", "A/1 B/2", [0, 1], []), ("A/1 B/2", "B/2", [1], [0]),
    ("B/2", "A/1 B/2", [nil, 0], []), ("A/1 B/2 C/3", "C/3 A/1 B/2", [2, 0, 1], []),
    ("A/1 B/2", "B/9 A/1", [1, 0], []), ("A/1", "B/1", [nil], [0]),
    // Of several with one identity, equal ones first, then those that share most.
    ("A/1 A/2 A/3", "A/3 A/1", [2, 0], [1]), ("A/1/x A/2/y", "A/3/y", [1], [0]),
    ("A/1 A/1", "A/1", [0], [1]), ("A/1 A/2", "A/5 A/6", [0, 1], []),
    ("A/1", "A/1 A/1", [0, nil], []),
  ]

  @Test(arguments: cases.indices) func `elements are matched by identity`(_ index: Int) {
    let row = Self.cases[index]
    let match = ListMatch(Self.parts(row.before), Self.parts(row.after), identity: "letter") {
      $0.allSatisfy(\.isUppercase) ? "letter" : "rest"
    }
    #expect(match.origins == row.origins && match.removed == row.removed)
  }

  @Test(
    arguments: [
      ("a b c", "b c", [1, 2], [0]), ("a b", "b x a", [1, nil, 0], []),
      ("a/1 b/2", "b/3", [1], [0]),
      ("a a", "a", [0], [1]),
    ] as [(String, String, [Int?], [Int])])
  func `without one, by what they have in common`(
    _ before: String, _ after: String, _ origins: [Int?], _ removed: [Int]
  ) {
    let match = ListMatch(Self.parts(before), Self.parts(after), identity: nil) { $0 }
    #expect(match.origins == origins && match.removed == removed)
  }

  @Test func `what was removed from the end is known by its place`() {
    let match = ListMatch([["A"], ["B"]], [["A"]], identity: nil) { $0 }
    #expect(match.origin(of: 0) == 0 && match.origin(of: 1) == 1 && match.origin(of: 2) == nil)
    let shifted = ListMatch([["A"], ["B"]], [["B"]], identity: nil) { $0 }
    #expect(shifted.origin(of: 0) == 1 && shifted.origin(of: 1) == nil)
  }

  /// All lists of up to three elements, of which there are three.
  private static let small: [[String]] = (0..<3).reduce([[]]) { lists, _ in
    lists + lists.flatMap { list in ["A/1", "A/2", "B/1"].map { list + [$0] } }
  }

  @Test func `an element's place before is the one that matching all of the list gives`() {
    let list = FieldSchema<[String]>.List(
      "elements", identity: "letter", count: { $0.count },
      fields: [("letter", 0), ("digit", 1)].map { name, part in
        .init(name, .text) { .text(Text(Self.parts($0[$1])[0][part])) }
      })
    for before in Set(Self.small) {
      for after in Set(Self.small) {
        let match = ListMatch(
          Self.parts(before.joined(separator: " ")), Self.parts(after.joined(separator: " ")),
          identity: "letter"
        ) { $0.allSatisfy(\.isUppercase) ? "letter" : "rest" }
        for index in 0...3 {
          #expect(
            list.origin(of: index, from: before, to: after) == match.origin(of: index),
            "\(before) \(after)")
        }
      }
    }
  }
}

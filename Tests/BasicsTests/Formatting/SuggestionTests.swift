import Testing

@testable import Formatting

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abd", 1),
    ("abc", "ab", 1), ("ab", "abc", 1), ("lsit", "list", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("verfiy", "verify", 1),
  ]) func `the distance counts the fewest typing mistakes`(
    first: String, second: String, expected: Int
  ) {
    #expect(editDistance(Array(first), Array(second)) == expected)
    #expect(editDistance(Array(second), Array(first)) == expected)
  }

  @Test(arguments: [
    ("lgo", ["log"]), ("vrfy", ["verify"]), ("imprt", ["import"]), ("re", ["recover", "replay"]),
    ("rpelay", ["replay"]), ("x", []), ("", []), ("verification", []), ("log", []),
    ("lo", ["log"]), ("hlpe", []),
  ]) func `near words are offered and far ones are not`(word: String, expected: [String]) {
    let commands = ["log", "list", "import", "verify", "recover", "replay", "help"]
    #expect(suggestions(for: word, among: commands) == expected)
  }

  @Test func `the nearest word comes first, and equally near ones as in the table`() {
    #expect(
      suggestions(for: "shaw", among: ["slaw", "show", "shawl", "shap"]) == [
        "shawl", "slaw", "show",
      ])
  }

  @Test(arguments: [
    // A digit too much, one missing, another one, and neighbours swapped.
    ("99999", ["99998", "9999"]), ("999", ["9999"]), ("1003", ["1001", "1002"]),
    ("0110", ["1010"]), ("9998", ["99998", "9999"]), ("10", []), ("99", []), ("", []),
  ]) func `ids are near within one mistake, and not by how they begin`(
    id: String, expected: [String]
  ) {
    let ids = ["99998", "9999", "1010", "1001", "1002"]
    #expect(suggestions(for: id, among: ids, withinMistakes: 1) == expected)
  }
}

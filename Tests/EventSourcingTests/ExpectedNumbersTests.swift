import Testing

@testable import EventSourcing

/// Numbers in a log, with x for a line that can't be read, and what is said of them: . is fine, + is too
/// high, - is too low.
@Suite struct ExpectedNumbersTests {
  private func judge(_ numbers: String, _ form: LineForm = .store) -> String {
    var expected = ExpectedNumbers(after: 0, form)
    var verdicts = ""
    for word in numbers.split(separator: " ") {
      guard let seq = Int(word) else {
        expected.skip(lines: 1)
        continue
      }
      switch expected.take(seq) {
      case nil: verdicts += "."
      case .tooHigh: verdicts += "+"
      case .tooLow: verdicts += "-"
      }
    }
    return verdicts
  }

  @Test(arguments: [
    ("1 2 3 4", "...."),
    // Missing, repeated, moved, and a number that was altered.
    ("1 3 4 5", ".+.."), ("1 4 5", ".+."), ("1 2 2 3 4", "..-.."), ("1 3 2 4 5", ".+-.."),
    ("1 2 900 4 5", "..+.."), ("1 2 1 4 5", "..-.."),
    // Each line that can't be read is an entry or none.
    ("1 x 3 4", "..."), ("1 x 2 3", "..."), ("1 x x 4 5", "..."), ("x 2 3", ".."),
    ("1 x 4 5", ".+."), ("1 x 1", ".-"),
  ])
  func `a number that can't follow is reported once`(_ numbers: String, verdicts: String) {
    #expect(judge(numbers) == verdicts)
  }

  @Test(arguments: [
    ("1 5 9", "..."), ("1 5 3 9", "..-."), ("1 900 3 4", "..-."), ("1 1 2", ".-."),
    ("1 x 7", ".."),
  ])
  func `in a history numbers only have to increase`(_ numbers: String, verdicts: String) {
    #expect(judge(numbers, .history) == verdicts)
  }

  @Test func `what may come next, in words`() {
    var expected = ExpectedNumbers(after: 11, .store)
    #expect(expected.text == "12")
    expected.skip(lines: 1)
    #expect(expected.text == "12 or 13")
    expected.skip(lines: 1)
    #expect(expected.text == "12 to 14")
    #expect(ExpectedNumbers(after: 11, .history).text == "more than 11")
  }

  @Test func `entries are missing at the end only if lines can't have been them`() {
    var expected = ExpectedNumbers(after: 11, .store)
    #expect(expected.lack(12) && !expected.lack(11))
    expected.skip(lines: 1)
    #expect(!expected.lack(12) && expected.lack(13))
  }
}

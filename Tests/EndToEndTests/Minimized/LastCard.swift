// Written by `quiz minimize`. It passes while last-card.jsonl shows the bug that it was minimized for.
// When the bug is fixed, invert the expectation.

import HistoryTool
import Testing

@testable import QuizDomain

@Suite struct LastCard {
  @Test func `a quiz fulfils rejected.code == "last-card"`() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    let history = try RecordedHistory<Quiz>(
      openSource(folder + "/" + "last-card.jsonl"))
    let condition = try Condition("rejected.code == \"last-card\"", of: Quiz.schema)
    #expect(history.fulfils(condition, ever: true))
  }
}

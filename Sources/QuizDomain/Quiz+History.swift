// What makes the quiz's histories examinable in its own words.

import HistoryScenes

extension Quiz: HistoryDomain {
  package static var words: DomainWords {
    DomainWords(
      "quiz", plural: "quizzes", example: "spanish", exampleCommand: #"{"type":"show-next"}"#)
  }
  package static var invariants: [(name: String, condition: String)] {
    [("cards-never-come-back", "not exists(old(left)) or left <= old(left)")]
  }
}

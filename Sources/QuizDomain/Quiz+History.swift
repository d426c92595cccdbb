// The quiz's history as the scenes need it: its domains, and its own words.

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

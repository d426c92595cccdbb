// The bank's histories as the scenes need them, in the bank's own words.

import HistoryScenes

extension Bank: HistoryDomain {
  static var words: DomainWords {
    DomainWords(
      "account", article: "an", example: "amy",
      exampleCommand: #"{"type":"deposit","amount":10000}"#)
  }
  static var invariants: [(name: String, condition: String)] {
    [("overdraft-limit", "available >= -50000")]
  }
}

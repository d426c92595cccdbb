// Lists who has requested commands, for a shell to complete.

/// Words that a shell can complete: the answer of all scenes that list some, and what people see.
package struct WordList: HistoryResponse, Sendable {
  package let documents: [String]
  package let tornTail: TornTail?

  package init(_ words: [String], tornTail: TornTail?) {
    (documents, self.tornTail) = (words, tornTail)
  }
}

extension Scene where Response == WordList {
  package static func viewModel(of words: WordList, _ formatting: Formatting) -> WordList { words }
}

package enum ListActors: RespondingScene {
  package static func respond(to request: Void, with history: History) throws(Failure) -> WordList {
    try Failure.of { () throws(LogError) in
      var actors: Set<Text> = []
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        let actor = Text(entry.storage, entry.actor)
        if !actors.contains(actor) { actors.insert(Text(String(actor))) }
      }
      return WordList(actors.map { String($0) }.sorted(), tornTail: reader.tornTail)
    }
  }
}

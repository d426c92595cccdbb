// Lists who has requested commands, for a shell to complete.

/// Words that a shell can complete.
package struct WordList: Equatable, Sendable {
  package let words: [String]

  package init(words: [String]) { self.words = words }
}

package enum ListActors: RespondingScene {
  package struct Response: HistoryResponse, Sendable {
    let actors: [String]
    package let tornTail: TornTail?
    package var documents: [String] { actors }
  }

  package static func respond(to request: Void, with history: History) throws(Failure) -> Response {
    try Failure.of { () throws(LogError) in
      var actors: Set<Text> = []
      var reader = try EntryReader(history.source)
      while let entry = try reader.next() {
        let actor = Text(entry.storage, entry.actor)
        if !actors.contains(actor) { actors.insert(Text(String(actor))) }
      }
      return Response(actors: actors.map { String($0) }.sorted(), tornTail: reader.tornTail)
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> WordList {
    WordList(words: response.actors)
  }
}

// Lists the ids of the main domain's streams, for a shell to complete.

package enum ListIDs: RespondingScene {
  package struct Response: HistoryResponse, Sendable {
    package let documents: [String]
    package let tornTail: TornTail?
  }

  package static func respond(to request: Void, with history: History) throws(Failure) -> Response {
    let (states, end) = try history.fold(at: nil)
    return Response(documents: states.listed().map(\.id), tornTail: end.tornTail)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> WordList {
    WordList(words: response.documents)
  }
}

// Lists the ids of the main domain's streams, for a shell to complete.

package enum ListIDs: RespondingScene {
  package static func respond(to request: Void, with history: History) throws(Failure) -> WordList {
    let (states, end) = try history.fold(at: nil)
    return WordList(states.listed().map(\.id), tornTail: end.tornTail)
  }
}

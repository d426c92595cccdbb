// Goes through a deck in the terminal, and records what happens in a folder.

import EventLog
import EventSourcing
import JSONLines

/// Shows one card after another: Return reveals the answer, and goes on.
///
/// - Parameter deck: The cards to begin with; none to go on where the quiz was left.
func practise(_ quiz: String, in folder: String, deck: [String]) throws {
  let store = try openStore(folder)
  let quizzes = StreamStates(Quiz.self)
  let engine = try Engine(
    store, states: [quizzes.erased], clock: SystemInputs.time, salts: SystemInputs.salt)
  func record(_ command: Quiz.Command) throws -> Outcome<Quiz> {
    try engine.execute(Submission(command, on: .id(quiz), by: "me"), in: quizzes)
  }

  // Revealing without a deck is refused, and shows where the quiz is otherwise.
  var outcome = try record(deck.isEmpty ? .reveal : .load(deck: Text(deck.joined(separator: "\n"))))
  while let card = outcome.state.cards.first {
    let isRevealed = outcome.state.isRevealed
    print(isRevealed ? card : card.prefix { $0 != "=" })
    guard readLine() != nil else { break }
    outcome = try record(isRevealed ? .next : .reveal)
    if case .refused = outcome.result { break }
  }
  if case .refused(let refusal) = outcome.result { print("Refused: \(refusal.code)") }
  try store.close()
}

/// The store in a folder; a new one if there is none.
func openStore(_ folder: String) throws(LogError) -> FileStore {
  do throws(LogError) {
    return try FileStore(path: folder)
  } catch {
    guard error.code == .noSuchStore else { throw error }
    try FileStore.create(at: folder, id: SystemInputs.salt().hex, created: SystemInputs.time())
    return try FileStore(path: folder)
  }
}

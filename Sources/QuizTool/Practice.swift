// Goes through a deck in the terminal, and records what happens in a folder.

import EventLog
import EventSourcing

/// Shows one card after another: Return reveals the answer, and goes on.
///
/// - Parameter deck: The cards to begin with; none to go on where the quiz was left.
func practise(_ quiz: String, in folder: String, deck: [String]) throws {
  let store = try openStore(folder)
  let quizzes = StreamStates(Quiz.self)
  let engine = try Engine(
    store, states: [quizzes.erased], clock: SystemInputs.time, salts: SystemInputs.salt)
  func record(_ type: Quiz.CommandType, _ values: MemberAssignment...) throws -> Outcome<Quiz> {
    try engine.execute(Submission(Message(type, values), on: .id(quiz), by: "me"), in: quizzes)
  }

  if !deck.isEmpty { _ = try record(.load, Quiz.deck(deck.joined(separator: "\n"))) }
  var state = Quiz.initial
  if let stream = StreamName(category: Quiz.category, id: quiz) {
    state = try engine.state(of: stream, in: quizzes)?.state ?? state
  }
  while let card = state.cards.first {
    print(state.isRevealed ? card : card.prefix { $0 != "=" })
    guard readLine() != nil else { break }
    let outcome = try record(state.isRevealed ? .next : .reveal)
    if case .refused(let refusal) = outcome.result {
      print("Refused: \(refusal.code)")
      break
    }
    state = outcome.state
  }
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

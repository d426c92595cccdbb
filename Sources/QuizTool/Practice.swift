// The quiz's own command, and its tool with it.

import HistoryTool
import QuizDomain

private let quizName = Operand("QUIZ", help: "The quiz's id.")
private let card = Operand(
  "CARD", .anyNumber,
  help: "The deck to begin with, as in 'gato = cat'; without cards, go on where it was left.")

private struct Practice {
  var quiz = ""
  var deck: [String] = []
}

/// Shows one card after another: Return reveals the answer, and goes on.
private let practise = ToolCommand(
  "practise", summary: "Go through a deck, card by card.",
  examples: [Term("quiz practise spanish 'gato = cat' 'perro = dog'", "Begin with a deck.")],
  operands: [quizName(\.quiz), card(\.deck)], changes: true, request: Practice()
) { run, practice in
  guard !run.wantsJSON else {
    throw run.wrongUsage("practise is for people; `quiz show --json` is for programs.")
  }
  try run.withStreams(of: Quiz.self) { quizzes in
    let (quiz, deck) = (practice.quiz, practice.deck)
    if !deck.isEmpty {
      _ = try quizzes.execute(.init(.load, Quiz.deck(deck.joined(separator: "\n"))), on: quiz)
    }
    var state = try quizzes.state(of: quiz)
    while let card = state.cards.first {
      run.show(String(state.isRevealed ? card : card.prefix { $0 != "=" }))
      guard try run.readLine() != nil else { break }
      let outcome = try quizzes.execute(.init(state.isRevealed ? .next : .reveal), on: quiz)
      if case .refused(let refusal) = outcome.result { throw refusal }
      state = outcome.state
    }
  }
}

extension DomainTool {
  static let quiz = DomainTool(
    "quiz", version: "0.1.0", of: HistoryDomains(Quiz.self), commands: [practise])
}

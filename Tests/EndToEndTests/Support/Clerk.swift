// A clerk at a terminal, who answers as prepared.

import Terminal

/// Answers questions at a terminal as prepared, suggestions included; nil ends the input.
final class Clerk: Prompt {
  let canAsk = true
  var lastAct: (() -> Void)?
  private var answers: [String?]
  private(set) var questions: [String] = []
  private(set) var secrets: [String] = []

  init(_ answers: [String?]) { self.answers = answers }

  var isDone: Bool { answers.isEmpty }

  func ask(_ question: String, suggestion: String?) throws(PromptError) -> String? {
    questions.append(question)
    guard let answer = next() else { return nil }
    return answer.isEmpty ? suggestion ?? "" : answer
  }

  func askSecretly(_ question: String) throws(PromptError) -> String? {
    secrets.append(question)
    return next()
  }

  private func next() -> String? { answers.isEmpty ? nil : answers.removeFirst() }
}

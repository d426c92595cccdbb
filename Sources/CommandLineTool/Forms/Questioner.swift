// Questions to the person at the terminal. The end of the input means that they gave up.

import Terminal
import HistoryScenes

/// Asks, and takes the end of the input for giving up.
struct Questioner {
  let prompt: any Prompt

  static let givenUp = Failure(
    .interrupted, code: "given-up", "Cancelled; nothing was recorded.", hint: nil)

  /// A line, without white space around it.
  func line(_ question: String, suggesting suggestion: String? = nil) throws(Failure) -> String {
    try answer { () throws(PromptError) in
      try prompt.ask(question, suggestion: suggestion)
    }
  }

  /// A line that doesn't show.
  func secret(_ question: String) throws(Failure) -> String {
    try answer { () throws(PromptError) in try prompt.askSecretly(question) }
  }

  /// Yes or no; without a suggestion one of them must be typed.
  func confirm(_ question: String, suggesting suggestion: Bool?) throws(Failure) -> Bool {
    while true {
      switch try line(question + "? (y/n)", suggesting: suggestion.map { $0 ? "y" : "n" })
        .lowercased()
      {
      case "y", "yes": return true
      case "n", "no": return false
      default: continue
      }
    }
  }

  /// Whether they say yes. Nothing, and the end of the input, is no.
  func agrees(to question: String) throws(Failure) -> Bool {
    do throws(Failure) {
      return try confirm(question, suggesting: false)
    } catch {
      if error == Self.givenUp { return false }
      throw error
    }
  }

  private func answer(_ ask: () throws(PromptError) -> String?) throws(Failure) -> String {
    let line: String?
    do throws(PromptError) {
      line = try ask()
    } catch {
      throw Failure(error)
    }
    guard let line else { throw Self.givenUp }
    return String(line.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

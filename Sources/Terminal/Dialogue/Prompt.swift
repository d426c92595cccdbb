// Asking a person for a line, as a boundary: the terminal in the tool, prepared answers in tests.

import Platform

package protocol Prompt: AnyObject {
  /// Whether there is a person to ask. If not, a tool names what is missing instead.
  var canAsk: Bool { get }

  /// An act before a signal ends or stops the process while a question is open, such as saving the text that
  /// was typed. Ctrl-C doesn't end it.
  var lastAct: (() -> Void)? { get set }

  /// Prompts for a line and waits for it; nil at the end of the input.
  /// - Parameter suggestion: the value of an empty answer; shown after the question.
  func ask(_ question: String, suggestion: String?) throws(PromptError) -> String?

  /// Asks for a line that doesn't show while it is typed; nil at the end of the input.
  func askSecretly(_ question: String) throws(PromptError) -> String?
}

extension Prompt {
  package func ask(_ question: String) throws(PromptError) -> String? {
    try ask(question, suggestion: nil)
  }
}

package enum PromptError: Error, Equatable, Sendable {
  case interrupted
  case failed(errno: Int32)

  package var code: String {
    switch self {
    case .interrupted: "interrupted"
    case .failed: "prompt-failed"
    }
  }

  package var message: String {
    switch self {
    case .interrupted: "interrupted"
    case .failed(let errno): "can't ask on the terminal: \(systemMessage(for: errno))"
    }
  }
}

// Asking a person for a line, as a boundary: the terminal in the tool, prepared answers in tests.

/// Asks a person at a terminal.
public protocol Prompt: AnyObject {
  /// Whether there is somebody to ask. Where nobody is, a tool names what is missing instead.
  var canAsk: Bool { get }

  /// What to do before a signal ends the process while a question stands, such as keeping what was
  /// typed. Ctrl-C doesn't end it.
  var lastAct: (() -> Void)? { get set }

  /// Asks for a line and waits for it.
  ///
  /// - Parameters:
  ///   - question: what is asked, without a colon, such as `First name`.
  ///   - suggestion: the answer that an empty line stands for; shown behind the question.
  /// - Returns: the line without its end, `nil` at the end of the input.
  func ask(_ question: String, suggestion: String?) throws(PromptError) -> String?

  /// Asks for a line that doesn't show while it is typed.
  ///
  /// - Returns: the line without its end, `nil` at the end of the input.
  func askSecretly(_ question: String) throws(PromptError) -> String?
}

extension Prompt {
  /// Asks for a line, without a suggestion.
  public func ask(_ question: String) throws(PromptError) -> String? {
    try ask(question, suggestion: nil)
  }
}

/// A question that got no answer.
public enum PromptError: Error, Equatable, Sendable {
  /// Somebody pressed Ctrl-C. The terminal is as it was.
  case interrupted
  /// The system refused, with its error number.
  case failed(errno: Int32)

  /// The error's stable name.
  public var code: String {
    switch self {
    case .interrupted: "interrupted"
    case .failed: "prompt-failed"
    }
  }

  /// What happened, in a sentence without a full stop.
  public var message: String {
    switch self {
    case .interrupted: "interrupted"
    case .failed(let errno): "can't ask on the terminal: \(systemMessage(for: errno))"
    }
  }
}

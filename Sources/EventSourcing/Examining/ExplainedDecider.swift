// What a domain must say so that its decisions can be explained: which rules there are, and which
// fields each looks at.

/// One rule as it was asked about one command.
public struct RuleCheck: Hashable, Sendable {
  /// How it went.
  public enum Verdict: String, Sendable {
    /// It allows the command.
    case held
    /// It forbids the command.
    case broken
    /// A rule before it was broken, so it wasn't asked.
    case unasked
  }

  /// The code of its refusals: `order-not-paid`.
  public let code: String
  /// What it says, in a sentence.
  public let sentence: String
  /// How it went.
  public let verdict: Verdict
  /// The fields of the state that it looks at.
  public let facts: [String]

  /// A rule that was asked.
  public init(code: String, sentence: String, verdict: Verdict, facts: [String]) {
    self.code = code
    self.sentence = sentence
    self.verdict = verdict
    self.facts = facts
  }
}

/// A decider whose decisions can be explained rule by rule.
public protocol ExplainedDecider: ExaminedDecider {
  /// The rules in the order in which they are asked about a command, with how each went.
  static func checks(of command: Command, on state: State, in context: EntryContext) -> [RuleCheck]
}

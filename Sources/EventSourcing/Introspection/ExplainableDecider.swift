// What a domain must define so that its decisions can be explained: its rules, and the fields that
// each depends on.

/// The evaluation of one rule for one command.
public struct RuleCheck: Hashable, Sendable {
  /// How it went.
  public enum Verdict: String, Sendable {
    /// It allows the command.
    case held
    /// It forbids the command.
    case broken
    /// An earlier rule was broken, so this one wasn't evaluated.
    case notEvaluated = "unasked"
  }

  /// The code of its refusals: `order-not-paid`.
  public let code: String
  /// The rule in one sentence.
  public let sentence: String
  /// How it went.
  public let verdict: Verdict
  /// The fields of the state that it depends on.
  public let facts: [String]
  /// The fields of the command that decided.
  public let requested: [String]

  /// A rule that was evaluated.
  public init(
    code: String, sentence: String, verdict: Verdict, facts: [String], requested: [String] = []
  ) {
    self.requested = requested
    self.code = code
    self.sentence = sentence
    self.verdict = verdict
    self.facts = facts
  }
}

/// A decider whose decisions can be explained rule by rule.
public protocol ExplainableDecider: InspectableDecider {
  /// The rules in the order in which they are evaluated for a command, with the verdict of each.
  static func checks(of command: Command, on state: State, in context: EntryContext) -> [RuleCheck]
}

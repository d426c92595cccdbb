// Explanations of decisions: by the rules, and the fields that each depends on.

/// The evaluation of one rule for one command.
public struct RuleCheck: Hashable, Sendable {
  /// The result of a check.
  public enum Verdict: String, Sendable {
    /// It allows the command.
    case held
    /// It forbids the command.
    case broken
    /// It can't be judged any more, because personal data was erased; it didn't forbid the command when
    /// that was recorded.
    case erased
    /// The same, because the reader may not see personal data.
    case withheld
    /// An earlier rule was broken, so this one wasn't evaluated.
    case notEvaluated = "unasked"
  }

  /// The code of its refusals: `order-not-paid`.
  public let code: String
  /// The rule in one sentence.
  public let sentence: String
  /// The result of the check.
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

extension RuleCheck {
  /// The check for a reader who may not see personal data.
  package var withheld: RuleCheck {
    RuleCheck(
      code: code, sentence: sentence, verdict: verdict == .erased ? .withheld : verdict,
      facts: facts,
      requested: requested)
  }

  /// Evaluates rules in order, up to the first that refuses.
  ///
  /// - Parameters:
  ///   - rules: In the order in which they are evaluated.
  ///   - refusal: The refusal of the command by a rule; nil if the rule holds.
  ///   - check: Describes the evaluation of a rule, with its refusal if it was broken.
  package static func inOrder<Rule, Refusal>(
    _ rules: [Rule], refusal: (Rule) -> Refusal?, check: (Rule, Verdict, Refusal?) -> RuleCheck
  ) -> [RuleCheck] {
    var isBroken = false
    return rules.map { rule in
      if isBroken { return check(rule, .notEvaluated, nil) }
      let refusal = refusal(rule)
      isBroken = refusal != nil
      return check(rule, isBroken ? .broken : .held, refusal)
    }
  }
}

// The rules one by one, for those who want to know why.

import EventSourcing

extension OrderRulebook {
  /// The rules in the order in which they are asked about a command, with how each went.
  public static func checks(
    of command: OrderCommand, on state: Order?, in context: EntryContext
  ) -> [RuleCheck] {
    var isBroken = false
    return rules[command.kind].map { rule in
      var verdict = RuleCheck.Verdict.unasked
      if !isBroken {
        isBroken = rule.check(command, state, context) != nil
        verdict = isBroken ? .broken : .held
      }
      return RuleCheck(
        code: rule.code, sentence: rule.explanation, verdict: verdict, facts: rule.facts)
    }
  }
}

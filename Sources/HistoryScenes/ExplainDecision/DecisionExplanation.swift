// Explains a decision while its stream is read: evaluates the rules for the recorded command on the
// state as it was, and knows the origin of each fact.

import EventSourcing
import JSONLines
import Replay

struct DecisionExplanation {
  private let seq: Int
  private let domains: HistoryDomains
  private var blame = Blame()
  private(set) var response: ExplainDecision.Response?

  init(of seq: Int, in domains: HistoryDomains) {
    self.seq = seq
    self.domains = domains
  }

  /// Throws if the entry is of a category whose decisions aren't explained.
  func check(_ category: String) throws(Failure) {
    if category == domains.main.category { return }
    let other = domains.all.first { $0.category == category }?.words.subject ?? category
    let words = domains.words
    throw Failure(
      .usage, code: "not-\(words.article)-\(words.noun)",
      "Entry \(seq) is about \(other), not about \(words.subject).",
      hint: "`\(ToolName.current) show @\(seq)` shows it.")
  }

  mutating func take(_ entry: Entry, _ changes: HistoryChanges) throws(JSONError) {
    if entry.seq == seq {
      response = try explain(entry, changes)
    } else if entry.isAccepted {
      let type = entry.storage.string(try entry.commandHead().type)
      blame.take(changes.fields(of: entry).after, from: Origin(entry, command: type))
    }
  }

  private func explain(_ entry: Entry, _ changes: HistoryChanges) throws(JSONError)
    -> ExplainDecision.Response?
  {
    guard let rules = try changes.explanation(of: entry) else { return nil }
    let checks = rules.map { rule in
      ExplainDecision.Check(rule: rule, facts: rule.verdict == .notEvaluated ? [] : facts(of: rule))
    }
    let found = changes.changes(of: entry)
    return ExplainDecision.Response(
      item: try ShowLog.Item(entry, of: domains), checks: checks, currency: found.currency,
      money: found.money)
  }

  private func facts(of rule: RuleCheck) -> [ExplainDecision.Check.Fact] {
    rule.facts.map { name in
      let line = blame[name]
      return ExplainDecision.Check.Fact(field: name, value: line?.value, origin: line?.origin)
    }
  }
}

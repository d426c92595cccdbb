// Explains a decision while its stream is read: evaluates the rules for the recorded command on the
// state as it was, and knows the origin of each fact.

struct DecisionExplanation {
  private let seq: Int
  private let domains: HistoryDomains
  private var blame = Blame()
  private var past = StreamPast()
  private var isWithheld = false
  /// The first entry with each command's id.
  private var ids: [ExactString: Int] = [:]
  private(set) var response: ExplainDecision.Response?

  init(of seq: Int, by rules: ChosenRules, in domains: HistoryDomains) {
    self.seq = seq
    past.rules = rules
    self.domains = domains
  }

  mutating func take(_ entry: Entry, _ changes: HistoryChanges) throws(JSONError) {
    if entry.isErased { past.isErased = true }
    if entry.isWithheld { isWithheld = true }
    let range = try entry.commandHead().id
    let id = range.isPresent ? ExactString(entry.storage.string(range)) : nil
    if entry.seq == seq {
      past.firstUse = id.flatMap { ids[$0] }
      response = try explain(entry, changes)
      return
    }
    if let id, ids[id] == nil { ids[id] = entry.seq }
    if entry.isAccepted {
      let type = entry.storage.string(try entry.commandHead().type)
      blame.take(changes.fieldsAfter(entry), of: changes.kinds, from: Origin(entry, command: type))
    }
  }

  private func explain(_ entry: Entry, _ changes: HistoryChanges) throws(JSONError)
    -> ExplainDecision.Response?
  {
    guard let rules = try changes.explanation(of: entry, past),
      let judgement = try changes.judgement(of: entry, past)
    else { return nil }
    let item = try ShowLog.Item(entry, of: domains)
    let requested = entry.requestedFields
    let before = changes.fieldsBefore(entry)
    let checks = rules.map { isWithheld ? $0.withheld : $0 }.map { rule in
      ExplainDecision.Check(
        rule: rule, facts: rule.verdict == .notEvaluated ? [] : facts(of: rule, in: before),
        requested: rule.requested.flatMap { requested.leaves(of: $0) })
    }
    let found = changes.changes(of: entry)
    return ExplainDecision.Response(
      item: item, checks: checks, judgement: judgement, isOfOtherRules: past.isOfOtherRules,
      currencies: CurrencyPair(
        old: found.currencies.old,
        new: found.kinds.currency(of: requested) ?? found.currencies.new),
      kinds: found.kinds)
  }

  /// The facts of a rule. A fact that holds from the start has no origin.
  private func facts(of rule: RuleCheck, in before: FieldTree) -> [ExplainDecision.Check.Fact] {
    rule.facts.map { name in
      ExplainDecision.Check.Fact(field: name, value: before[name], origin: blame[name]?.origin)
    }
  }
}

extension FieldTree {
  /// The fields of a name; the name without a value if there are none.
  fileprivate func leaves(of name: String) -> [(field: String, value: JSONValue?)] {
    let selection = FieldSelection(name)
    let found = leaves.filter { selection.contains($0.path) }.map {
      ($0.path, $0.value as JSONValue?)
    }
    return found.isEmpty ? [(name, nil)] : found
  }
}

// Explains a decision while its stream is gone through: asks the rules about the recorded command on the
// order as it was, and knows where each fact came from.

import EventSourcing
import JSONLines
import Orders
import Replay

struct DecisionExplanation {
  private let seq: Int
  private var blame = Blame()
  /// The explanation; nil until the entry has come.
  private(set) var response: ExplainDecision.Response?

  /// - Parameter seq: The entry's number.
  init(of seq: Int) { self.seq = seq }

  /// Takes in the next entry of the stream, with what it changed.
  mutating func take(_ entry: Entry, _ changes: StoreChanges) throws(JSONError) {
    if entry.seq == seq {
      response = try explain(entry, changes)
    } else if entry.isAccepted {
      let type = entry.storage.string(try entry.commandHead().type)
      blame.take(changes.fields(of: entry).after, from: Origin(entry, command: type))
    }
  }

  private func explain(_ entry: Entry, _ changes: StoreChanges) throws(JSONError)
    -> ExplainDecision.Response
  {
    let item = try OrderHistory.Item(entry, changes: nil)
    let head = try entry.commandHead()
    guard let command = changes.orders.command, let change = changes.orders.change else {
      return ExplainDecision.Response(item: item, checks: [], currency: "")
    }
    let context = entry.context(head)
    let rules = Orders.checks(of: command, on: change.before, in: context)
    let checks = rules.map { rule in
      ExplainDecision.Check(rule: rule, facts: rule.verdict == .unasked ? [] : facts(of: rule))
    }
    let currency = change.after?.fields[.currency] ?? change.before?.fields[.currency] ?? ""
    return ExplainDecision.Response(item: item, checks: checks, currency: currency)
  }

  private func facts(of rule: RuleCheck) -> [ExplainDecision.Check.Fact] {
    rule.facts.map { name in
      let line = blame[name]
      return ExplainDecision.Check.Fact(field: name, value: line?.value, origin: line?.origin)
    }
  }
}

extension Failure {
  /// The failure of an entry that isn't about an order.
  static func notAnOrder(_ seq: Int) -> Failure {
    Failure(
      .usage, code: "not-an-order", "Entry \(seq) is about the catalogue, not about an order.",
      hint: "`cleanstore show @\(seq)` shows it.")
  }
}

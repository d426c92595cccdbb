// Explains a decision: rebuilds the order as it was, asks the rules about the recorded command, and
// looks up where the facts came from.

public import EventSourcing
import JSONLines
import Orders
import Replay

/// Explains the decisions of a history.
public final class ExplainDecisionInteractor: ExplainDecisionBusinessLogic {
  private let source: any EntrySource
  private let presenter: any ExplainDecisionPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any ExplainDecisionPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Finds the decision, asks the rules once more, and hands all to the presenter.
  public func explain(_ request: ExplainDecision.Request) throws(Failure) {
    let seq = try Failure.entryNumber(request.seq)
    var found: ExplainDecision.Response?
    let stream = try Failure.of { () throws(LogError) in try source.stream(ofEntry: seq) }
    guard stream.category == Orders.category else {
      throw Failure(
        .usage, code: "not-an-order", "Entry \(seq) is about the catalogue, not about an order.",
        hint: "`cleanstore show @\(seq)` shows it.")
    }
    var blame = Blame()
    _ = try Failure.of { () throws(LogError) in
      try source.eachChange(of: stream, through: seq, readsCommands: true) {
        (entry, changes) throws(JSONError) in
        if entry.seq == seq {
          found = try Self.response(entry, changes, blame)
        } else if entry.isAccepted {
          let type = entry.storage.string(try entry.commandHead().type)
          blame.take(changes.fields(of: entry).after, from: Origin(entry, command: type))
        }
      }
    }
    if let found { presenter.present(found) }
  }

  private static func response(_ entry: Entry, _ changes: StoreChanges, _ blame: Blame)
    throws(JSONError) -> ExplainDecision.Response
  {
    let item = try OrderHistory.Item(entry, changes: nil)
    let head = try entry.commandHead()
    guard let command = changes.orders.command, let change = changes.orders.change else {
      return ExplainDecision.Response(item: item, checks: [], currency: "")
    }
    let context = entry.context(head)
    let rules = Orders.checks(of: command, on: change.before, in: context)
    let checks = rules.map { rule in
      ExplainDecision.Check(rule: rule, facts: rule.verdict == .unasked ? [] : facts(rule, blame))
    }
    let currency = change.after?.fields[\.currency] ?? change.before?.fields[\.currency] ?? ""
    return ExplainDecision.Response(item: item, checks: checks, currency: currency)
  }

  private static func facts(_ rule: RuleCheck, _ blame: Blame) -> [ExplainDecision.Check.Fact] {
    rule.facts.map { name in
      let line = blame[name]
      return ExplainDecision.Check.Fact(field: name, value: line?.value, origin: line?.origin)
    }
  }
}

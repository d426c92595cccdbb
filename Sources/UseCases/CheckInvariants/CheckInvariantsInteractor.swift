// Checks invariants: goes through the history once and asks every invariant of each entry's order.

public import EventSourcing
import Orders
import Replay

/// Checks a history.
public final class CheckInvariantsInteractor: CheckInvariantsBusinessLogic {
  private let source: any EntrySource
  private let presenter: any CheckInvariantsPresentationLogic

  /// An interactor on a history.
  public init(source: any EntrySource, presenter: any CheckInvariantsPresentationLogic) {
    self.source = source
    self.presenter = presenter
  }

  /// Looks at every entry and hands what was found to the presenter.
  public func check(_ request: CheckInvariants.Request) throws(Failure) -> Bool {
    let known = try Failure.ofCondition(OrderInvariants.compiled)
    var reader = InvariantReader(known)
    for file in request.files { try reader.read(file) }
    for line in request.invariants { try reader.read(line) }
    let last = try source.resolve(request.at)
    let invariants = reader.invariants
    let response = try Failure.of { () throws(LogError) in
      try look(at: invariants, through: last)
    }
    presenter.present(response)
    return response.isGood
  }

  private func look(at invariants: [Invariant<Order?>], through last: Int) throws(LogError)
    -> CheckInvariants.Response
  {
    var watcher = InvariantGuard<Orders>(invariants)
    var sequence = SequenceGuard()
    // A store's reader insists on revisions and times; those of a history are looked at here.
    let isStore = source.form == .store
    var orders = AskingProjection<Orders>(watcher.formulas, checksRevisions: isStore)
    var reader = try EntryReader(source, acceptsEarlierTimes: !isStore)
    var entries = 0
    while reader.seq < last, let entry = try reader.next(into: &orders, through: last) {
      sequence.check(entry)
      watcher.check(entry, orders)
      entries += 1
    }
    let ofOrders = zip(watcher.invariants, watcher.breaches).map { invariant, breach in
      CheckInvariants.Finding(
        name: invariant.name, rule: invariant.condition.text, breach: breach)
    }
    let ofSequences = SequenceGuard.Rule.allCases.map { rule in
      CheckInvariants.Finding(
        name: rule.rawValue, rule: rule.explanation, breach: sequence[rule])
    }
    return CheckInvariants.Response(
      entries: entries, findings: ofSequences + ofOrders, tornTail: reader.tornTail)
  }
}

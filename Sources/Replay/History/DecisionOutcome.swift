// The outcome of a command: as recorded, or as decided again.

import EventSourcing
import JSONLines

@usableFromInline package enum DecisionOutcome<D: InspectableDecider>: Equatable, Sendable {
  case accepted([D.Event])
  case refused(D.Refusal)
  /// It changes nothing, so there is nothing to record.
  case unchanged
  /// It expects another revision than this one, so it is neither evaluated nor recorded.
  case conflict(actual: Int)

  @inlinable package init(_ command: D.Command, on state: D.State, in context: EntryContext) {
    do throws(D.Refusal) {
      let events = try D.decide(command, on: state, in: context)
      self = events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      self = .refused(error)
    }
  }

  package var events: [D.Event] { if case .accepted(let events) = self { events } else { [] } }

  package var refusal: D.Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  /// Whether this could be the recorded verdict if erased personal data still existed: decisions
  /// that depend on it are taken as recorded.
  package func isBarErasure(_ recorded: DecisionOutcome<D>, of command: D.Command) -> Bool {
    let (was, now) = (recorded.rest(of: command), rest(of: command))
    switch (was, now) {
    case (.refused(let one), .refused(let other)): return one == other
    case (.accepted(let one), .accepted(let other)):
      return one.compactMap(D.withoutPersonal) == other.compactMap(D.withoutPersonal)
    case (.accepted(let events), .unchanged):
      return events.compactMap(D.withoutPersonal).isEmpty
    case (nil, _): return true
    // A missing personal value refuses what is accepted in the log.
    case (_, nil): return true
    default: return was == now
    }
  }

  private func rest(of command: D.Command) -> DecisionOutcome? {
    guard case .refused(let refusal) = self else { return self }
    return D.withoutPersonal(refusal, of: command).map { .refused($0) }
  }
}

extension DecisionOutcome {
  /// As the lines of outcomes have it: an object with `events`, `rejected`, `unchanged` or `conflict`.
  package var json: JSONValue {
    switch self {
    case .accepted(let events):
      .object([.init("events", .array(events.map { D.tree(of: $0) }))])
    case .refused(let refusal): .object([.init("rejected", refusal.json)])
    case .unchanged: .object([.init("unchanged", .boolean(true))])
    case .conflict(let actual):
      .object([.init("conflict", .object([.init("actual", .integer(Int64(actual)))]))])
    }
  }
}

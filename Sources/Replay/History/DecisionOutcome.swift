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

  @inlinable package init(
    _ command: D.Command, on state: D.State, in context: EntryContext, by version: Int
  ) {
    do throws(D.Refusal) {
      let events = try D.decide(command, on: state, in: context, by: version)
      self = events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      self = .refused(error)
    }
  }

  package var events: [D.Event] { if case .accepted(let events) = self { events } else { [] } }

  private var isConflict: Bool { if case .conflict = self { true } else { false } }

  package var refusal: D.Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  /// The events or the refusal; no events if nothing is recorded.
  package var result: Result<[D.Event], D.Refusal> {
    refusal.map { .failure($0) } ?? .success(events)
  }

  /// This outcome of a command, or another one if it isn't the recorded one because personal data was
  /// erased: what depends on that is as recorded.
  package func afterErasure(
    of command: D.Command, on state: D.State, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: DecisionOutcome
  ) -> DecisionOutcome {
    if self == recorded || isConflict { return self }
    do throws(D.Refusal) {
      let events = try D.decide(
        command, on: state, in: context, by: version, isErased: isErased,
        recorded: recorded.result)
      return events.isEmpty ? .unchanged : .accepted(events)
    } catch {
      return .refused(error)
    }
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

extension DomainBody where D: InspectableDecider {
  /// The outcome of the entry that was read last.
  package var recorded: DecisionOutcome<D> { refusal.map { .refused($0) } ?? .accepted(events) }
}

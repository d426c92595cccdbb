// The outcome of a command: as recorded, or as decided again.

@usableFromInline package enum DecisionOutcome<D: InspectableDecider>: Equatable, Sendable {
  case accepted([D.Event])
  case refused(D.Refusal)
  /// It changes nothing, so there is nothing to record.
  case unchanged
  /// The command expects another revision than this one, so it is neither evaluated nor recorded.
  case conflict(actual: Int)
  /// It isn't known: rules of this version decide it, which the domain doesn't have; or, if `rules` is nil, personal
  /// data that was erased, and the record doesn't tell.
  case unknown(rules: String?)

  @inlinable package init(
    _ command: D.Command, on state: D.State, in context: EntryContext, by version: Int
  ) {
    do throws(D.Refusal) {
      self.init(try D.decide(command, on: state, in: context, by: version))
    } catch {
      self = .refused(error)
    }
  }

  @inlinable package init(_ events: [D.Event]) {
    self = events.isEmpty ? .unchanged : .accepted(events)
  }

  private init(_ result: Result<[D.Event], D.Refusal>) {
    switch result {
    case .success(let events): self.init(events)
    case .failure(let refusal): self = .refused(refusal)
    }
  }

  /// The outcome where personal data was erased, whether a part of it is taken from what is recorded, and which fields of
  /// the state decide that part, too; nil if any may.
  package static func afterErasure(
    of command: D.Command, on state: D.State, in context: EntryContext, by version: Int,
    isErased: Bool, recorded: DecisionOutcome
  ) -> (outcome: DecisionOutcome, isTaken: Bool, fields: [String]?) {
    let decision = D.decide(
      command, on: state, in: context, by: version, isErased: isErased, recorded: recorded.result)
    return switch decision {
    case .decided(let result): (DecisionOutcome(result), false, [])
    case .taken(let result, let fields): (DecisionOutcome(result), true, fields)
    case .unknown: (.unknown(rules: nil), false, [])
    }
  }

  package var events: [D.Event] { if case .accepted(let events) = self { events } else { [] } }

  package var refusal: D.Refusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }

  package var isUnknown: Bool { if case .unknown = self { true } else { false } }

  /// The currency of a stream's amounts after it; empty if they have none.
  ///
  /// - Parameter state: The stream's state before.
  func currency(on state: D.State, in context: EntryContext) -> String {
    var state = state
    for event in events { D.evolve(&state, with: event, in: context) }
    return D.schema.currency(of: state) ?? ""
  }

  /// The events or the refusal; no events if nothing is recorded.
  package var result: Result<[D.Event], D.Refusal> {
    refusal.map { .failure($0) } ?? .success(events)
  }
}

extension DecisionOutcome {
  /// The member of lines of outcomes: an object with `events`, `rejected`, `unchanged`, `conflict` or
  /// `unknown`, that with the `rules` that decide it, if the domain doesn't have them.
  package var json: JSONValue {
    switch self {
    case .accepted(let events):
      .object([.init("events", .array(events.map { D.tree(of: $0) }))])
    case .refused(let refusal): .object([.init("rejected", refusal.json)])
    case .unchanged: .object([.init("unchanged", .boolean(true))])
    case .conflict(let actual):
      .object([.init("conflict", .object([.init("actual", .integer(Int64(actual)))]))])
    case .unknown(let rules):
      .object(
        [.init("unknown", .boolean(true))] + (rules.map { [.init("rules", .string($0))] } ?? []))
    }
  }
}

extension DomainBody where D: InspectableDecider {
  /// The outcome of the entry that was read last.
  package var recorded: DecisionOutcome<D> { refusal.map { .refused($0) } ?? .accepted(events) }
}

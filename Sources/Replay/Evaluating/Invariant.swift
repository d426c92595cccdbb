// Conditions that must hold after every entry, and where they were broken first.

import EventSourcing

package struct EntryMark: Hashable, Sendable {
  package let seq: Int
  package let at: Timestamp
  /// The stream's name: `order/1001`.
  package let stream: String
  package let rev: Int

  package init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at
    stream = entry.storage.string(entry.stream)
    rev = entry.rev
  }
}

package struct Invariant<State>: Sendable {
  /// Its name: `total-is-its-parts`.
  package let name: String
  package let condition: Condition<State>

  package init(_ name: String, _ condition: Condition<State>) {
    self.name = name
    self.condition = condition
  }
}

package struct Breach: Sendable {
  package struct Witness: Hashable, Sendable {
    package let name: String
    package let value: FieldValue
  }

  package let first: EntryMark
  package let values: [Witness]
  private(set) var streams: Set<Int> = []

  package var count: Int { streams.count }

  mutating func add(stream: Int) { streams.insert(stream) }
}

package struct InvariantGuard<D: InspectableDecider>: Sendable {
  package let invariants: [Invariant<D.State>]
  /// How each of them was broken, in their order; nil where it wasn't.
  package private(set) var breaches: [Breach?]

  package init(_ invariants: [Invariant<D.State>]) {
    self.invariants = invariants
    breaches = Array(repeating: nil, count: invariants.count)
  }

  package var formulas: [Formula<D.State>] { invariants.map(\.condition.formula) }

  /// Looks at the stream of the last entry. One that has no accepted entry yet fulfils everything.
  /// - Parameter projection: Has read the entry; was made with `formulas`.
  package mutating func check(_ entry: Entry, _ projection: ConditionProjection<D>) {
    guard let stream = projection.stream, projection.states.revisions[stream] > 0 else { return }
    for index in invariants.indices where !projection.holds(invariants[index].condition, index) {
      if breaches[index] == nil {
        let formula = invariants[index].condition.formula
        let values = zip(formula.parts, projection.parts(of: formula, index))
          .map { Breach.Witness(name: $0, value: $1) }
        breaches[index] = Breach(first: EntryMark(entry), values: values)
      }
      breaches[index]?.add(stream: stream)
    }
  }
}

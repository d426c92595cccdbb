// Conditions that must hold after every entry, and where they were broken first.

import EventSourcing

/// A condition that every stream must fulfil after each of its entries.
package struct Invariant<State>: Sendable {
  /// Its name: `total-is-its-parts`.
  package let name: String
  /// What must hold.
  package let condition: Condition<State>

  /// An invariant.
  package init(_ name: String, _ condition: Condition<State>) {
    self.name = name
    self.condition = condition
  }
}

/// How an invariant was broken.
package struct Breach: Sendable {
  /// A value that shows it.
  package struct Witness: Hashable, Sendable {
    /// What it is, as in the condition.
    package let name: String
    /// What it was.
    package let value: FieldValue

    /// A value.
    package init(_ name: String, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The first entry after which it didn't hold.
  package let first: EntryMark
  /// What was there to see then.
  package let values: [Witness]
  private var streams: Set<Int> = []

  /// For how many streams it was broken.
  package var count: Int { streams.count }

  init(_ first: EntryMark, _ values: [Witness]) {
    self.first = first
    self.values = values
  }

  mutating func add(stream: Int) { streams.insert(stream) }
}

/// Watches over invariants.
package struct InvariantGuard<D: InspectableDecider>: Sendable {
  /// The invariants.
  package let invariants: [Invariant<D.State>]
  /// How each of them was broken, in their order; nil where it wasn't.
  package private(set) var breaches: [Breach?]

  /// Watches over these.
  package init(_ invariants: [Invariant<D.State>]) {
    self.invariants = invariants
    breaches = Array(repeating: nil, count: invariants.count)
  }

  /// The formulas of the invariants.
  package var formulas: [Formula<D.State>] { invariants.map(\.condition.formula) }

  /// Looks at the stream of the last entry. One that has no accepted entry yet fulfils everything.
  ///
  /// - Parameters:
  ///   - entry: The last entry.
  ///   - projection: Has read the entry; was made with `formulas`.
  package mutating func check(_ entry: Entry, _ projection: ConditionProjection<D>) {
    guard let stream = projection.stream, projection.states.revisions[stream] > 0 else { return }
    for index in invariants.indices where !projection.holds(invariants[index].condition, index) {
      if breaches[index] == nil {
        let formula = invariants[index].condition.formula
        let values = zip(formula.parts, projection.parts(of: formula, index))
          .map { Breach.Witness($0, $1) }
        breaches[index] = Breach(EntryMark(entry), values)
      }
      breaches[index]?.add(stream: stream)
    }
  }
}

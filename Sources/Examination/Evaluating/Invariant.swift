// Conditions that must hold after every entry, and where they were broken first.

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

@usableFromInline package struct Invariant<State>: Sendable {
  /// Its name: `total-is-its-parts`.
  package let name: String
  package let condition: Condition<State>

  package init(_ name: String, _ condition: Condition<State>) {
    self.name = name
    self.condition = condition
  }
}

package struct Breach: Sendable {
  package let first: EntryMark
  /// The values of the parts of the condition.
  package let values: [(name: String, value: FormulaValue)]
  /// The entry at which it held again in the stream that broke it first; nil if it never did.
  package private(set) var healed: EntryMark?
  private var streams: Set<Int> = []
  private var broken: Set<Int> = []
  private var firstStream: Int?

  init(first: EntryMark, values: [(name: String, value: FormulaValue)]) {
    self.first = first
    self.values = values
  }

  package var count: Int { streams.count }
  /// The number of streams in which it is broken at the end.
  package var countAtEnd: Int { broken.count }

  func isOf(_ stream: Int) -> Bool { streams.contains(stream) }

  mutating func add(stream: Int) {
    if firstStream == nil { firstStream = stream }
    streams.insert(stream)
    broken.insert(stream)
  }

  mutating func heal(stream: Int, _ entry: Entry) {
    guard broken.remove(stream) != nil, stream == firstStream, healed == nil else { return }
    healed = EntryMark(entry)
  }
}

/// Finds out where invariants are broken, entry by entry.
@usableFromInline package struct InvariantGuard<D: InspectableDecider>: Sendable {
  @usableFromInline package let invariants: [Invariant<D.State>]
  /// The breach of each of them, in their order; nil where it held.
  package private(set) var breaches: [Breach?]
  /// Whether any was.
  @usableFromInline package private(set) var isBroken = false
  /// Streams without a state that would break some: they are looked at again once they have one.
  @usableFromInline var unborn: Set<Int> = []

  package init(_ invariants: [Invariant<D.State>]) {
    self.invariants = invariants
    breaches = Array(repeating: nil, count: invariants.count)
  }

  package var formulas: [Formula<D.State>] { invariants.map(\.condition.formula) }

  /// Looks at the stream of the last entry. One that has no accepted entry yet, or was never created, fulfils everything.
  /// Invariants whose value the entry can't have changed aren't evaluated.
  ///
  /// - Parameters:
  ///   - entry: The last entry.
  ///   - projection: Has read the entry; was made with `formulas`.
  @inlinable public mutating func check(
    _ entry: Entry, _ projection: borrowing ConditionProjection<D>
  ) {
    guard let stream = projection.stream, projection.states.revisions[stream] > 0 else { return }
    let isUnborn = !unborn.isEmpty && unborn.remove(stream) != nil
    for index in invariants.indices {
      if !isUnborn, projection.isUnchanged(index) { continue }
      let holds = projection.holds(index)
      if !holds || isBroken { note(holds, index, stream, entry, projection) }
    }
  }

  @usableFromInline mutating func note(
    _ holds: Bool, _ index: Int, _ stream: Int, _ entry: Entry,
    _ projection: borrowing ConditionProjection<D>
  ) {
    if holds {
      breaches[index]?.heal(stream: stream, entry)
      return
    }
    let isKnown = breaches[index]?.isOf(stream) == true
    if !isKnown, !D.exists(projection.states.states[stream]) {
      unborn.insert(stream)
      return
    }
    isBroken = true
    if breaches[index] == nil {
      let formula = invariants[index].condition.formula
      breaches[index] = Breach(first: EntryMark(entry), values: projection.parts(of: formula))
    }
    breaches[index]?.add(stream: stream)
  }
}

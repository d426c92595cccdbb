// Conditions that must hold after every entry, and where they were broken first.

public import EventSourcing

/// A condition that every stream must fulfil after each of its entries.
public struct Invariant<State>: Sendable {
  /// Its name: `total-is-its-parts`.
  public let name: String
  /// What must hold.
  public let condition: Condition<State>

  /// An invariant.
  public init(_ name: String, _ condition: Condition<State>) {
    self.name = name
    self.condition = condition
  }
}

/// How an invariant was broken.
public struct Breach: Sendable {
  /// A value that shows it.
  public struct Witness: Hashable, Sendable {
    /// What it is, as in the condition.
    public let name: String
    /// What it was.
    public let value: FieldValue

    /// A value.
    public init(_ name: String, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The first entry after which it didn't hold.
  public let first: EntryMark
  /// What was there to see then.
  public let values: [Witness]
  private var streams: Set<Int> = []

  /// For how many streams it was broken.
  public var count: Int { streams.count }

  init(_ first: EntryMark, _ values: [Witness]) {
    self.first = first
    self.values = values
  }

  mutating func add(stream: Int) { streams.insert(stream) }
}

/// Watches over invariants.
public struct InvariantGuard<D: InspectableDecider>: Sendable {
  /// The invariants.
  public let invariants: [Invariant<D.State>]
  /// How each of them was broken, in their order; nil where it wasn't.
  public private(set) var breaches: [Breach?]

  /// Watches over these.
  public init(_ invariants: [Invariant<D.State>]) {
    self.invariants = invariants
    breaches = Array(repeating: nil, count: invariants.count)
  }

  /// The formulas of the invariants.
  public var formulas: [Formula<D.State>] { invariants.map(\.condition.formula) }

  /// Looks at the stream of the last entry. One that has no accepted entry yet fulfils everything.
  ///
  /// - Parameters:
  ///   - entry: The last entry.
  ///   - projection: Has read the entry; was made with `formulas`.
  public mutating func check(_ entry: Entry, _ projection: ConditionProjection<D>) {
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

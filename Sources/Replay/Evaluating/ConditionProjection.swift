// Folds one domain and evaluates conditions after each entry, on the entry's stream. Other streams
// don't change, so they aren't evaluated.

import EventSourcing
import JSONLines

/// The states of one domain, with answers to questions about the stream of the last entry.
@frozen public struct ConditionProjection<D: InspectableDecider>: Projection {
  @usableFromInline package var states: StateProjection<D>
  @usableFromInline var current: Int?
  @usableFromInline var questions: [Inputs<D.State>]
  @usableFromInline let hasInputs: Bool
  @usableFromInline let comparesStates: Bool
  @usableFromInline let only: Text?
  @usableFromInline let beginsWithState: Bool
  /// The streams that a history may have; any if empty.
  @usableFromInline let known: [StreamNames]
  /// Of the streams of other domains.
  @usableFromInline package var otherRevisions: Revisions?

  /// - Parameters:
  ///   - formulas: What will be evaluated. Conditions that need only the state can be omitted.
  ///   - only: The one stream to evaluate; all of the domain's if nil.
  ///   - checksRevisions: Whether revisions must be without gaps, as in a store.
  ///   - known: The streams that the history may have; any if empty. What is found doesn't hold of
  ///     others.
  package init(
    _ formulas: [Formula<D.State>], only: StreamName? = nil, checksRevisions: Bool,
    known: [StreamNames] = []
  ) {
    states = StateProjection(checksRevisions: checksRevisions)
    questions = formulas.map { Inputs($0.inputs) }
    hasInputs = formulas.contains { $0.isMomentary }
    comparesStates = questions.contains { $0.comparesStates }
    self.only = only?.text
    beginsWithState = D.beginsWithState
    self.known = known
    otherRevisions = checksRevisions ? Revisions(.store) : nil
  }

  /// The number of the last entry's stream, if it is one of those that are evaluated.
  @inlinable package var stream: Int? { current }

  /// Brings old lines of the domain into today's form.
  @inlinable public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  /// As in a store, of all streams.
  @inlinable public var checksRevisions: Bool { states.checksRevisions }

  /// Evolves the entry's stream, and remembers its previous state if a formula needs it.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    current = nil
    try states.decode(entry)
    guard states.body.isMine else { return try readOther(entry) }
    let name = entry.storage.slice(entry.stream)
    let index = states.number(of: name)
    if let only, !name.hasSameBytes(as: only.bytes) { return try states.apply(entry, to: index) }
    if hasInputs { remember(EntryFacts(entry), index) }
    if comparesStates { return try compare(entry, index) }
    try states.apply(entry, to: index)
    current = index
  }

  @usableFromInline @inline(never) mutating func compare(_ entry: Entry, _ index: Int)
    throws(EntryDefect)
  {
    let before = states.states[index]
    let isThere = beginsWithState || states.revisions[index] > 0
    try states.apply(entry, to: index)
    for question in questions.indices {
      questions[question].compare(before, isThere: isThere, states.states[index])
    }
    current = index
  }

  @usableFromInline @inline(never) mutating func readOther(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    guard known.isEmpty || known.contains(where: { $0.contain(name) }) else { throw .unknownStream }
    if let problem = otherRevisions?.check(entry) { throw .misplaced(problem) }
  }

  @inlinable @inline(never) mutating func remember(_ entry: EntryFacts, _ index: Int) {
    let isThere = beginsWithState || states.revisions[index] > 0
    for question in questions.indices {
      questions[question].take(states.states[index], isThere: isThere, entry, states.body)
    }
  }

  /// Whether a condition holds, by its test, for the stream of the last entry; false without one.
  /// - Parameter number: The place of its formula among those that this was made with.
  @inlinable package func holds(_ test: Condition<D.State>.Test, _ number: Int) -> Bool {
    guard let current else { return false }
    return test(states.states[current], questions[number].values, 0) ?? false
  }

  /// The value of a formula for the stream of the last entry; absent without one.
  package func value(of formula: Formula<D.State>, _ number: Int) -> FormulaValue {
    guard let current else { return FormulaValue(.absent) }
    return formula.term.value(states.states[current], questions[number].values)
  }

  package func parts(of formula: Formula<D.State>, _ number: Int)
    -> [(name: String, value: FormulaValue)]
  {
    guard let current else { return [] }
    return formula.parts.map {
      ($0.name, $0.term.value(states.states[current], questions[number].values))
    }
  }
}

/// What a formula may use of an entry: passing the whole entry would copy it.
@frozen @usableFromInline struct EntryFacts {
  @usableFromInline let seq: Int
  @usableFromInline let at: Timestamp
  @usableFromInline let storage: ByteStorage
  @usableFromInline let actor: TextRange

  @inlinable @inline(__always) init(_ entry: Entry) {
    seq = entry.seq
    at = entry.at
    storage = entry.storage
    actor = entry.actor
  }
}

@usableFromInline struct Inputs<State>: Sendable {
  @usableFromInline let inputs: [Input<State>]
  @usableFromInline var values: [FieldValue]

  init(_ inputs: [Input<State>]) {
    self.inputs = inputs
    values = Array(repeating: .absent, count: inputs.count)
  }

  @inlinable mutating func take<D: InspectableDecider>(
    _ before: borrowing State, isThere: Bool, _ entry: EntryFacts, _ body: DomainBody<D>
  ) {
    take(before, isThere: isThere) { field in
      switch field {
      case .seq: .integer(Int64(entry.seq))
      case .at: .time(entry.at)
      // Copies, so that a kept value doesn't keep a chunk of the log alive.
      case .actor: .text(Text(entry.storage.string(entry.actor)))
      case .commandType: .text(Text(entry.storage.string(body.head.type)))
      case .rejectedCode: body.refusal.map { .text(Text($0.code)) } ?? .absent
      case .accepted: .boolean(body.refusal == nil)
      case .refused: .boolean(body.refusal != nil)
      }
    }
  }

  /// - Parameter isThere: Whether there was a state before the entry; if not, all of it is absent.
  @inlinable mutating func take(
    _ before: borrowing State, isThere: Bool, _ entry: (EntryField) -> FieldValue
  ) {
    for index in inputs.indices {
      switch inputs[index] {
      case .entry(let field): values[index] = entry(field)
      case .before(let read): values[index] = isThere ? read(before) : .absent
      case .matched: break
      }
    }
  }

  var comparesStates: Bool { inputs.contains { if case .matched = $0 { true } else { false } } }

  /// Takes what depends on both states: after `take`.
  mutating func compare(_ before: borrowing State, isThere: Bool, _ after: borrowing State) {
    for index in inputs.indices {
      guard case .matched(let read) = inputs[index] else { continue }
      values[index] = isThere ? read(before, after) : .absent
    }
  }
}

extension InspectableDecider {
  /// Whether its streams have a state before their first entry, as a catalogue does.
  static var beginsWithState: Bool { exists(initial) }

  /// Whether a stream has a state: before it is created, it has none.
  package static func exists(_ state: State) -> Bool {
    var writer = JSONWriter()
    return writeState(state, id: "", to: &writer)
  }
}

@frozen package struct HoldingSpans: Sendable {
  package enum Transition: Hashable, Sendable {
    case begins
    /// It no longer holds; it did since the entry with this number.
    case ends(since: Int)
    /// It holds for this entry: it uses what only an entry has.
    case holds
  }

  /// By the streams' numbers: the entry since which it holds; 0 where it doesn't.
  @usableFromInline var since: [Int] = []
  /// For how many streams it holds now.
  package private(set) var count = 0

  package init() {}

  /// Whether it holds for a stream.
  package func holds(of stream: Int) -> Bool { stream < since.count && since[stream] != 0 }

  /// Takes in whether it holds after an entry, and returns what that changes, if anything.
  @inlinable package mutating func take(_ holds: Bool, stream: Int, seq: Int) -> Transition? {
    if stream < since.count, (since[stream] != 0) == holds { return nil }
    return change(holds, stream: stream, seq: seq)
  }

  @usableFromInline mutating func change(_ holds: Bool, stream: Int, seq: Int) -> Transition? {
    while since.count <= stream { since.append(0) }
    let before = since[stream]
    guard (before != 0) != holds else { return nil }
    since[stream] = holds ? seq : 0
    count += holds ? 1 : -1
    return holds ? .begins : .ends(since: before)
  }
}

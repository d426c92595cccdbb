// Folds one domain and evaluates conditions after each entry, on the entry's stream. Other streams
// don't change, so they aren't evaluated.

/// The states of one domain, with answers to questions about the stream of the last entry.
///
/// Properties of the same size in all domains come first, so that code that isn't compiled for one finds them at once.
@frozen @usableFromInline package struct ConditionProjection<D: InspectableDecider>: Projection {
  @usableFromInline var current: Int?
  @usableFromInline let only: Text?
  /// The streams that a history may have; any if empty.
  @usableFromInline let known: [StreamNames]
  /// The revisions of the streams of other domains.
  @usableFromInline package var otherRevisions: Revisions?
  @usableFromInline let terms: [Term]
  @usableFromInline let reader: RowReader
  /// The numbers of the state after the last entry and, if a formula takes them, before it.
  @usableFromInline var row: [Int64?]
  /// The last entry's own fields, by their places.
  @usableFromInline var entry: [FieldValue] = EntryField.allCases.map { _ in .absent }
  @usableFromInline let entryFields: [EntryField]
  /// The changes after which each formula's value may be another; nil where they aren't known.
  @usableFromInline let dependencies: [StateChanges?]
  @usableFromInline let compares: Bool
  /// The changes of the last entry; nil if they aren't known.
  @usableFromInline var changes: StateChanges?
  @usableFromInline let haveSameDetails: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  @usableFromInline let looksBack: Bool
  @usableFromInline let keepsState: Bool
  @usableFromInline let beginsWithState: Bool
  /// The state before the last entry, if there was one and it is kept.
  @usableFromInline var before: [D.State] = [D.initial]
  @usableFromInline var hasBefore = false
  @usableFromInline package var states: StateProjection<D>

  /// - Parameters:
  ///   - formulas: The formulas to evaluate.
  ///   - only: The one stream to evaluate; all of the domain's if nil.
  ///   - checksRevisions: Whether revisions must be without gaps, as in a store.
  ///   - compares: Whether `isUnchanged` will be asked for.
  ///   - known: The streams that the history may have; any if empty. What is found doesn't hold of
  ///     others.
  package init(
    _ formulas: [Formula<D.State>], only: StreamName? = nil, checksRevisions: Bool,
    compares: Bool = false, known: [StreamNames] = []
  ) {
    states = StateProjection(checksRevisions: checksRevisions)
    terms = formulas.map(\.term)
    reader = RowReader(formulas)
    row = reader.emptyRow
    entryFields = EntryField.allCases.filter { field in
      formulas.contains { $0.needs.entryFields.contains(field) }
    }
    dependencies = formulas.map { compares ? $0.needs.changes : nil }
    self.compares = dependencies.contains { $0 != nil }
    let comparesDetails = dependencies.contains { $0?.details == true }
    haveSameDetails = comparesDetails ? D.schema.haveSameDetails : nil
    keepsState = haveSameDetails != nil || formulas.contains { $0.needs.before }
    looksBack = self.compares || formulas.contains { $0.isMomentary }
    self.only = only?.text
    beginsWithState = D.beginsWithState
    self.known = known
    otherRevisions = checksRevisions ? Revisions(.store) : nil
  }

  /// The number of the last entry's stream, if it is one of those that are evaluated.
  @inlinable package var stream: Int? { current }

  /// Brings old lines of the domain into today's form.
  @inlinable public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  /// Whether the revisions of all streams are checked, as in a store.
  @inlinable public var checksRevisions: Bool { states.checksRevisions }

  /// Evolves the entry's stream, and remembers of its previous state what a formula needs.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    current = nil
    try states.decode(entry)
    guard states.body.isOfDomain else { return try readOther(entry) }
    let name = entry.storage.slice(entry.stream)
    let index = states.number(of: name)
    if let only, !name.hasSameBytes(as: only.bytes) { return try states.apply(entry, to: index) }
    if looksBack { remember(EntryFacts(entry), index) }
    try states.apply(entry, to: index)
    readRow(of: index, before: false)
    if compares { compare(index) }
    current = index
  }

  @inlinable mutating func readRow(of index: Int, before isBefore: Bool) {
    states.states.withUnsafeBufferPointer { states in
      guard let states = states.baseAddress else { return }
      reader.read(states + index, before: isBefore, into: &row)
    }
  }

  /// Finds out what the entry has changed, unless it is the first of its stream: nothing was evaluated before it.
  @inlinable mutating func compare(_ index: Int) {
    changes = nil
    guard hasBefore, !beginsWithState else { return }
    var details = true
    if let haveSameDetails {
      states.states.withUnsafeBufferPointer { states in
        before.withUnsafeBufferPointer { before in
          guard let states = states.baseAddress, let before = before.baseAddress else { return }
          details = !haveSameDetails(before, states + index)
        }
      }
    }
    changes = StateChanges(numbers: reader.changes(in: row), details: details)
  }

  @usableFromInline @inline(never) mutating func readOther(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    guard known.isEmpty || known.contains(where: { $0.contain(name) }) else { throw .unknownStream }
    if let problem = otherRevisions?.check(entry) { throw .misplaced(problem) }
  }

  @inlinable @inline(never) mutating func remember(_ entry: EntryFacts, _ index: Int) {
    hasBefore = beginsWithState || states.revisions[index] > 0
    if hasBefore {
      readRow(of: index, before: true)
      if keepsState { before[0] = states.states[index] }
    } else {
      reader.read(nil, before: true, into: &row)
    }
    for field in entryFields { self.entry[field.place] = entry.value(of: field, states.body) }
  }

  /// Lends the moment after the last entry, by the number of its stream.
  @inlinable func at<R>(_ index: Int, _ body: (Moment) -> R) -> R? {
    states.states.withUnsafeBufferPointer { states in
      before.withUnsafeBufferPointer { before in
        row.withUnsafeBufferPointer { row in
          entry.withUnsafeBufferPointer { entry in
            guard let states = states.baseAddress else { return nil }
            let before = hasBefore ? before.baseAddress : nil
            return body(Moment(states + index, before: before, row: row, entry: entry))
          }
        }
      }
    }
  }

  /// Whether a condition holds for the stream of the last entry; false without one.
  /// - Parameter number: Its place among the formulas that this was made with.
  @inlinable package func holds(_ number: Int) -> Bool {
    guard let current else { return false }
    return at(current) { terms[number].holds(at: $0) } ?? false
  }

  /// Whether a condition surely holds or doesn't as it did after the entry of the stream before.
  @inlinable package func isUnchanged(_ number: Int) -> Bool {
    guard let dependencies = dependencies[number], let changes else { return false }
    return !dependencies.intersects(changes)
  }

  /// Whether the stream of the last entry has a state; false without one.
  @inlinable package var exists: Bool { current.map { D.exists(states.states[$0]) } ?? false }

  /// The value of a formula for the stream of the last entry; absent without one.
  package func value(_ number: Int) -> FormulaValue { value(of: terms[number]) }

  package func parts(of formula: Formula<D.State>) -> [(name: String, value: FormulaValue)] {
    current == nil ? [] : formula.parts.map { ($0.name, value(of: $0.term)) }
  }

  private func value(of term: Term) -> FormulaValue {
    current.flatMap { at($0) { term.value(at: $0) } } ?? FormulaValue(.absent)
  }
}

/// The facts of an entry that a formula may use: passing the whole entry would copy it.
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

  @inlinable func value<D>(of field: EntryField, _ body: DomainBody<D>) -> FieldValue {
    switch field {
    case .seq: .integer(Int64(seq))
    case .at: .time(at)
    // Copies, so that a kept value doesn't keep a chunk of the log alive.
    case .actor: .text(Text(storage.string(actor)))
    case .commandType: .text(Text(storage.string(body.head.type)))
    case .rejectedCode: body.refusal.map { .text(Text($0.code)) } ?? .absent
    case .accepted: .boolean(body.refusal == nil)
    case .refused: .boolean(body.refusal != nil)
    }
  }
}

extension InspectableDecider {
  /// Whether its streams have a state before their first entry, as a catalogue does.
  static var beginsWithState: Bool { exists(initial) }

  /// Whether a stream has a state: before it is created, it has none.
  @usableFromInline package static func exists(_ state: State) -> Bool {
    if let isThere = schema.isThere { return isThere(state) }
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

  /// For each stream, by its number, the entry since which the condition holds; 0 where it doesn't.
  @usableFromInline var since: [Int] = []
  /// The number of streams for which it holds now.
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

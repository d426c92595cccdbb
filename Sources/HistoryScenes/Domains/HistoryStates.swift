// The state of every stream, whichever domain it is of, and how many commands were accepted and refused.

private protocol StatePart: Projection {
  var refusalCode: String? { get }
  mutating func take(_ entry: Entry) throws(EntryDefect)
  func written(_ stream: StreamName) -> (state: JSONValue, rev: Int)?
  func erasures(of stream: StreamName) -> [Erasure]
  func eachDifference(
    to other: any StatePart, as side: ComparedSet, in domains: HistoryDomains,
    _ body: (StreamDifference) -> Void)
  func writeEach(_ body: (borrowing JSONWriter) throws(Failure) -> Void) throws(Failure)
  func listed() -> [ListStreams.Row]
  func statistics(in domains: HistoryDomains) throws(Failure) -> StreamStatistics
}

/// A stream that differs between two sets of states.
struct StreamDifference {
  let stream: StreamLabel
  let domain: any HistoryDomain.Type
  /// Its fields in the first set; nil if it has none there.
  let before: FieldTree?
  /// Its fields in the second set; nil if it has none there.
  let after: FieldTree?
  /// The erasures between the two, or in one of them.
  let erasures: Erasures
}

struct HistoryStates: Projection {
  private var fold: DomainFold<any StatePart>
  private let domains: HistoryDomains
  let checksRevisions: Bool
  private(set) var accepted = 0
  private(set) var refused: [String: Int] = [:]

  /// - Parameter readsValues: Whether commands are read, too, instead of only checked as JSON.
  init(of domains: HistoryDomains, form: LineForm, readsValues: Bool = false) {
    self.domains = domains
    checksRevisions = form == .store
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.take(entry) },
      begin: { (part, base) throws(LogError) in try part.restore(from: base) },
      part: { $0.states(form, readsValues: readsValues) })
  }

  var vocabularies: [Vocabulary] { fold.vocabularies }
  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try fold.restore(from: base)
    accepted = base.header.accepted
    refused = base.header.refused
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try fold.read(entry)
    if let refusal = fold.currentPart.refusalCode {
      refused[refusal, default: 0] += 1
    } else {
      accepted += 1
    }
  }

  /// The state of a stream of the main domain as it is written, and its revision; nil if it has none.
  func state(of stream: StreamName) -> (state: JSONValue, rev: Int)? {
    fold.parts[0].written(stream)
  }

  /// The accepted entries of a stream of the main domain whose personal data was erased.
  func erasures(of stream: StreamName) -> Erasures {
    Erasures(fold.parts[0].erasures(of: stream))
  }

  /// Writes the streams of the main domain one by one, deleted ones too, as they are listed.
  func writeEach(_ body: (borrowing JSONWriter) throws(Failure) -> Void) throws(Failure) {
    try fold.parts[0].writeEach(body)
  }

  /// The streams of the main domain, in the order in which they are listed.
  func listed() -> [ListStreams.Row] { fold.parts[0].listed() }

  func statistics() throws(Failure) -> StreamStatistics {
    try fold.parts[0].statistics(in: domains)
  }

  /// Passes the streams that differ in another set.
  func eachDifference(
    to other: HistoryStates, as side: ComparedSet, _ body: (StreamDifference) -> Void
  ) {
    for (part, other) in zip(fold.parts, other.fold.parts) {
      part.eachDifference(to: other, as: side, in: domains, body)
    }
  }
}

/// The states in memory, without snapshots.
extension HistoryStates: ResumableProjection {
  var kinds: [SnapshotKind] { [] }
  var hasMissed: Bool { false }
  func begin(from chains: [[SnapshotFile]], changing streams: StreamTable) -> ClosedRange<
    Timestamp
  >? { nil }
  func makeSnapshots(_ ordinal: Int, _ times: ClosedRange<Timestamp>) -> [[UInt8]]? { nil }
}

extension HistoryDomain {
  fileprivate static func states(_ form: LineForm, readsValues: Bool) -> any StatePart {
    StateProjection<Self>(checksRevisions: form == .store, readsValues: readsValues)
  }
}

extension StateProjection: StatePart where D: HistoryDomain {
  fileprivate var refusalCode: String? { body.refusal?.code }
  fileprivate mutating func take(_ entry: Entry) throws(EntryDefect) {
    try D.compiled.read(entry, &self)
  }

  fileprivate func written(_ stream: StreamName) -> (state: JSONValue, rev: Int)? {
    guard let (state, rev) = state(of: stream) else { return nil }
    let value = JSONValue.written { (writer: inout JSONWriter) in
      _ = D.writeState(state, id: stream.id ?? "", to: &writer)
    }
    return value == .object([]) ? nil : (value, rev)
  }

  private var inOrder: [(id: String, state: D.State)] {
    D.inOrder(
      states.indices.map { index in
        let name = streams.name(index)
        let id = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? ""
        return (id: id, state: states[index])
      })
  }

  fileprivate func listed() -> [ListStreams.Row] {
    let schema = D.schema
    return inOrder.compactMap { id, state in
      let value = JSONValue.written { (writer: inout JSONWriter) in
        _ = D.writeListed(state, id: id, to: &writer)
      }
      guard value != .object([]), let stream = StreamName(category: D.category, id: typed(id))
      else { return nil }
      return ListStreams.Row(
        id: id, rev: self.state(of: stream)?.rev ?? 0, state: value,
        cells: schema.cells(of: state), erasures: Erasures(erasures(of: stream)),
        noun: D.words.noun)
    }
  }

  fileprivate func writeEach(_ body: (borrowing JSONWriter) throws(Failure) -> Void) throws(Failure)
  {
    var writer = JSONWriter()
    for (id, state) in inOrder {
      writer.removeAll()
      guard D.writeListed(state, id: id, to: &writer) else { continue }
      let stream = StreamName(category: D.category, id: id.isEmpty ? nil : id)
      writer.addErasures(Erasures(stream.map { erasures(of: $0) } ?? []))
      try body(writer)
    }
  }

  fileprivate func statistics(in domains: HistoryDomains) throws(Failure) -> StreamStatistics {
    let rule = D.tallyRule
    var tally = Tally()
    for state in states { tally.add(state, by: rule) }
    return try D.statistics(of: tally, in: domains)
  }

  fileprivate func eachDifference(
    to other: any StatePart, as side: ComparedSet, in domains: HistoryDomains,
    _ body: (StreamDifference) -> Void
  ) {
    guard let other = other as? Self else { return }
    eachDifference(to: other, as: side) {
      id, before, after, haveOtherLost in
      let name = id.isEmpty ? D.category : "\(D.category)/\(id)"
      let erased = StreamName(Text(name)).map { stream in
        (Set(erasures(of: stream)), Set(other.erasures(of: stream)))
      }
      body(
        StreamDifference(
          stream: domains.label(of: name), domain: D.self, before: before, after: after,
          erasures: erased.map {
            D.erasures($0, $1, between: before, after, haveOtherLost: haveOtherLost)
          } ?? Erasures()))
    }
  }
}

extension HistoryDomain {
  /// The erasures of two states: those of one side alone or, if a personal field differs, also those of both, because
  /// then its value before isn't known.
  fileprivate static func erasures(
    _ one: Set<Erasure>, _ other: Set<Erasure>, between before: FieldTree?, _ after: FieldTree?,
    haveOtherLost: Bool
  ) -> Erasures {
    let all = one.union(other)
    guard !all.isEmpty else { return Erasures() }
    let (before, after) = (before ?? FieldTree(), after ?? FieldTree())
    let differ = before.differences(to: after).contains { personalFields.contains($0.path) }
    return Erasures(differ || haveOtherLost ? all : one.symmetricDifference(other))
  }
}

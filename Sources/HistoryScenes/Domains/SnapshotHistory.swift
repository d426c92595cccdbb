// The states of all domains' streams, from what snapshots have.

private protocol SnapshotPart: ResumableProjection {
  /// Reads an entry as the domain does, which has that compiled for its own types.
  mutating func take(_ entry: Entry) throws(EntryDefect)
  var summaryAtEnd: SnapshotSummary { get }
}

extension SnapshotStates: SnapshotPart where D: HistoryDomain {
  fileprivate mutating func take(_ entry: Entry) throws(EntryDefect) {
    try D.read(entry, into: &self)
  }
}

extension HistoryDomain where Self: SnapshotDecider {
  /// Its states, which can begin from snapshots.
  fileprivate static func resumableStates(_ form: LineForm, seed: UInt64) -> any SnapshotPart {
    SnapshotStates<Self>(checksRevisions: form == .store, tallying: tallyRule, seed: seed)
  }
}

package struct SnapshotHistory: ResumableProjection {
  private var fold: DomainFold<any SnapshotPart>
  package let checksRevisions: Bool
  package let kinds: [SnapshotKind]

  /// - Returns: nil if the states of a domain can't be kept.
  init?(of domains: HistoryDomains, form: LineForm, seed: UInt64) {
    let parts = domains.all.compactMap {
      ($0 as? any (HistoryDomain & SnapshotDecider).Type)?.resumableStates(form, seed: seed)
    }
    guard parts.count == domains.all.count else { return nil }
    checksRevisions = form == .store
    kinds = parts.flatMap(\.kinds)
    var rest = parts[...]
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.take(entry) },
      begin: { (part, base) throws(LogError) in try part.restore(from: base) },
      part: { _ in rest.removeFirst() })
  }

  package var vocabularies: [Vocabulary] { fold.vocabularies }
  package var hasMissed: Bool { fold.parts.contains(where: \.hasMissed) }
  package mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try fold.restore(from: base)
  }
  package mutating func read(_ entry: Entry) throws(EntryDefect) { try fold.read(entry) }

  package mutating func begin(from chains: [[SnapshotFile]], changing streams: StreamTable)
    throws(CacheFault) -> ClosedRange<Timestamp>?
  {
    var times: ClosedRange<Timestamp>?
    for (place, chain) in chains.enumerated() {
      times = try fold.parts[place].begin(from: [chain], changing: streams)
    }
    return times
  }

  package mutating func makeSnapshots(_ ordinal: Int, _ times: ClosedRange<Timestamp>)
    -> [[UInt8]]?
  {
    var snapshots: [[UInt8]] = []
    for place in fold.parts.indices {
      guard let made = fold.parts[place].makeSnapshots(ordinal, times) else { return nil }
      snapshots += made
    }
    return snapshots
  }

  /// The states of the main domain, if these are its own.
  fileprivate func main<D: HistoryDomain & SnapshotDecider>(_ domain: D.Type)
    -> SnapshotStates<D>?
  {
    fold.parts[0] as? SnapshotStates<D>
  }

  /// The number of accepted commands, of refused ones by code, and the counts and sums of the main domain's streams.
  func statistics(in domains: HistoryDomains) throws(Failure) -> (
    accepted: Int, refused: [String: Int], streams: StreamStatistics
  ) {
    let summaries = fold.parts.map(\.summaryAtEnd)
    return (
      summaries.reduce(0) { $0 + $1.accepted },
      summaries.reduce(into: [:]) { $0.merge($1.refused, uniquingKeysWith: +) },
      try domains.main.statistics(of: summaries[0].tally, in: domains)
    )
  }
}

extension History {
  /// The kinds of snapshots that its domains have; none if the states of one can't be kept.
  package var snapshotKinds: [SnapshotKind] {
    SnapshotHistory(of: domains, form: source.form, seed: 0)?.kinds ?? []
  }

  /// Makes the snapshots that there should be.
  package func keepSnapshots() throws(LogError) {
    let (domains, form) = (domains, source.form)
    guard let blank = SnapshotHistory(of: domains, form: form, seed: 0) else { return }
    _ = try source.resume { SnapshotHistory(of: domains, form: form, seed: $0) ?? blank }
  }

  /// Compares the snapshots with the log.
  ///
  /// - Returns: The number that were compared, and the first one that isn't right, if there is one.
  package func compareSnapshots() throws(LogError)
    -> (checked: Int, difference: SnapshotDifference?)
  {
    guard let blank = SnapshotHistory(of: domains, form: source.form, seed: 0) else {
      return (0, nil)
    }
    return try source.compareSnapshots { blank }
  }

  /// The states of the main domain at a position, from what snapshots have.
  ///
  /// - Throws: `other-domain` if that isn't this one.
  package func resumed<D: HistoryDomain & SnapshotDecider>(
    _ main: D.Type, at position: RequestedPosition?, trust: SnapshotTrust
  ) throws(Failure) -> (states: SnapshotStates<D>, end: ReadingEnd) {
    guard let (states, end) = try resumed(at: position, trust: trust), let own = states.main(D.self)
    else {
      throw Failure(
        .usage, code: "other-domain", "This history has no \(D.words.plural).",
        hint: "Use the tool of its own domain.")
    }
    return (own, end)
  }

  /// The states at a position, from what snapshots have; nil if the states of a domain can't be kept.
  ///
  /// - Parameter trust: The trust in snapshots.
  func resumed(at position: RequestedPosition?, trust: SnapshotTrust = .usual) throws(Failure)
    -> (states: SnapshotHistory, end: ReadingEnd)?
  {
    let (domains, form) = (domains, source.form)
    guard let blank = SnapshotHistory(of: domains, form: form, seed: 0) else { return nil }
    let seq = try resolve(position)
    if let moving {
      return try pointing(position, moving.snapshots(at: seq, forgetting: trust != .usual))
    }
    return try pointing(
      position,
      source.resume(through: seq, trust: trust) {
        SnapshotHistory(of: domains, form: form, seed: $0) ?? blank
      })
  }
}

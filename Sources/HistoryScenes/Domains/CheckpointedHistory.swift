// The states of all domains' streams, from what checkpoints have.

import EventSourcing
import JSONLines

private protocol CheckpointedPart: ResumableProjection {
  /// Reads an entry as the domain does, which has that compiled for its own types.
  mutating func take(_ entry: Entry) throws(EntryDefect)
  var summaryAtEnd: CheckpointSummary { get }
}

extension CheckpointedStates: CheckpointedPart where D: HistoryDomain {
  fileprivate mutating func take(_ entry: Entry) throws(EntryDefect) {
    try D.read(entry, into: &self)
  }
}

extension HistoryDomain where Self: CheckpointableDecider {
  /// Its states, which can begin from checkpoints.
  public static func checkpointed(_ form: LineForm, seed: UInt64) -> (any ResumableProjection)? {
    CheckpointedStates<Self>(
      checksRevisions: form == .store, tallying: tallyRule, seed: seed)
  }
}

package struct CheckpointedHistory: ResumableProjection {
  private var fold: DomainFold<any CheckpointedPart>
  package let checksRevisions: Bool
  package let kinds: [CheckpointKind]

  /// - Returns: nil if the states of a domain can't be kept.
  init?(of domains: HistoryDomains, form: LineForm, seed: UInt64) {
    let parts = domains.all
      .compactMap { $0.checkpointed(form, seed: seed) as? any CheckpointedPart }
    guard parts.count == domains.all.count else { return nil }
    checksRevisions = form == .store
    kinds = parts.flatMap(\.kinds)
    var rest = parts[...]
    fold = DomainFold(
      domains, read: { (part, entry) throws(EntryDefect) in try part.take(entry) },
      begin: { (part, base) throws(LogError) in try part.begin(with: base) },
      part: { _ in rest.removeFirst() })
  }

  package var vocabularies: [Vocabulary] { fold.vocabularies }
  package var hasMissed: Bool { fold.parts.contains(where: \.hasMissed) }
  package mutating func begin(with base: LogBase) throws(LogError) { try fold.begin(with: base) }
  package mutating func read(_ entry: Entry) throws(EntryDefect) { try fold.read(entry) }

  package mutating func begin(from chains: [[KeptCheckpoint]], changing streams: StreamTable)
    throws(CacheFault) -> ClosedRange<Timestamp>?
  {
    var times: ClosedRange<Timestamp>?
    for (place, chain) in chains.enumerated() {
      times = try fold.parts[place].begin(from: [chain], changing: streams)
    }
    return times
  }

  package mutating func makeCheckpoints(_ ordinal: Int, _ times: ClosedRange<Timestamp>)
    -> [[UInt8]]?
  {
    var checkpoints: [[UInt8]] = []
    for place in fold.parts.indices {
      guard let made = fold.parts[place].makeCheckpoints(ordinal, times) else { return nil }
      checkpoints += made
    }
    return checkpoints
  }

  /// The states of the main domain, if these are its own.
  fileprivate func main<D: HistoryDomain & CheckpointableDecider>(_ domain: D.Type)
    -> CheckpointedStates<D>?
  {
    fold.parts[0] as? CheckpointedStates<D>
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
  /// The kinds of checkpoints that its domains have; none if the states of one can't be kept.
  package var checkpointKinds: [CheckpointKind] {
    CheckpointedHistory(of: domains, form: source.form, seed: 0)?.kinds ?? []
  }

  /// Makes the checkpoints that there should be.
  package func keepCheckpoints() throws(LogError) {
    let (domains, form) = (domains, source.form)
    guard let blank = CheckpointedHistory(of: domains, form: form, seed: 0) else { return }
    _ = try source.resume { CheckpointedHistory(of: domains, form: form, seed: $0) ?? blank }
  }

  /// Compares the checkpoints with the log.
  ///
  /// - Returns: The number that were compared, and the first one that isn't right, if there is one.
  package func compareCheckpoints() throws(LogError)
    -> (checked: Int, difference: CheckpointDifference?)
  {
    guard let blank = CheckpointedHistory(of: domains, form: source.form, seed: 0) else {
      return (0, nil)
    }
    return try source.compareCheckpoints { blank }
  }

  /// The states of the main domain at a position, from what checkpoints have.
  ///
  /// - Throws: `other-domain` if that isn't this one.
  package func resumed<D: HistoryDomain & CheckpointableDecider>(
    _ main: D.Type, at position: String?, trust: CheckpointTrust
  ) throws(Failure) -> (states: CheckpointedStates<D>, end: ReadingEnd) {
    guard let (states, end) = try resumed(at: position, trust: trust), let own = states.main(D.self)
    else {
      throw Failure(
        .usage, code: "other-domain", "This history has no \(D.words.plural).",
        hint: "Use the tool of its own domain.")
    }
    return (own, end)
  }

  /// The states at a position, from what checkpoints have; nil if the states of a domain can't be kept.
  ///
  /// - Parameter trust: The trust in checkpoints.
  func resumed(at position: String?, trust: CheckpointTrust = .usual) throws(Failure)
    -> (states: CheckpointedHistory, end: ReadingEnd)?
  {
    let (domains, form) = (domains, source.form)
    guard let blank = CheckpointedHistory(of: domains, form: form, seed: 0) else { return nil }
    let seq = try resolve(position)
    if let moving {
      return try pointing(position) { () throws(LogError) in
        try moving.states(at: seq, forgetting: trust != .usual)
      }
    }
    return try pointing(position) { () throws(LogError) in
      try source.resume(through: seq, trust: trust) {
        CheckpointedHistory(of: domains, form: form, seed: $0) ?? blank
      }
    }
  }
}

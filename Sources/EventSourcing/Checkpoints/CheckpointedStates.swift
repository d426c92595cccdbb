// The state of every stream of one domain, of which only those that the latest entries have changed are in memory:
// the others are in checkpoints.

public import JSONLines

/// Folds the events of one domain into the states of its streams, from what checkpoints have, and makes
/// further checkpoints.
public struct CheckpointedStates<D: CheckpointableDecider>: ResumableProjection {
  /// The streams that entries were read of.
  @usableFromInline var states: StateProjection<D>
  /// For each stream, the segment in which it was last changed, counted from where reading began; 0 if that was before,
  /// -1 if it is new.
  @usableFromInline var rounds: [Int] = []
  @usableFromInline var round = 1
  /// The streams that were changed since the last checkpoint, in the order of that.
  @usableFromInline var touched: [Int] = []
  /// Facts about all entries; of the states, without the streams that were changed since the last checkpoint.
  @usableFromInline var summary = CheckpointSummary()
  @usableFromInline let rule: TallyRule<D.State>
  /// The places where the states were last kept.
  private var origins: [KeptPlace] = []
  /// The checkpoints that the fold began with, and which parts of them were read.
  var chain: [Checkpoint] = []
  private(set) var taken: [KeptPlace] = []
  private var seed: UInt64
  /// The streams that were looked for in the checkpoints; nil without any.
  private var sought: StreamTable?
  /// Whether an entry is of a stream that wasn't looked for, because it was written since.
  public private(set) var hasMissed = false

  /// Makes states of no streams, without checkpoints.
  ///
  /// - Parameters:
  ///   - checksRevisions: Whether revisions must be without gaps, and events be possible, as in a store.
  ///   - rule: The rule for counting states.
  ///   - seed: The seed of the hashes in checkpoints.
  public init(checksRevisions: Bool, tallying rule: TallyRule<D.State>, seed: UInt64) {
    states = StateProjection(checksRevisions: checksRevisions)
    self.rule = rule
    self.seed = seed
  }

  /// The names of its checkpoints, and hashes of all that they depend on.
  public var kinds: [CheckpointKind] { [D.checkpointKind(adding: rule)] }
  /// Brings old lines of the domain into today's form.
  public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }
  /// Whether it checks revisions.
  public var checksRevisions: Bool { states.checksRevisions }
  /// Begins with the states that the archived entries have led to; the first checkpoint has all of them.
  public mutating func begin(with base: LogBase) throws(LogError) {
    try states.begin(with: base)
    if let domain = base.domain(D.category) {
      (summary.accepted, summary.refused) = (domain.accepted, domain.refused)
    }
    for index in states.states.indices {
      rounds.append(round)
      origins.append(.nowhere)
      touched.append(index)
    }
  }

  /// Decodes an entry and evolves its stream.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.decode(entry)
    guard states.body.isMine else { return }
    let name = entry.storage.slice(entry.stream)
    let index = states.number(of: name)
    if index == rounds.count { addStream(name) }
    if rounds[index] != round { touch(index) }
    try states.apply(entry, to: index)
    if entry.isAccepted { summary.accepted &+= 1 } else { countRefusal() }
  }

  @usableFromInline mutating func addStream(_ name: UnsafeRawBufferPointer) {
    rounds.append(-1)
    origins.append(.nowhere)
    if let sought, sought.find(name) == nil { hasMissed = true }
  }

  @inlinable @inline(never) mutating func touch(_ index: Int) {
    if rounds[index] >= 0 { summary.tally.add(states.states[index], by: rule, times: -1) }
    rounds[index] = round
    touched.append(index)
  }

  @usableFromInline @inline(never) mutating func countRefusal() {
    if let refusal = states.body.refusal { summary.refused[refusal.code, default: 0] += 1 }
  }

  /// Facts about all entries that were read, and about those that the checkpoints cover.
  public var summaryAtEnd: CheckpointSummary {
    var summary = summary
    for index in touched { summary.tally.add(states.states[index], by: rule) }
    return summary
  }
}

// MARK: - Beginning from checkpoints, and making further ones

extension CheckpointedStates {
  /// Begins where the checkpoints of its one kind end.
  public mutating func begin(from chains: [[KeptCheckpoint]], changing streams: StreamTable)
    throws(CacheFault) -> ClosedRange<Timestamp>?
  {
    for kept in chains.first ?? [] {
      let checkpoint = try Checkpoint(kept, rowSize: MemoryLayout<D.Row>.size)
      guard checkpoint.kept.ordinal == chain.count,
        chain.isEmpty || checkpoint.header.seed == seed
      else { throw CacheFault() }
      seed = checkpoint.header.seed
      chain.append(checkpoint)
    }
    guard let last = chain.last else { return nil }
    summary = try last.summary()
    guard summary.tally.isAdded(by: rule) else { throw CacheFault() }
    sought = streams
    taken = try places(of: streams)
    try prepare(forReading: taken)
    for place in taken { try takeStream(at: place) }
    let first = Timestamp(microseconds: summary.first)
    let end = Timestamp(microseconds: summary.last)
    guard Timestamp.earliest <= first, first <= end, end <= Timestamp.latest else {
      throw CacheFault()
    }
    return first...end
  }

  /// The places of the streams that are in checkpoints, in order.
  func places(of streams: StreamTable) throws(CacheFault) -> [KeptPlace] {
    guard streams.count > 0 else { return [] }
    var table = HashSlots(count: streams.count)
    for index in 0..<streams.count {
      let hash = streams.withName(index) { StreamTable.longHash($0, seed: seed) }
      // Then the checkpoints can't tell them apart.
      guard table.insert(hash) else { throw CacheFault() }
    }
    var found = [KeptPlace](repeating: .nowhere, count: table.count)
    for (ordinal, checkpoint) in chain.enumerated() {
      for (row, hash) in try checkpoint.hashes().enumerated() {
        if let slot = table.slot(of: hash) { found[slot] = KeptPlace(ordinal, row) }
      }
    }
    return found.filter { $0 != .nowhere }.sorted()
  }

  private mutating func takeStream(at place: KeptPlace) throws(CacheFault) {
    let (stream, state) = try keptStream(at: place)
    let index = stream.name.withUnsafeBytes { states.number(of: $0) }
    // Another name may have the hash of one that was looked for.
    guard index == rounds.count,
      stream.name.withUnsafeBytes({ sought?.find($0) }) != nil
    else { throw CacheFault() }
    rounds.append(0)
    origins.append(place)
    states.states[index] = state
    states.revisions[index] = stream.rev
    if !stream.erasures.isEmpty { states.erasures[index] = stream.erasures }
  }

  /// Makes a checkpoint of the streams that were changed since the last one.
  public mutating func makeCheckpoints(_ ordinal: Int, _ times: ClosedRange<Timestamp>)
    -> [[UInt8]]?
  {
    summary = summaryAtEnd
    (summary.first, summary.last) = (times.lowerBound.microseconds, times.upperBound.microseconds)
    var builder = CheckpointBuilder(
      seed: seed, rowSize: MemoryLayout<D.Row>.size, count: touched.count)
    for index in touched {
      states.streams.withName(index) { name in
        builder.add(
          name, states.states[index], of: D.self, rev: states.revisions[index],
          states.erasures(of: index), from: origins[index])
      }
    }
    let bytes = builder.finish(summary)
    // A state that changes again is taken out of the tally first.
    for (row, index) in touched.enumerated() { origins[index] = KeptPlace(ordinal, row) }
    touched.removeAll(keepingCapacity: true)
    round += 1
    return bytes.map { [$0] }
  }
}

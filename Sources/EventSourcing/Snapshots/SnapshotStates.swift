// The state of every stream of one domain, of which only those that the latest entries have changed are in memory:
// the others are in snapshots.

/// Folds the events of one domain into the states of its streams, from what snapshots have, and makes
/// further snapshots.
@usableFromInline package struct SnapshotStates<D: SnapshotDecider>: ResumableProjection {
  /// The streams that entries were read of.
  @usableFromInline var states: StateProjection<D>
  /// For each stream, the segment in which it was last changed, counted from where reading began; 0 if that was before,
  /// -1 if it is new.
  @usableFromInline var generations: [Int] = []
  @usableFromInline var generation = 1
  /// The streams that were changed since the last snapshot, in the order of that.
  @usableFromInline var dirty: [Int] = []
  /// Facts about all entries; of the states, without the streams that were changed since the last snapshot.
  @usableFromInline var summary = SnapshotSummary()
  @usableFromInline let rule: TallyRule<D.State>
  /// The places where the states were last kept.
  private var origins: [SnapshotPlace] = []
  /// The snapshots that the fold began with, and which parts of them were read.
  var chain: [Snapshot] = []
  private(set) var loaded: [SnapshotPlace] = []
  private var seed: UInt64
  /// The streams that were looked for in the snapshots; nil without any.
  private var requested: StreamTable?
  /// Whether an entry is of a stream that wasn't looked for, because it was written since.
  public private(set) var hasMissed = false

  /// Makes states of no streams, without snapshots.
  ///
  /// - Parameters:
  ///   - checksRevisions: Whether revisions must be without gaps, and events be possible, as in a store.
  ///   - rule: The rule for counting states.
  ///   - seed: The seed of the hashes in snapshots.
  package init(checksRevisions: Bool, tallying rule: TallyRule<D.State>, seed: UInt64) {
    states = StateProjection(checksRevisions: checksRevisions)
    self.rule = rule
    self.seed = seed
  }

  /// The names of its snapshots, and hashes of all that they depend on.
  public var kinds: [SnapshotKind] { [D.snapshotKind(adding: rule)] }
  /// Brings old lines of the domain into today's form.
  public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }
  /// Whether it checks revisions.
  public var checksRevisions: Bool { states.checksRevisions }
  /// Begins with the states that the archived entries have led to; the first snapshot has all of them.
  public mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try states.restore(from: base)
    if let domain = base.domain(D.category) {
      (summary.accepted, summary.refused) = (domain.accepted, domain.refused)
    }
    for index in states.states.indices {
      generations.append(generation)
      origins.append(.nowhere)
      dirty.append(index)
    }
  }

  /// Decodes an entry and evolves its stream.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.decode(entry)
    guard states.body.isOfDomain else { return }
    let name = entry.storage.slice(entry.stream)
    let index = states.number(of: name)
    if index == generations.count { addStream(name) }
    if generations[index] != generation { touch(index) }
    try states.apply(entry, to: index)
    if entry.isAccepted { summary.accepted &+= 1 } else { countRefusal() }
  }

  @usableFromInline mutating func addStream(_ name: UnsafeRawBufferPointer) {
    generations.append(-1)
    origins.append(.nowhere)
    if let requested, requested.find(name) == nil { hasMissed = true }
  }

  @inlinable @inline(never) mutating func touch(_ index: Int) {
    if generations[index] >= 0 { summary.tally.add(states.states[index], by: rule, times: -1) }
    generations[index] = generation
    dirty.append(index)
  }

  @usableFromInline @inline(never) mutating func countRefusal() {
    if let refusal = states.body.refusal { summary.refused[refusal.code, default: 0] += 1 }
  }

  /// Facts about all entries that were read, and about those that the snapshots cover.
  package var summaryAtEnd: SnapshotSummary {
    var summary = summary
    for index in dirty { summary.tally.add(states.states[index], by: rule) }
    return summary
  }
}

// MARK: - Beginning from snapshots, and making further ones

extension SnapshotStates {
  /// Begins where the snapshots of its one kind end.
  public mutating func begin(from chains: [[SnapshotFile]], changing streams: StreamTable)
    throws(CacheFault) -> ClosedRange<Timestamp>?
  {
    for kept in chains.first ?? [] {
      let snapshot = try Snapshot(kept, rowSize: MemoryLayout<D.Row>.size)
      guard snapshot.kept.ordinal == chain.count,
        chain.isEmpty || snapshot.header.seed == seed
      else { throw CacheFault() }
      seed = snapshot.header.seed
      chain.append(snapshot)
    }
    guard let last = chain.last else { return nil }
    summary = try last.summary()
    guard summary.tally.isAdded(by: rule) else { throw CacheFault() }
    requested = streams
    loaded = try places(of: streams)
    try prepare(forReading: loaded)
    for place in loaded { try takeStream(at: place) }
    let first = Timestamp(microseconds: summary.first)
    let end = Timestamp(microseconds: summary.last)
    guard Timestamp.earliest <= first, first <= end, end <= Timestamp.latest else {
      throw CacheFault()
    }
    return first...end
  }

  /// The places of the streams that are in snapshots, in order.
  func places(of streams: StreamTable) throws(CacheFault) -> [SnapshotPlace] {
    guard streams.count > 0 else { return [] }
    var table = HashSlots(count: streams.count)
    for index in 0..<streams.count {
      let hash = streams.withName(index) { StreamTable.longHash($0, seed: seed) }
      // Then the snapshots can't tell them apart.
      guard table.insert(hash) else { throw CacheFault() }
    }
    var found = [SnapshotPlace](repeating: .nowhere, count: table.count)
    for (ordinal, snapshot) in chain.enumerated() {
      for (row, hash) in try snapshot.hashes().enumerated() {
        if let slot = table.slot(of: hash) { found[slot] = SnapshotPlace(ordinal, row) }
      }
    }
    return found.filter { $0 != .nowhere }.sorted()
  }

  private mutating func takeStream(at place: SnapshotPlace) throws(CacheFault) {
    let (stream, state) = try keptStream(at: place)
    let index = stream.name.withUnsafeBytes { states.number(of: $0) }
    // Another name may have the hash of one that was looked for.
    guard index == generations.count,
      stream.name.withUnsafeBytes({ requested?.find($0) }) != nil
    else { throw CacheFault() }
    generations.append(0)
    origins.append(place)
    states.states[index] = state
    states.revisions[index] = stream.rev
    if !stream.erasures.isEmpty { states.erasures[index] = stream.erasures }
  }

  /// Makes a snapshot of the streams that were changed since the last one.
  public mutating func makeSnapshots(_ ordinal: Int, _ times: ClosedRange<Timestamp>)
    -> [[UInt8]]?
  {
    summary = summaryAtEnd
    (summary.first, summary.last) = (times.lowerBound.microseconds, times.upperBound.microseconds)
    var builder = SnapshotBuilder(
      seed: seed, rowSize: MemoryLayout<D.Row>.size, count: dirty.count)
    for index in dirty {
      states.streams.withName(index) { name in
        builder.add(
          name, states.states[index], of: D.self, rev: states.revisions[index],
          states.erasures(of: index), from: origins[index])
      }
    }
    let bytes = builder.finish(summary)
    // A state that changes again is loaded out of the tally first.
    for (row, index) in dirty.enumerated() { origins[index] = SnapshotPlace(ordinal, row) }
    dirty.removeAll(keepingCapacity: true)
    generation += 1
    return bytes.map { [$0] }
  }
}

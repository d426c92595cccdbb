// Folds a history from the last snapshots before its end, and keeps one at the end of each segment on the way.

/// A projection that can begin from snapshots, of one kind or several, and make further ones.
@usableFromInline package protocol ResumableProjection: Projection {
  /// The kinds of its snapshots.
  var kinds: [SnapshotKind] { get }
  /// Begins where snapshots end, with the streams that will be changed.
  ///
  /// - Parameters:
  ///   - chains: For each kind, the snapshots of all segments up to there.
  ///   - streams: The names of the streams that the entries after it are of.
  /// - Returns: The times of the first and the last entry that the snapshots cover.
  /// - Throws: `CacheFault` if a snapshot turns out not to be usable. The projection must not be used then.
  mutating func begin(from chains: [[SnapshotFile]], changing streams: StreamTable)
    throws(CacheFault) -> ClosedRange<Timestamp>?
  /// Makes a snapshot of each kind, of what has changed since the last ones.
  ///
  /// - Parameters:
  ///   - ordinal: The place of the segment that ends here among the log's segments.
  ///   - times: The times of the first and the last entry of the log up to here.
  /// - Returns: nil if there is too much for one.
  mutating func makeSnapshots(_ ordinal: Int, _ times: ClosedRange<Timestamp>) -> [[UInt8]]?
  /// Whether an entry was of a stream that wasn't named, because it was written since.
  var hasMissed: Bool { get }
}

extension EntrySource {
  /// Folds the history up to and including `seq` (`.max` for its end), from where snapshots end.
  ///
  /// - Parameters:
  ///   - seq: The last entry.
  ///   - trust: The trust in snapshots.
  ///   - blank: Makes a projection without entries; its argument is the seed of the hashes.
  /// - Returns: The projection, and the place that it reached.
  /// - Throws: The errors of `project(into:through:)`.
  @inlinable package func resume<P: ResumableProjection>(
    through seq: Int = .max, trust: SnapshotTrust = .usual, _ blank: (_ seed: UInt64) -> P
  ) throws(LogError) -> (P, ReadingEnd) {
    if trust != .none, let store = snapshots() {
      let first = blank(store.seed)
      if trust == .checked { store.distrust(first.kinds) }
      for attempt in ResumingAttempt.allCases {
        if attempt == .distrusting { store.distrust(first.kinds) }
        if let found = try resume(first, through: seq, store, attempt) { return found }
      }
    }
    var projection = blank(0)
    let end = try project(into: &projection, through: seq)
    return (projection, end)
  }

  /// - Returns: nil if a snapshot can't be used, or what was written meanwhile needs others of its streams.
  @inlinable func resume<P: ResumableProjection>(
    _ blank: P, through seq: Int, _ store: any SnapshotStore, _ attempt: ResumingAttempt
  ) throws(LogError) -> (P, ReadingEnd)? {
    var projection = blank
    var run = SnapshotRun(store, projection.kinds, through: seq)
    guard let times = try run.begin(&projection, in: self) else { return nil }
    var end = run.start(times, in: self)
    do throws(LogError) {
      var reader = try EntryReader(self, from: run.cursor)
      while let boundary = run.nextBoundary(after: end.seq) {
        try reader.fold(into: &projection, through: boundary, &end)
        if projection.hasMissed { return nil }
        run.keep(&projection, reader.cursor, end)
      }
      try reader.fold(into: &projection, through: run.last(for: attempt), &end)
      if projection.hasMissed { return nil }
      run.keepLast(&projection, reader.cursor, end)
    } catch {
      // Only the log can tell that the log is damaged: the states that it was folded onto may be wrong.
      if run.bytesBefore > 0, error.code == .corrupt { return nil }
      throw error
    }
    end.bytes += run.bytesBefore
    return (projection, end)
  }
}

/// The attempts that are made in turn, while others write to the log and its cache.
@usableFromInline enum ResumingAttempt: CaseIterable {
  /// Reads all there is.
  case usual
  /// Reads no further than the first attempt has looked for streams.
  case bounded
  /// Reads without the snapshots that can't be used.
  case distrusting
}

/// One reading that begins from snapshots and makes more.
@usableFromInline struct SnapshotRun {
  private let store: any SnapshotStore
  private let kinds: [SnapshotKind]
  /// The last entry; `.max` for the end.
  private let seq: Int
  private var chains: [[SnapshotFile]]
  /// Whether snapshots can be kept.
  private var keeps = true

  @usableFromInline init(_ store: any SnapshotStore, _ kinds: [SnapshotKind], through seq: Int) {
    (self.store, self.kinds, self.seq) = (store, kinds, seq)
    let chains = kinds.map { store.chain(of: $0, through: seq) }
    var count = chains.map(\.count).min() ?? 0
    // All that end the chains must cover the same entries.
    while count > 0, Set(chains.map { $0[count - 1].cursor }).count > 1 { count -= 1 }
    self.chains = chains.map { Array($0.prefix(count)) }
  }

  private var last: SnapshotFile? { chains.first?.last }
  /// The place where reading begins.
  @usableFromInline var cursor: LogCursor { last?.cursor ?? .start }
  @usableFromInline var bytesBefore: Int = 0
  /// The last entry whose stream was looked for.
  private var end = Int.max

  /// The last entry to read.
  @usableFromInline func last(for attempt: ResumingAttempt) -> Int {
    attempt == .bounded && seq == .max ? end : seq
  }

  /// - Returns: nil if a snapshot can't be used; otherwise the times that they cover, if any.
  @usableFromInline mutating func begin<P: ResumableProjection>(
    _ projection: inout P, in source: any EntrySource
  ) throws(LogError) -> ClosedRange<Timestamp>?? {
    guard let last else { return .some(nil) }
    bytesBefore = last.logBytes
    var streams = StreamTable()
    var reader = try EnvelopeReader(source, from: last.cursor)
    end = last.cursor.seq
    while let envelope = try reader.next(), envelope.seq <= seq {
      _ = streams.insert(reader.name(of: envelope))
      end = envelope.seq
    }
    guard let times = try? projection.begin(from: chains, changing: streams) else { return nil }
    return .some(times)
  }

  /// The place that the snapshots reach.
  @usableFromInline func start(_ times: ClosedRange<Timestamp>?, in source: any EntrySource)
    -> ReadingEnd
  {
    var end = ReadingEnd()
    guard let times else {
      if let base = source.base { end.restore(from: base.header) }
      return end
    }
    (end.seq, end.entries) = (cursor.seq, cursor.seq)
    (end.first, end.last) = (times.lowerBound, times.upperBound)
    return end
  }

  /// The last entry of the next segment that ends before the end, if snapshots can be kept.
  @usableFromInline func nextBoundary(after seq: Int) -> Int? {
    guard keeps, let next = store.segments.first(where: { $0 - 1 > seq }), next - 1 <= self.seq
    else { return nil }
    return next - 1
  }

  /// Keeps snapshots here, at the end of a segment.
  @usableFromInline mutating func keep<P: ResumableProjection>(
    _ projection: inout P, _ cursor: LogCursor, _ end: ReadingEnd
  ) {
    guard keeps, let times = end.times, let ordinal = store.segments.lastIndex(of: cursor.segment),
      ordinal == chains[0].count, let snapshots = projection.makeSnapshots(ordinal, times)
    else {
      keeps = false
      return
    }
    for (place, bytes) in snapshots.enumerated() {
      guard
        let kept = store.keep(bytes, of: kinds[place], through: cursor, after: chains[place].last)
      else {
        keeps = false
        return
      }
      chains[place].append(kept)
    }
  }

  /// Keeps snapshots of the last segment, if it is long enough and hasn't any.
  @usableFromInline mutating func keepLast<P: ResumableProjection>(
    _ projection: inout P, _ cursor: LogCursor, _ end: ReadingEnd
  ) {
    guard seq == .max, end.tornTail == nil, cursor.segment == store.segments.last,
      store.isWorthKeeping(cursor)
    else { return }
    keep(&projection, cursor, end)
  }
}

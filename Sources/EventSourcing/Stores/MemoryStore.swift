// A store that keeps its lines in memory: for tests, for trying things out on top of another
// history, and as the plainest example.

/// An entry store without a disk. Durable as long as the process.
public final class MemoryStore: EntryStore, LogSource, VouchingStore {
  private struct State: ~Copyable {
    var pending = PendingBatch()
    var chunks: [LogChunk] = []
    var end: LogEnd
    var lines = 0
    var bytes = 0
    var isClosed = false
    /// Whether an erasure was recorded since they were finished.
    var hasErasures = false
  }

  // The gate guards the state, so that access to it isn't checked at run time. The state isn't in the
  // mutex, because a borrowed line can't be sent into it.
  private let gate = Locked(())
  @exclusivity(unchecked) nonisolated(unsafe) private var state: State
  private let erasing = Locked(())
  private let under: (any EntrySource)?
  private let baseEnd: Int
  private let id: String
  /// The strictness with which lines are read: that of a store, unless it is based on a history.
  package let form: LineForm
  /// The login by which the store that it is based on would be written to.
  package let login: StoreLogin?
  /// Told of every advance of `end`.
  public let commits: CommitSignal

  /// An empty store.
  ///
  /// - Parameter id: 32 lower-case hex digits.
  public init(id: String = "00000000000000000000000000000000") {
    self.id = id
    (under, login) = (nil, nil)
    baseEnd = 0
    form = .store
    state = State(end: LogEnd())
    commits = CommitSignal(seq: 0)
  }

  /// A store based on another history, which it reads but never changes: new entries stay in
  /// memory.
  ///
  /// - Parameters:
  ///   - base: The other history.
  ///   - fold: Reads it for an engine that is being opened on this store.
  /// - Throws: An error of the other history, which is read once to find its end.
  package init(over base: any EntrySource, folding fold: OpeningFold? = nil) throws(LogError) {
    under = base
    login = (base as? any VouchingStore)?.login
    id = base.storeID ?? "00000000000000000000000000000000"
    form = base.form
    let end = if let fold { try fold.findEnd(of: base).end } else { try FoundEnd(base).end }
    baseEnd = end.seq
    state = State(end: end)
    commits = CommitSignal(seq: end.seq)
  }

  /// The id it was made with.
  public var storeID: String? { id }
  /// The base of the history under the store.
  package var base: ArchivedPrefix? { under?.base }
  /// The last committed entry.
  public var end: LogEnd { gate.withLock { _ in state.end } }

  /// Takes an entry to be committed.
  public func append(_ line: borrowing EntryLine) throws(LogError) {
    try gate.withLock { (_) throws(LogError) in
      guard !state.isClosed else { throw .closed }
      if state.pending.isFull { flush() }
      try state.pending.append(line)
    }
  }

  /// Makes what was appended readable, at once or in groups.
  public func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    let end = gate.withLock { _ in
      if state.end.seq < seq, durability == .sync || state.pending.isFull { flush() }
      return state.end.seq
    }
    commits.advance(to: end)
  }

  /// Replaces the personal data of its own entries, not that of the history that it is based on.
  public func finishErasures() throws(LogError) -> ErasureReport {
    try commit(through: .max, .sync)
    return try erasing.withLock { (_) throws(LogError) in try erase() }
  }

  private func erase() throws(LogError) -> ErasureReport {
    let (isNeeded, end) = gate.withLock { _ in (state.hasErasures, state.end.seq) }
    guard isNeeded else { return ErasureReport() }
    let pending = try pendingErasures().map(\.seq).filter { $0 > baseEnd }
    try gate.withLock { (_) throws(LogError) in
      var (rest, bytes) = (pending[...], 0)
      for (place, chunk) in state.chunks.enumerated() {
        let next = place + 1 < state.chunks.count ? state.chunks[place + 1].line : .max
        var (storage, lines) = (chunk.storage, chunk.lines)
        if let seq = rest.first, seq - baseEnd < next {
          storage = .copy(of: try chunk.erasing(&rest, from: baseEnd + chunk.line))
          lines = 0..<storage.count
        }
        state.chunks[place] = LogChunk(
          storage: storage, lines: lines, file: chunk.file, segment: chunk.segment,
          line: chunk.line, byte: bytes)
        bytes += lines.count
      }
      state.bytes = bytes
      if state.end.seq == end { state.hasErasures = false }
    }
    return ErasureReport(entries: pending.count, segments: pending.isEmpty ? 0 : 1)
  }

  /// Commits what is left and finishes erasures; nothing can be appended then.
  public func close() throws(LogError) {
    defer {
      gate.withLock { _ in state.isClosed = true }
      commits.close()
    }
    _ = try finishErasures()
  }

  private func flush() {
    guard !state.pending.isEmpty else { return }
    let opens = state.chunks.isEmpty
    let storage = ByteStorage.copy(of: state.pending.finish(openingSegmentOf: opens ? id : nil))
    add(storage, state.pending.count, through: state.pending.end, state.pending.recordsErasure)
    state.pending.removeAll()
  }

  /// Appends entries of a writer that isn't this store's only one, and makes them readable.
  package func append(_ batch: inout PendingBatch) -> LogChunk? {
    let chunk = gate.withLock { _ in
      let opens = state.chunks.isEmpty
      let storage = ByteStorage.copy(of: batch.finish(openingSegmentOf: opens ? id : nil))
      add(storage, batch.count, through: batch.end, batch.recordsErasure)
      return state.chunks.last
    }
    commits.advance(to: end.seq)
    return chunk
  }

  private func add(
    _ storage: ByteStorage, _ count: Int, through end: LogEnd, _ recordsErasure: Bool
  ) {
    if recordsErasure { state.hasErasures = true }
    state.chunks.append(
      LogChunk(
        storage: storage, lines: 0..<storage.count, file: "memory", segment: baseEnd + 1,
        line: state.lines + 1, byte: state.bytes))
    state.lines += count
    state.bytes += storage.count
    state.end = end
  }

  package var withholdsPersonal: Bool { under?.withholdsPersonal ?? false }

  /// The number of threads that read the history under the store.
  package var parallelism: Parallelism { under?.parallelism ?? .none }

  /// Reads from a place on, first from the history that it is based on.
  public func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    let own = gate.withLock { _ in state.chunks }
    guard let under, cursor.segment <= baseEnd else { return ListOfChunks(own, from: cursor) }
    return ListOfChunks(own, from: .start, after: try under.chunks(from: cursor))
  }

  /// Memory isn't torn; the history that it is based on may be.
  package func tornTail(at place: Place, segment: Int) throws(LogError) -> TornTail? {
    segment <= baseEnd ? try under?.tornTail(at: place, segment: segment) : nil
  }
}

extension LogError {
  /// The error of a store that was closed.
  public static var closed: LogError {
    LogError(.closed, "The store is closed.", hint: "Open it again.")
  }
}

/// Chunks that are all there already.
final class ListOfChunks: ChunkReader {
  private var rest: ArraySlice<LogChunk>
  private let first: (any ChunkReader)?

  init(_ chunks: [LogChunk], from cursor: LogCursor, after first: (any ChunkReader)? = nil) {
    self.first = first
    // The chunks end where personal data is erased. The last one that begins at the line or before it is searched for:
    // a follower does so after each commit.
    var (low, high) = (0, max(1, chunks.count))
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].line <= cursor.line { low = middle } else { high = middle }
    }
    rest = chunks.dropFirst(low)
    guard let first = rest.first else { return }
    var start = first.lines.lowerBound
    for _ in first.line..<max(first.line, cursor.line) {
      let feed = first.storage.bytes[start..<first.lines.upperBound].firstIndex(of: 0x0A)
      start = feed.map { $0 + 1 } ?? first.lines.upperBound
    }
    guard start < first.lines.upperBound else {
      rest.removeFirst()
      return
    }
    rest[rest.startIndex] = LogChunk(
      storage: first.storage, lines: start..<first.lines.upperBound, file: first.file,
      segment: first.segment, line: max(first.line, cursor.line),
      byte: first.byte + start - first.lines.lowerBound)
  }

  func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
    try first?.next(reusing: &storage) ?? rest.popFirst()
  }
}

// A store that keeps its lines in memory: for tests, for what-if, and as the plainest example.

import JSONLines
import Synchronization

/// An entry store without a disk. Durable as long as the process.
public final class MemoryStore: EntryStore {
  private struct State: ~Copyable {
    var pending = PendingBatch()
    var chunks: [LogChunk] = []
    var end = LogEnd()
    var lines = 0
    var bytes = 0
    var isClosed = false
  }

  // The gate guards the state. The state isn't in the mutex, because a borrowed line can't be
  // sent into it.
  private let gate = Mutex(())
  nonisolated(unsafe) private var state = State()
  private let id: String
  /// Told of every advance of `end`.
  public let commits = CommitSignal(seq: 0)

  /// An empty store.
  ///
  /// - Parameter id: 32 lower-case hex digits.
  public init(id: String = "00000000000000000000000000000000") { self.id = id }

  /// Canonical lines with checksums.
  public var form: LineForm { .store }
  /// The id it was made with.
  public var storeID: String? { id }
  /// The last committed entry.
  public var end: LogEnd { gate.withLock { _ in state.end } }

  /// Takes an entry to be committed.
  public func append(_ line: borrowing EntryLine) throws(LogError) {
    try gate.withLock { (_) throws(LogError) in
      guard !state.isClosed else { throw .closed }
      try state.pending.append(line)
    }
  }

  /// Makes what was appended readable.
  public func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    let end = gate.withLock { _ in
      if state.end.seq < seq { flush() }
      return state.end.seq
    }
    commits.advance(to: end)
  }

  /// Commits what is left; nothing can be appended then.
  public func close() throws(LogError) {
    try commit(through: .max, .sync)
    gate.withLock { _ in state.isClosed = true }
    commits.close()
  }

  private func flush() {
    guard !state.pending.isEmpty else { return }
    let storage = state.pending.withFinishedBytes(
      openingSegmentOf: state.chunks.isEmpty ? id : nil
    ) { ByteStorage.copy(of: $0) }
    state.chunks.append(
      LogChunk(
        storage: storage, lines: 0..<storage.count, file: "memory", segment: 1,
        line: state.lines + 1, byte: state.bytes))
    state.lines += state.pending.count
    state.bytes += storage.count
    state.end = state.pending.end
    state.pending.removeAll()
  }

  /// Reads from a place on.
  public func chunks(from cursor: LogCursor) -> any ChunkReader {
    ListOfChunks(gate.withLock { _ in state.chunks }, from: cursor)
  }

  /// The beginning.
  public func cursor(before seq: Int) -> LogCursor { .start }

  /// Memory isn't torn.
  public func tornTail(at place: Place, segment: Int) -> TornTail? { nil }
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
  let tail: TornTail? = nil

  init(_ chunks: [LogChunk], from cursor: LogCursor) {
    rest = chunks.drop { $0.byte + $0.lines.count <= cursor.byte }[...]
    guard let first = rest.first, first.byte < cursor.byte else { return }
    let skipped = cursor.byte - first.byte
    rest[rest.startIndex] = LogChunk(
      storage: first.storage, lines: (first.lines.lowerBound + skipped)..<first.lines.upperBound,
      file: first.file, segment: first.segment, line: cursor.line, byte: cursor.byte)
  }

  func next(reusing storage: inout ByteStorage) -> LogChunk? { rest.popFirst() }
}

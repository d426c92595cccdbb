// The contract itself: a store that breaks a promise is found out, and by the right check.

import EventSourcing
import EventSourcingTesting
import JSONLines
import Testing

@Suite(.timeLimit(.minutes(20))) struct StoreContractTests {
  /// Ways in which a store may break its promises.
  enum Fault: String, CaseIterable, CustomTestStringConvertible {
    case readableTooEarly, losesAnEntry, forgetsCursors, cursorBehindEntry, staleEnd, silentSignal
    case takesWhatIsTooLarge, takesWhenClosed, signalsAtClosing, forgetsOnReopening, otherBytes

    var testDescription: String { rawValue }

    /// The beginnings of the names of checks that must find it.
    var checks: [String] {
      switch self {
      case .readableTooEarly: ["what is appended can't be read"]
      case .losesAnEntry:
        ["concurrent writers", "entries come in the order", "a commit makes durable"]
      case .forgetsCursors: ["reading continues exactly"]
      case .cursorBehindEntry: ["the place before an entry"]
      case .staleEnd: ["the end has", "a commit makes durable"]
      case .silentSignal: ["what is appended can't be read"]
      case .takesWhatIsTooLarge: ["an entry that is too large"]
      case .takesWhenClosed: ["a closed store accepts nothing"]
      case .signalsAtClosing: ["waiting for a commit"]
      case .forgetsOnReopening: ["a reopened store"]
      case .otherBytes: ["every line is canonical"]
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `a store that breaks a promise is found out`(_ fault: Fault) async {
    let violations = Locked<[Violation]>([])
    let contract = StoreContract(
      makeStore: { FaultyStore(fault) },
      reopen: { _ in MemoryStore() },
      report: { violation in violations.withLock { $0.append(violation) } })
    for prefix in fault.checks {
      let checks = StoreContract.checks.filter { $0.name.hasPrefix(prefix) }
      #expect(!checks.isEmpty, "No check's name begins with “\(prefix)”.")
      for check in checks {
        violations.withLock { $0.removeAll() }
        await contract.run(check)
        #expect(violations.withLock { $0.first?.check } == check.name)
      }
    }
  }

  @Test func `the whole contract runs at once`() async {
    let contract = StoreContract(makeStore: { MemoryStore() }) { violation in
      Issue.record(Comment(rawValue: violation.description))
    }
    await contract.runAll()
    #expect(Set(StoreContract.checks.map(\.name)).count == StoreContract.checks.count)
  }
}

/// A memory store with a fault.
private final class FaultyStore: EntryStore, LogSource {
  private let fault: StoreContractTests.Fault
  private let store = MemoryStore()
  private let silent = CommitSignal(seq: 0)

  init(_ fault: StoreContractTests.Fault) { self.fault = fault }

  var form: LineForm { fault == .otherBytes ? .history : store.form }
  var storeID: String? { store.storeID }
  var end: LogEnd { fault == .staleEnd ? LogEnd() : store.end }
  var commits: CommitSignal { fault == .silentSignal ? silent : store.commits }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    if fault == .losesAnEntry && line.seq == 3 { return }
    do throws(LogError) {
      try store.append(line)
    } catch {
      if fault == .takesWhatIsTooLarge && error.code == .entryTooLarge { return }
      if fault == .takesWhenClosed && error.code == .closed { return }
      throw error
    }
    if fault == .readableTooEarly { try store.commit(through: line.seq, .sync) }
  }

  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    try store.commit(through: seq, durability)
  }

  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try commit(through: seq, durability)
  }

  func close() throws(LogError) {
    if fault == .signalsAtClosing { store.commits.advance(to: store.end.seq + 1) }
    try store.close()
  }

  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    let chunks = try store.chunks(from: fault == .forgetsCursors ? .start : cursor)
    return fault == .otherBytes ? SpacedChunks(chunks) : chunks
  }

  func cursor(before seq: Int) throws(LogError) -> LogCursor {
    let isBehind = fault == .cursorBehindEntry
    return isBehind ? LogCursor(seq: seq, segment: 1, byte: .max, line: 1) : .start
  }

  func tornTail(at place: Place, segment: Int) -> TornTail? { nil }

  /// The same lines, with a space in each.
  private final class SpacedChunks: ChunkReader {
    private let chunks: any ChunkReader

    init(_ chunks: any ChunkReader) { self.chunks = chunks }

    func next(reusing storage: inout ByteStorage) throws(LogError) -> LogChunk? {
      guard let chunk = try chunks.next(reusing: &storage) else { return nil }
      let text = String(decoding: chunk.storage.bytes[chunk.lines], as: UTF8.self)
      let spaced = ByteStorage.copy(of: text.replacing("{\"seq\"", with: "{ \"seq\""))
      return LogChunk(
        storage: spaced, lines: 0..<spaced.count, file: chunk.file, segment: chunk.segment,
        line: chunk.line, byte: chunk.byte)
    }
  }
}

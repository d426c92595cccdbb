// Several engines on one log: whichever comes first, nothing is lost and nothing is twice.

import EventSourcing
import EventSourcingTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct SharedStoreTests {
  @Test(arguments: SharedStoreContract.checks, [2, 3, 5])
  func `a shared store in memory keeps its promises, however its writers take turns`(
    _ check: SharedStoreContract.Check, _ writers: Int
  ) async {
    for approach in SharedMemoryStore.Approach.allCases {
      let contract = SharedStoreContract(
        makeStores: { count in
          let log = SharedMemoryStore.Log()
          return (0..<count).map { _ in SharedMemoryStore(log, approach) }
        },
        report: { Issue.record("\(approach): \($0)") })
      await contract.run(check, writers: writers)
    }
  }
}

extension SharedStoreTests {
  @Test(arguments: FaultySharedStore.Fault.allCases)
  fileprivate func `a shared store that breaks a promise is found out`(
    _ fault: FaultySharedStore.Fault
  ) async {
    let violations = Locked(0)
    let contract = SharedStoreContract(
      makeStores: { count in
        let log = SharedMemoryStore.Log()
        return (0..<count).map { _ in FaultySharedStore(log, fault) }
      },
      report: { _ in violations.withLock { $0 += 1 } })
    let check = SharedStoreContract.checks.first { $0.description == fault.check }
    guard let check else {
      Issue.record("There is no check that “\(fault.check)”.")
      return
    }
    await contract.run(check, writers: 2)
    #expect(violations.withLock { $0 } > 0)
  }
}

/// A shared store in memory whose turns are unusual.
private protocol UnusualStore: SharedEntryStore {
  var store: SharedMemoryStore { get }
}

extension UnusualStore {
  var storeID: String? { store.storeID }
  var end: LogEnd { store.end }
  var commits: CommitSignal { store.commits }
  func close() throws(LogError) { try store.close() }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try store.chunks(from: cursor)
  }
}

/// A shared store with a fault.
private final class FaultySharedStore: UnusualStore {
  enum Fault: String, CaseIterable, CustomTestStringConvertible {
    /// In every third turn, it takes what it has stored for lost, and has it decided again.
    case forgetsDoubt
    /// In every third turn, it says that it has stored what it hasn't.
    case losesTurns
    /// It never tells what others have appended.
    case hidesOthers

    var testDescription: String { rawValue }

    /// The check that must find it.
    var check: String {
      switch self {
      case .forgetsDoubt, .losesTurns: "writers of one stream lose nothing and repeat nothing"
      case .hidesOthers: "what only one of two commands has room for is refused to the other"
      }
    }
  }

  let store: SharedMemoryStore
  private let fault: Fault
  private let turns = Locked(0)

  init(_ log: SharedMemoryStore.Log, _ fault: Fault) {
    (store, self.fault) = (SharedMemoryStore(log, .locks), fault)
  }

  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    let number = turns.withLock { turns in
      turns += 1
      return turns
    }
    guard number % 3 == 0 || fault == .hidesOthers else {
      return try store.takeTurn(after: seq, locking: locking, decide)
    }
    switch fault {
    case .forgetsDoubt:
      let first = try store.takeTurn(after: seq, locking: locking, decide)
      return try store.takeTurn(after: first.map { $0.line - 1 } ?? seq, locking: locking, decide)
    case .losesTurns:
      var lost = ByteStorage.empty
      _ = try store.takeTurn(after: seq, locking: locking) { (turn) throws(LogError) in
        try decide(&turn)
        lost = .copy(of: turn.batch.finish(openingSegmentOf: nil))
        turn.batch.removeAll()
      }
      return LogChunk(
        storage: lost, lines: 0..<lost.count, file: "memory", segment: 1, line: seq + 1, byte: 1)
    case .hidesOthers:
      return try store.takeTurn(after: seq, locking: locking) { (turn) throws(LogError) in
        var blind = Turn(missed: NoChunks())
        try decide(&blind)
        swap(&turn.batch, &blind.batch)
      }
    }
  }

  private final class NoChunks: ChunkReader {
    func next(reusing storage: inout ByteStorage) -> LogChunk? { nil }
  }
}

extension SharedStoreTests {
  @Test(.timeLimit(.minutes(20))) @MainActor
  func `a turn that goes on without its only caller doesn't wait for it`() async throws {
    let engine = try CounterLine(HesitantStore(SharedMemoryStore(SharedMemoryStore.Log())))
    let late = Task { @MainActor in try await engine.add() }
    // The caller waits for its turn, and can't begin when that comes.
    await Task.yield()
    blockThread()
    let first = try await late.value
    let second = try await engine.add()
    #expect(first.seq == 1 && second.seq == 2)
  }
}

private func blockThread() { usleep(600_000) }

/// An engine of one stream.
private struct CounterLine: Sendable {
  let accounts = StreamStates(Account<FirstEdition>.self)
  let engine: Engine

  init(_ store: any EntryStore) throws {
    engine = try Engine(
      store, states: [accounts.erased], clock: { Timestamp(microseconds: 1_795_165_200_000_000) },
      salts: { Salt(0, 0) })
  }

  func add() async throws(EngineError) -> Outcome<Account<FirstEdition>> {
    try await engine.execute(Submission(.deposit(1), on: .id("amy"), by: "amy"), in: accounts)
  }
}

/// A shared store that never believes the first decision.
private final class HesitantStore: UnusualStore {
  let store: SharedMemoryStore

  init(_ store: SharedMemoryStore) { self.store = store }

  func takeTurn(
    after seq: Int, locking: Bool, _ decide: (inout Turn) throws(LogError) -> Void
  ) throws(LogError) -> LogChunk? {
    try store.takeTurn(after: seq, locking: locking) { (turn) throws(LogError) in
      try decide(&turn)
      turn.batch.removeAll()
      try decide(&turn)
    }
  }
}

// An engine with accounts, and what is needed to look at it from outside.

import EventSourcing
import JSONLines
import Testing

/// A clock that stands where it was set.
final class SetClock: Sendable {
  /// The time of a clock that wasn't set.
  static let morning = Timestamp("2026-11-20T09:00:00.000000Z")

  private let time: Locked<Timestamp>

  init(_ text: String) { time = Locked(Timestamp(text) ?? .earliest) }

  func set(_ text: String) { time.withLock { $0 = Timestamp(text) ?? .earliest } }
  func read() -> Timestamp { time.withLock { $0 } }
}

struct Bank<Edition: AccountEdition>: Sendable {
  typealias Rules = Account<Edition>

  let store: any EntryStore
  let accounts = StreamStates(Rules.self)
  let engine: Engine

  init(
    _ store: any EntryStore = MemoryStore(), _: Edition.Type = FirstEdition.self,
    clock: SetClock = SetClock("2026-11-20T09:00:00.000000Z")
  ) throws {
    self.store = store
    engine = try Engine(
      store, states: [accounts.erased], clock: { clock.read() },
      salts: { Salt(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210) })
  }

  @discardableResult
  func execute(
    _ command: AccountCommand, on target: Submission<AccountCommand>.Target = .id("1"),
    id: String? = nil, expect: Int? = nil, at: Timestamp? = nil, durability: Durability = .sync
  ) throws(EngineError) -> Outcome<Rules> {
    var submission = Submission(command, on: target, by: "amy", id: id, expect: expect)
    submission.at = at
    return try engine.execute(submission, in: accounts, durability: durability)
  }

  func error(
    _ command: AccountCommand, on target: Submission<AccountCommand>.Target = .id("1"),
    id: String? = nil, expect: Int? = nil
  ) throws -> EngineError {
    try #require(throws: EngineError.self) {
      try execute(command, on: target, id: id, expect: expect)
    }
  }

  func state(_ id: String = "1") throws -> (state: AccountState, rev: Int)? {
    try engine.state(of: try #require(StreamName(category: Edition.category, id: id)), in: accounts)
  }

  func lines() throws -> [String] { try EventSourcingTests.lines(of: store) }
}

extension Outcome.Result where D.Event: Equatable {
  var events: [D.Event]? { if case .accepted(let events) = self { events } else { nil } }
  var refusal: D.Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
}

/// A memory store whose writes fail when they are told to.
final class FailingStore: EntryStore, LogSource {
  struct Faults: Sendable {
    var append = false
    var commit = false
  }

  let faults = Locked(Faults())
  private let store = MemoryStore()

  static let failure = LogError(.inputOutput, "The disk is gone.")

  var form: LineForm { store.form }
  var storeID: String? { store.storeID }
  var end: LogEnd { store.end }
  var commits: CommitSignal { store.commits }

  func append(_ line: borrowing EntryLine) throws(LogError) {
    if faults.withLock({ $0.append }) { throw Self.failure }
    try store.append(line)
  }
  func commit(through seq: Int, _ durability: Durability) throws(LogError) {
    if faults.withLock({ $0.commit }) { throw Self.failure }
    try store.commit(through: seq, durability)
  }
  nonisolated(nonsending) func committed(through seq: Int, _ durability: Durability)
    async throws(LogError)
  {
    try commit(through: seq, durability)
  }
  func close() throws(LogError) { try store.close() }
  func chunks(from cursor: LogCursor) throws(LogError) -> any ChunkReader {
    try store.chunks(from: cursor)
  }
  func cursor(before seq: Int) -> LogCursor { store.cursor(before: seq) }
  func tornTail(at place: Place, segment: Int) -> TornTail? { nil }
}

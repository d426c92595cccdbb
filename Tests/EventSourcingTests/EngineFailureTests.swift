// Engines whose store fails, and stores that they refuse to open.

import JSONLines
import QuizDomain
import Testing

@testable import EventSourcing

@Suite struct EngineFailureTests {
  @Test func `after a failed append nothing more is taken`() throws {
    let store = FailingStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    store.faults.withLock { $0.append = true }
    #expect(try bank.error(.deposit(1)) == .log(FailingStore.failure))
    store.faults.withLock { $0.append = false }
    let error = try bank.error(.deposit(1))
    #expect(error.code == "writer-failed")
    #expect(error.message.contains(FailingStore.failure.message))
    #expect(try bank.lines().count == 1)
    #expect(try Bank(store).execute(.deposit(1)).seq == 2)
  }

  /// A server may be out of reach for a moment.
  @Test func `a stream that couldn't be read on first use is read the next time`() throws {
    let store = HeldStore()
    let before = try Bank(store)
    try before.execute(.open(owner: nil))
    try before.execute(.deposit(5))
    let accounts = StreamStates(Account<FirstEdition>.self)
    let unread = UnreadStreams(
      [accounts.erased],
      LogOutline(
        seq: 2, cursor: .start, rulesVersion: nil, whole: store, part: { _, _ in store },
        numbers: { _ in nil }))
    let stream = try #require(StreamName("account/1"))
    var ids = CommandIDs()
    store.failure.withLock { $0 = FailingStore.failure }
    for _ in 1...2 {
      #expect(throws: FailingStore.failure) { try unread.read(stream, &ids) }
    }
    store.failure.withLock { $0 = nil }
    try unread.read(stream, &ids)
    #expect(accounts.projection.states.map(\.balance) == [5])
  }

  @Test func `what couldn't be read again isn't recorded`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(1 << 52))
    let error = try bank.error(.deposit(1 << 52))
    #expect(error.code == "entry-too-large")
    #expect(error.message.contains("too large"))
    #expect(try bank.state()?.state.balance == 1 << 52)
    #expect(try bank.execute(.deposit(1)).seq == 3)
    #expect(try Bank(bank.store).execute(.deposit(1)).seq == 4)
  }

  @Test func `after a failed commit nothing is acknowledged and nothing more is taken`() throws {
    let store = FailingStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    store.faults.withLock { $0.commit = true }
    #expect(try bank.error(.deposit(1)) == .log(FailingStore.failure))
    store.faults.withLock { $0.commit = false }
    #expect(try bank.error(.deposit(1)).code == "writer-failed")
    #expect(try bank.error(.withdraw(1)).code == "writer-failed")
  }

  @Test func `outcomes that depend on an entry that can't be made durable aren't returned`() throws
  {
    let store = FailingStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(1), id: "c-1")
    store.faults.withLock { $0.commit = true }
    // Nothing would be recorded for these; they would only tell what may be lost.
    #expect(try bank.error(.deposit(0)) == .log(FailingStore.failure))
  }

  @Test func `a repeated command isn't answered while the log can't be synced`() throws {
    let store = FailingStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil), id: "c-1")
    store.faults.withLock { $0.commit = true }
    #expect(try bank.error(.open(owner: nil), id: "c-1") == .log(FailingStore.failure))
  }

  @Test func `a state isn't returned while the log can't be synced`() throws {
    let store = FailingStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil))
    store.faults.withLock { $0.commit = true }
    #expect(throws: EngineError.log(FailingStore.failure)) { try bank.state() }
  }

  @Test func `a closed store is reported`() throws {
    let bank = try Bank()
    try bank.store.close()
    #expect(try bank.error(.open(owner: nil)).code == "closed")
  }

  @Test func `a log of a category that isn't known is from a newer version`() throws {
    let store = MemoryStore()
    try Bank(store).execute(.open(owner: nil))
    let error = #expect(throws: LogError.self) {
      try Engine(
        store, states: [StreamStates(Quiz.self).erased], clock: { .earliest },
        salts: { Salt(0, 0) })
    }
    #expect(error?.code == .newerVersion)
  }

  @Test(arguments: [
    ("opened", 2, "rev is 2; it must be 1"), ("opened", 0, "rev is 0; it must be 1"),
    ("vanished", 1, "newer version"),
  ])
  func `a log that doesn't fold isn't opened`(_ event: String, _ rev: Int, _ what: String) throws {
    var entry = HandmadeEntry.opening(seq: 1)
    entry["stream"] = #""account/1""#
    entry["rev"] = "\(rev)"
    entry["command"] = #"{"type":"open"}"#
    entry["events"] = #"[{"type":"\#(event)"}]"#
    let source = HandmadeSource([entry])
    let error = try #require(throws: LogError.self) { try Bank(MemoryStore(over: source)) }
    #expect(error.message.contains(what), "\(error)")
    #expect(error.place?.file == "log/1.jsonl" && error.seq == 1)
  }

  @Test func `a refusal that changes the revision is reported`() throws {
    var entry = HandmadeEntry.opening(seq: 1)
    entry["stream"] = #""account/1""#
    entry["command"] = #"{"type":"open"}"#
    entry["events"] = nil
    entry.members.append(("rejected", #"{"code":"already-open"}"#))
    #expect(throws: LogError.self) { try Bank(MemoryStore(over: HandmadeSource([entry]))) }
    entry["rev"] = "0"
    _ = try Bank(MemoryStore(over: HandmadeSource([entry])))
  }
}

@Suite struct RemedyTests {
  @Test func `the core's hints name no command and no flag`() throws {
    let stream = try #require(StreamName(category: "account", id: "1"))
    let remedies: [LogError.Remedy] = [
      "Open it again.", .restoreOrRecover, .makeOrChooseStore, .restoreOrChooseStore,
      .waitForWriter, .correctOrAcceptClock, .listEntries(of: stream),
    ]
    for remedy in remedies {
      let hint = try #require(LogError(.corrupt, "Text.", hint: remedy).hint)
      #expect(!hint.contains("`") && !hint.contains("--"), "\(hint)")
    }
    #expect(LogError(.corrupt, "Text.").hint == nil)
  }
}

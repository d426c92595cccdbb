// Many callers with one id, and what others do while one of them looks the first command up.

import Dispatch
import EventSourcing
import Testing

@Suite(.timeLimit(.minutes(20))) struct RepeatedCommandTests {
  @Test func `64 threads with one id get one entry and one outcome`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let outcomes = Locked<[Seen]>([])
    onThreads(64) { _ in
      let outcome = try bank.execute(.deposit(5), id: "c-1")
      outcomes.withLock { $0.append(Seen(outcome)) }
    }
    expectOne(outcomes.withLock { $0 }, in: bank, entries: 2)
  }

  @Test func `64 tasks with one id get one entry and one outcome`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let outcomes = try await withThrowingTaskGroup(of: Seen.self) { group in
      for _ in 0..<64 {
        group.addTask {
          Seen(
            try await bank.engine.execute(
              Submission(.deposit(5), on: .id("1"), by: "amy", id: "c-1"), in: bank.accounts))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    expectOne(outcomes, in: bank, entries: 2)
  }

  @Test func `callers that come while an id is looked up share one reading of the log`() throws {
    let store = HeldStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil), id: "c-1")
    let readsBefore = store.reads.withLock { $0 }
    store.hold(.read)
    let outcomes = Locked<[Seen]>([])
    let callers = DispatchGroup()
    for number in 0..<9 {
      DispatchQueue(label: "caller \(number)").async(group: callers) {
        #expect(throws: Never.self) {
          let outcome = try bank.execute(.open(owner: nil), id: "c-1")
          outcomes.withLock { $0.append(Seen(outcome)) }
        }
      }
      if number == 0 { store.waitForArrival() }
    }
    store.letGo()
    callers.wait()
    let seen = outcomes.withLock { $0 }
    #expect(seen.count == 9 && seen.allSatisfy { $0.isRepeated && $0.seq == 1 })
    // Callers that came too late to wait for the first have read for themselves.
    #expect(store.reads.withLock { $0 } - readsBefore <= 9)
    #expect(try bank.lines().count == 1)
  }

  @Test(arguments: [HeldStore.Call.read, .commit])
  func `a slow look-up stalls no other writer`(_ call: HeldStore.Call) throws {
    let store = HeldStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil), id: "c-1")
    store.hold(call)
    let isDone = DispatchGroup()
    let seen = Locked<Seen?>(nil)
    DispatchQueue(label: "slow").async(group: isDone) {
      #expect(throws: Never.self) {
        let outcome = try bank.execute(.open(owner: nil), id: "c-1")
        seen.withLock { $0 = Seen(outcome) }
      }
    }
    store.waitForArrival()
    // These would wait for ever if the engine's lock were held meanwhile.
    try bank.execute(.deposit(3), id: "c-2")
    try bank.execute(.open(owner: nil), on: .id("2"))
    #expect(try bank.state()?.state.balance == 3)
    #expect(seen.withLock { $0 } == nil)
    store.letGo()
    isDone.wait()
    let first = try #require(seen.withLock { $0 })
    #expect(first.isRepeated && first.seq == 1)
    // The state is the one that there is now.
    #expect(first.balance == 3)
  }

  @Test func `an id that couldn't be looked up is free again`() throws {
    let store = HeldStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil), id: "c-1")
    store.failure.withLock { $0 = FailingStore.failure }
    #expect(try bank.error(.open(owner: nil), id: "c-1") == .log(FailingStore.failure))
    store.failure.withLock { $0 = nil }
    #expect(try bank.execute(.open(owner: nil), id: "c-1").isRepeated)
  }

  @Test func `an id that another stream looks up is looked up for this one, too`() throws {
    let store = HeldStore()
    let bank = try Bank(store)
    try bank.execute(.open(owner: nil), on: .id("a"), id: "c-1")
    store.hold(.read)
    let isDone = DispatchGroup()
    DispatchQueue(label: "new").async(group: isDone) {
      #expect(throws: Never.self) {
        let outcome = try bank.execute(.open(owner: nil), on: .new, id: "c-1")
        #expect(outcome.stream.id == "a")
      }
    }
    store.waitForArrival()
    DispatchQueue(label: "b").async(group: isDone) {
      #expect(throws: Never.self) {
        let outcome = try bank.execute(.open(owner: nil), on: .id("b"), id: "c-1")
        #expect(!outcome.isRepeated)
      }
    }
    store.letGo()
    isDone.wait()
    #expect(try bank.lines().count == 2)
  }

  /// The part of an outcome that can be compared.
  private struct Seen: Equatable {
    let events: [AccountEvent]?
    let (seq, rev): (Int, Int)
    let at: Timestamp
    let balance: Int
    var isRepeated: Bool

    init(_ outcome: Outcome<Account<FirstEdition>>) {
      events = outcome.result.events
      (seq, rev) = (outcome.seq, outcome.rev)
      at = outcome.at
      balance = outcome.state.balance
      isRepeated = outcome.isRepeated
    }
  }

  private func expectOne(_ outcomes: [Seen], in bank: Bank<FirstEdition>, entries: Int) {
    #expect(outcomes.count == 64)
    #expect(outcomes.count { $0.isRepeated } == 63)
    let same = outcomes.map { (outcome) -> Seen in
      var outcome = outcome
      outcome.isRepeated = false
      return outcome
    }
    #expect(same.allSatisfy { $0 == same.first })
    #expect(same.first?.seq == entries && same.first?.events == [.deposited(5)])
    #expect(bank.store.end.seq == entries)
  }
}

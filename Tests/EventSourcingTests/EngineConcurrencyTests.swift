// Many callers at once, callers that await, and batches.

import EventSourcing
import JSONLines
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct EngineConcurrencyTests {
  @Test func `many threads lose nothing and count right`() throws {
    let bank = try Bank()
    let (threads, commands) = (8, 40)
    try bank.execute(.open(owner: nil), on: .id("shared"))
    let outcomes = Locked<[Int: Int]>([:])
    onThreads(threads) { thread in
      try bank.execute(.open(owner: nil), on: .id("own-\(thread)"))
      for amount in 1...commands {
        let shared = try bank.execute(.deposit(amount), on: .id("shared"))
        try bank.execute(.deposit(amount), on: .id("own-\(thread)"))
        #expect(bank.store.end.seq >= shared.seq)
        outcomes.withLock { $0[shared.rev] = shared.seq }
      }
    }
    let sum = commands * (commands + 1) / 2
    #expect(try bank.state("shared")?.state.balance == threads * sum)
    #expect(try bank.state("shared")?.rev == 1 + threads * commands)
    for thread in 0..<threads {
      #expect(try bank.state("own-\(thread)")?.state.balance == sum)
    }
    // Each revision was told once, in the order of the entries.
    let told = outcomes.withLock { $0.sorted { $0.key < $1.key } }
    #expect(told.map(\.key) == Array(2...1 + threads * commands))
    #expect(told.map(\.value) == told.map(\.value).sorted())
    var reader = try EntryReader(bank.store)
    while try reader.next() != nil {}
    #expect(reader.seq == 1 + threads * (1 + 2 * commands))
    #expect(try Bank(bank.store).state("shared")?.state.balance == threads * sum)
  }

  @Test func `threads that repeat one command do it once`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let fresh = Atomic(0)
    onThreads(8) { _ in
      for number in 0..<20 {
        let outcome = try bank.execute(.deposit(1), id: "c-\(number)")
        if !outcome.isRepeated { fresh.add(1, ordering: .relaxed) }
      }
    }
    #expect(fresh.load(ordering: .relaxed) == 20)
    #expect(try bank.state()?.state.balance == 20)
  }

  @Test func `threads that request new streams get one each`() throws {
    let bank = try Bank()
    onThreads(4) { _ in
      for _ in 0..<25 { try bank.execute(.open(owner: nil), on: .new) }
    }
    for number in 1001...1100 { #expect(try bank.state("\(number)")?.rev == 1) }
    #expect(try bank.state("1101") == nil)
  }

  @Test func `previews and states may be requested while others write`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    onThreads(3) { thread in
      for _ in 0..<50 {
        switch thread {
        case 0: try bank.execute(.deposit(1))
        case 1:
          let preview = try bank.engine.preview(
            Submission(.deposit(1), on: .id("1"), by: "amy"), in: bank.accounts)
          #expect(preview.result.events == [.deposited(1)])
        default:
          let state = try #require(try bank.state())
          #expect(state.rev == state.state.balance + 1)
        }
      }
    }
    #expect(try bank.lines().count == 51)
  }

  @Test func `tasks may await their commands`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for amount in 1...40 {
        group.addTask {
          let outcome = try await bank.engine.execute(
            Submission(.deposit(amount), on: .id("1"), by: "amy"), in: bank.accounts)
          return outcome.rev
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(total == (2...41).reduce(0, +))
    #expect(try bank.state()?.state.balance == 820)
  }

  @Test func `an awaited error is the engine's own`() async throws {
    let bank = try Bank()
    await #expect(throws: EngineError.revisionConflict(expected: 3, actual: 0)) {
      try await bank.engine.execute(
        Submission(.deposit(1), on: .id("1"), by: "amy", expect: 3), in: bank.accounts)
    }
  }

  @Test func `each command of a batch is independent, and all are durable after it`() async throws {
    let bank = try Bank()
    var batch = [
      Submission(AccountCommand.open(owner: nil), on: .id("1"), by: "amy", id: "c-1"),
      Submission(.withdraw(9), on: .id("1"), by: "amy"),
      Submission(.deposit(1), on: .id("1"), by: "amy", id: "c-1"),
      Submission(.deposit(2), on: .id("1"), by: "amy", expect: 7),
      Submission(.deposit(0), on: .id("1"), by: "amy"),
      Submission(.deposit(5), on: .id("1"), by: "amy", expect: 1),
    ]
    for sync in [true, false] {
      let results =
        sync
        ? try bank.executeBlocking(batch)
        : try await bank.engine.execute(batch: batch, in: bank.accounts)
      #expect(results.count == 6)
      #expect(try results[0].get().isRepeated == !sync)
      #expect(try results[1].get().result.refusal == .overdrawn)
      #expect(throws: EngineError.commandIDReused(seq: 1)) { try results[2].get() }
      #expect(throws: EngineError.self) { try results[3].get() }
      #expect(try results[4].get().result.isUnchanged)
      #expect(try results[5].get().result.events == [.deposited(5)])
      batch[1].command = .withdraw(99)
      batch[5].expect = 2
    }
    #expect(bank.store.end.seq == 5)
    #expect(try bank.state()?.state.balance == 10)
    #expect(try await bank.engine.execute(batch: [], in: bank.accounts).isEmpty)
  }
}

extension Bank {
  /// The synchronous face, also where an asynchronous one would be chosen.
  fileprivate func executeBlocking(_ batch: [Submission<AccountCommand>]) throws
    -> [Result<Outcome<Rules>, EngineError>]
  {
    try engine.execute(batch: batch, in: accounts)
  }
}

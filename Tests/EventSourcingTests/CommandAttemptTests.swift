// The attempts that an engine tells its trace: all that are executed, whatever their outcome.

import EventSourcing
import JSONLines
import Testing

@Suite struct CommandAttemptTests {
  /// A bank whose engine is traced.
  private struct TracedBank: Sendable {
    let accounts = StreamStates(Account<FirstEdition>.self)
    let engine: Engine
    let attempts: Locked<[CommandAttempt]>

    init(_ store: any EntryStore = MemoryStore()) throws {
      let attempts = Locked<[CommandAttempt]>([])
      self.attempts = attempts
      engine = try Engine(
        states: [accounts.erased], clock: { SetClock.morning ?? .earliest },
        salts: { Salt(1, 2) }, trace: { attempt in attempts.withLock { $0.append(attempt) } }
      ) { _ in store }
    }

    func execute(
      _ command: AccountCommand, on target: Submission<AccountCommand>.Target = .id("1"),
      id: String? = nil, expect: Int? = nil, durability: Durability = .sync
    ) {
      var submission = Submission(command, on: target, by: "amy", id: id, expect: expect)
      submission.reason = "a secret"
      submission.meta = [("key", "a secret")]
      _ = try? engine.execute(submission, in: accounts, durability: durability)
    }

    /// Executes a batch as a caller that blocks.
    func executeBatch(_ batch: [Submission<AccountCommand>]) throws {
      _ = try engine.execute(batch: batch, in: accounts)
    }

    var lines: [String] {
      attempts.withLock { $0 }.map { attempt in
        var writer = JSONWriter()
        attempt.writeJSON(to: &writer)
        let line = writer.withBytes { String(decoding: $0, as: UTF8.self) }
        return line.replacing(/,"payload":"[0-9a-f]{64}"}$/, with: "}")
      }
    }
  }

  private let start = #"{"at":"2026-11-20T09:00:00.000000Z","actor":"amy","#

  @Test func `each attempt is traced with its outcome`() throws {
    let bank = try TracedBank()
    bank.execute(.open(owner: "a secret"), on: .new, id: "c-1")
    bank.execute(.open(owner: "a secret"), on: .new, id: "c-1")
    bank.execute(.open(owner: nil), on: .new, id: "c-1")
    bank.execute(.withdraw(5), on: .id("1001"))
    bank.execute(.deposit(0), on: .id("1001"))
    bank.execute(.deposit(1), on: .id("1001"), expect: 7)
    bank.execute(.deposit(1), on: .id(".."))
    let open = #""type":"open","outcome""#
    #expect(
      bank.lines.map { String($0.dropFirst(start.count)) } == [
        #""stream":"account/1001","id":"c-1",\#(open):"accepted","seq":1,"rev":1}"#,
        #""stream":"account/1001","id":"c-1",\#(open):"repeated","seq":1,"rev":1}"#,
        #""id":"c-1",\#(open):"failed","code":"command-id-reused","seq":1}"#,
        #""stream":"account/1001","type":"withdraw","outcome":"refused","code":"overdrawn","seq":2,"rev":1}"#,
        #""stream":"account/1001","type":"deposit","outcome":"unchanged","rev":1}"#,
        #""stream":"account/1001","expect":7,"type":"deposit","outcome":"failed","code":"revision-conflict","rev":1}"#,
        #""type":"deposit","outcome":"failed","code":"malformed-id"}"#,
      ])
    #expect(bank.lines.allSatisfy { $0.hasPrefix(start) && !$0.contains("secret") })
  }

  @Test func `what can't be stored is traced`() throws {
    let store = FailingStore()
    let bank = try TracedBank(store)
    store.faults.withLock { $0.commit = true }
    bank.execute(.open(owner: nil))
    bank.execute(.open(owner: nil))
    #expect(bank.lines[0].hasSuffix(#""outcome":"failed","code":"io-error"}"#))
    #expect(bank.lines[1].hasSuffix(#""outcome":"failed","code":"writer-failed"}"#))
  }

  @Test func `callers that await are traced, and batches, but not previews`() async throws {
    let bank = try TracedBank()
    let open = Submission(AccountCommand.open(owner: nil), on: .id("1"), by: "amy")
    let deposit = Submission(AccountCommand.deposit(1), on: .id("1"), by: "amy")
    _ = try await bank.engine.execute(open, in: bank.accounts)
    _ = try await bank.engine.execute(batch: [deposit, deposit], in: bank.accounts)
    try bank.executeBatch([deposit])
    _ = try bank.engine.preview(deposit, in: bank.accounts)
    _ = try? await bank.engine.execute(
      Submission(.deposit(1), on: .id("1"), by: "amy", expect: 0), in: bank.accounts)
    #expect(
      bank.attempts.withLock { $0.map(\.outcome) } == [
        .accepted, .accepted, .accepted, .accepted, .failed,
      ])
  }

  @Test func `a payload's hash is of what isn't personal, and keyed with the store`() throws {
    func payload(_ command: AccountCommand, in store: MemoryStore = MemoryStore()) throws -> String?
    {
      let bank = try TracedBank(store)
      bank.execute(command)
      return bank.attempts.withLock { $0.first?.payload }
    }
    // printf 'deposit,"amount":5' | openssl dgst -sha256 -hmac 00000000000000000000000000000000
    #expect(
      try payload(.deposit(5))
        == "1f4e1860c3370b26fa86016716b3b5aa87d994f705515cd716b7a3b7e78083ec")
    #expect(try payload(.deposit(5)) != payload(.deposit(6)))
    #expect(try payload(.open(owner: "amy")) == payload(.open(owner: "bob")))
    let other = MemoryStore(id: "11111111111111111111111111111111")
    #expect(try payload(.deposit(5)) != payload(.deposit(5), in: other))
  }

  @Test func `of an actor or an id that is too long only the beginning is traced`() throws {
    let bank = try TracedBank()
    bank.execute(.open(owner: nil), id: String(repeating: "é", count: 1000))
    #expect(bank.lines[0].contains(#""id":"\#(String(repeating: "é", count: 200))","type""#))
  }
}

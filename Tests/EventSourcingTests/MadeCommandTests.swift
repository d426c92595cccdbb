// Commands that are made from the state that they are decided on, in one step.

import EventSourcing
import Foundation
import JSONLines
import Testing

@Suite struct MadeCommandTests {
  private struct Empty: Error, Equatable {}

  private func all(_ bank: Bank<FirstEdition>, by id: String? = nil, on target: String = "1")
    throws -> Outcome<Account<FirstEdition>>
  {
    try bank.engine.execute(
      Circumstances(on: .id(target), by: "amy", id: id), in: bank.accounts
    ) { .withdraw($0.state.balance) }.get()
  }

  @Test func `no other command comes between the state and the decision`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5))
    let other = Thread { _ = try? bank.execute(.deposit(1)) }
    let outcome = try bank.engine.execute(
      Circumstances(on: .id("1"), by: "amy"), in: bank.accounts
    ) { basis in
      other.start()
      Thread.sleep(forTimeInterval: 0.02)
      return .withdraw(basis.state.balance)
    }.get()
    #expect(outcome.seq == 3 && outcome.state.balance == 0)
  }

  @Test func `tasks that empty an account at once empty it once`() async throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            try bank.execute(.deposit(3))
            let outcome = try await bank.engine.execute(
              Circumstances(on: .id("1"), by: "amy"), in: bank.accounts
            ) { .withdraw($0.state.balance) }.get()
            #expect(outcome.result.refusal == nil)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try bank.state()?.state.balance == 0)
  }

  @Test func `what can't be made is thrown, and nothing is recorded`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let result = try bank.engine.execute(
      Circumstances(on: .id("1"), by: "amy"), in: bank.accounts
    ) { (basis) throws(Empty) in
      guard basis.state.balance > 0 else { throw Empty() }
      return .withdraw(basis.state.balance)
    }
    #expect(throws: Empty()) { try result.get() }
    #expect(try bank.lines().count == 1)
  }

  @Test func `a repeated command is made from the state before the first one`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5))
    #expect(try all(bank, by: "c-1").seq == 3)
    try bank.execute(.deposit(7))
    let again = try all(bank, by: "c-1")
    #expect(again.isRepeated && again.seq == 3 && again.state.balance == 7)
    #expect(try bank.error(.withdraw(7), id: "c-1") == .commandIDReused(seq: 3))
  }

  @Test func `another stream is read at the same moment, and as it was at the first one`() throws {
    let bank = try Bank()
    for id in ["1", "2"] { try bank.execute(.open(owner: nil), on: .id(id)) }
    try bank.execute(.deposit(5), on: .id("2"))
    func match() throws -> Outcome<Account<FirstEdition>> {
      let other = try #require(StreamName(category: FirstEdition.category, id: "2"))
      return try bank.engine.execute(
        Circumstances(on: .id("1"), by: "amy", id: "m-1"), in: bank.accounts
      ) { .deposit($0.state(of: other, in: bank.accounts).balance) }.get()
    }
    #expect(try match().state.balance == 5)
    try bank.execute(.deposit(2), on: .id("2"))
    #expect(try match().isRepeated)
  }

  @Test func `one that isn't to be recorded is evaluated only`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let outcome = try bank.engine.execute(
      Circumstances(on: .id("1"), by: "amy"), in: bank.accounts
    ) { basis in
      basis.isRecorded = false
      return .withdraw(5)
    }.get()
    #expect(outcome.result.refusal == .overdrawn && outcome.seq == 0)
    #expect(try bank.lines().count == 1)
  }

  @Test func `the revision that it is made from is expected, and recorded`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    func deposit(expecting seen: Int) throws -> Outcome<Account<FirstEdition>> {
      try bank.engine.execute(Circumstances(on: .id("1"), by: "amy"), in: bank.accounts) { basis in
        basis.expect = seen
        return .deposit(1)
      }.get()
    }
    #expect(throws: EngineError.revisionConflict(expected: 7, actual: 1)) {
      try deposit(expecting: 7)
    }
    #expect(try deposit(expecting: 1).rev == 2)
    #expect(try bank.lines().last?.contains(#""expect":1"#) == true)
  }
}

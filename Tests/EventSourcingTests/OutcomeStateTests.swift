// The state that an outcome comes with.

import EventSourcing
import Testing

@Suite struct OutcomeStateTests {
  @Test func `an outcome has the state after its entry`() throws {
    let bank = try Bank()
    #expect(try bank.execute(.open(owner: "Amy Apple")).state.owner == "Amy Apple")
    let deposit = try bank.execute(.deposit(5))
    #expect(deposit.state.balance == 5)
    #expect(try deposit.state == bank.state()?.state)
    // The state of an outcome doesn't change with what follows.
    try bank.execute(.deposit(5))
    #expect(deposit.state.balance == 5)
  }

  @Test func `what changes nothing leaves the state as it is`() throws {
    let bank = try Bank()
    #expect(try bank.execute(.deposit(5)).state == AccountState())
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5))
    #expect(try bank.execute(.withdraw(6)).state.balance == 5)
    let unchanged = try bank.execute(.deposit(0))
    #expect(unchanged.result.isUnchanged && unchanged.state.balance == 5)
  }

  @Test func `a repeated command has the state of now`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5), id: "c-1")
    try bank.execute(.deposit(7))
    let again = try bank.execute(.deposit(5), id: "c-1")
    #expect(again.isRepeated && again.rev == 2 && again.state.balance == 12)
  }

  @Test func `a preview has the state as it would be, and changes nothing`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let preview = try bank.engine.preview(
      Submission(.deposit(5), on: .id("1"), by: "amy"), in: bank.accounts)
    #expect(preview.state.balance == 5 && preview.rev == 2 && preview.seq == 0)
    #expect(try bank.state()?.state.balance == 0)
  }
}

// The engine's checks before it asks the rules: repeated ids, and revisions that were seen.

import EventSourcing
import JSONLines
import QuizDomain
import Testing

@Suite struct EngineChecksTests {
  @Test func `a repeated command gets its first outcome, and nothing is appended`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: "Amy Apple"))
    let first = try bank.execute(.deposit(5), id: "c-1")
    try bank.execute(.deposit(7))
    let again = try bank.execute(.deposit(5), id: "c-1")
    #expect(again.isRepeated && !first.isRepeated)
    #expect(again.result.events == [.deposited(5)])
    #expect(again.seq == 2 && again.rev == 2 && again.at == first.at)
    #expect(again.stream == first.stream)
    #expect(try bank.lines().count == 3)
    #expect(try bank.state()?.state.balance == 12)
  }

  @Test func `a repeated command that was refused is refused again, with all details`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let fields = [InvalidField(field: "amount", code: "out-of-range")]
    let first = try bank.execute(.deposit(-5), id: "c-1")
    #expect(first.result.refusal == .invalid(fields))
    let again = try bank.execute(.deposit(-5), id: "c-1")
    #expect(again.isRepeated)
    #expect(again.result.refusal == .invalid(fields))
    #expect(again.seq == 2 && again.rev == 1)
    #expect(try bank.lines().count == 2)
  }

  @Test func `a repeated command with personal data finds it in its outcome`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: "Amy Apple"), id: "c-1")
    let again = try bank.execute(.open(owner: "Amy Apple"), id: "c-1")
    #expect(again.result.events == [.opened(owner: "Amy Apple")])
    #expect(try bank.error(.open(owner: "Bob Battery"), id: "c-1") == .commandIDReused(seq: 1))
  }

  @Test func `what was erased of a repeated command can't be compared, which the outcome says`()
    throws
  {
    var open = HandmadeEntry.opening(seq: 1)
    open["stream"] = #""account/1""#
    open["rev"] = "1"
    open["command"] = #"{"type":"open","id":"c-1"}"#
    open["events"] = #"[{"type":"opened"}]"#
    open.members.append(("personal", "\"sha256:" + String(repeating: "0a", count: 32) + "\""))
    let bank = try Bank(MemoryStore(over: HandmadeSource([open])))
    let again = try bank.execute(.open(owner: "Amy Apple"), id: "c-1")
    #expect(again.isRepeated && again.isErased && again.seq == 1)
    #expect(again.result.events == [.opened(owner: nil)])
    #expect(try bank.error(.deposit(5), id: "c-1") == .commandIDReused(seq: 1))
  }

  @Test func `the same id with another payload is an error, and not recorded`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5), id: "c-1")
    #expect(try bank.error(.deposit(6), id: "c-1") == .commandIDReused(seq: 2))
    #expect(try bank.error(.withdraw(5), id: "c-1") == .commandIDReused(seq: 2))
    #expect(try bank.error(.deposit(6), id: "c-1").code == "command-id-reused")
    #expect(try bank.lines().count == 2)
    #expect(try bank.execute(.deposit(5), id: "c-1").isRepeated)
  }

  @Test func `another stream may use the same id`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), on: .id("1"), id: "c-1")
    let other = try bank.execute(.open(owner: nil), on: .id("2"), id: "c-1")
    #expect(!other.isRepeated && other.seq == 2)
    #expect(try bank.execute(.open(owner: nil), on: .id("2"), id: "c-1").seq == 2)
    #expect(try bank.execute(.open(owner: nil), on: .id("1"), id: "c-1").seq == 1)
  }

  @Test func `for a new stream an id counts in the whole store`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), on: .id("a"), id: "c-1")
    let again = try bank.execute(.open(owner: nil), on: .new, id: "c-1")
    #expect(again.isRepeated && again.stream.id == "a")
    let new = try bank.execute(.open(owner: nil), on: .new, id: "c-2")
    #expect(new.stream.id == "1001")
    #expect(try bank.execute(.open(owner: nil), on: .new, id: "c-2").stream.id == "1001")
    #expect(try bank.error(.open(owner: "Amy"), on: .new, id: "c-2") == .commandIDReused(seq: 2))
    #expect(try bank.lines().count == 2)
  }

  @Test func `another category's command can't be repeated here`() throws {
    let store = MemoryStore()
    let (accounts, quizzes) = (StreamStates(Account<FirstEdition>.self), StreamStates(Quiz.self))
    let engine = try Engine(
      store, states: [accounts.erased, quizzes.erased], clock: { .earliest },
      salts: { Salt(0, 0) })
    _ = try engine.execute(
      Submission(.open(owner: nil), on: .new, by: "amy", id: "c-1"), in: accounts)
    let error = #expect(throws: EngineError.self) {
      try engine.execute(Submission(.init(.reveal), on: .new, by: "amy", id: "c-1"), in: quizzes)
    }
    #expect(error == .commandIDReused(seq: 1))
  }

  @Test func `an id is remembered when the log is opened again`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), id: "c-1")
    try bank.execute(.withdraw(1), id: "c-2")
    let again = try Bank(bank.store)
    #expect(try again.execute(.open(owner: nil), id: "c-1").isRepeated)
    #expect(try again.execute(.withdraw(1), id: "c-2").result.refusal == .overdrawn)
    #expect(try again.lines().count == 2)
  }

  @Test func `what is not recorded is not remembered`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    #expect(try bank.execute(.deposit(0), id: "c-1").result.isUnchanged)
    #expect(try bank.error(.deposit(5), id: "c-1", expect: 7).code == "revision-conflict")
    #expect(try !bank.execute(.deposit(5), id: "c-1").isRepeated)
  }

  @Test func `a revision that isn't the stream's is a conflict, and not recorded`() throws {
    let bank = try Bank()
    #expect(
      try bank.error(.open(owner: nil), expect: 1) == .revisionConflict(expected: 1, actual: 0))
    try bank.execute(.open(owner: nil), expect: 0)
    try bank.execute(.deposit(5), expect: 1)
    #expect(try bank.error(.deposit(5), expect: 1) == .revisionConflict(expected: 1, actual: 2))
    #expect(try bank.error(.deposit(5), expect: 3) == .revisionConflict(expected: 3, actual: 2))
    #expect(try bank.lines().count == 2)
    #expect(try bank.lines()[1].contains(#""command":{"type":"deposit","expect":1,"amount":5}"#))
  }

  @Test func `repeated ids come before revisions, and both before the rules`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), id: "c-1", expect: 0)
    #expect(try bank.execute(.open(owner: nil), id: "c-1", expect: 0).isRepeated)
    #expect(try bank.error(.deposit(1), id: "c-1", expect: 9) == .commandIDReused(seq: 1))
    // The rules would refuse this one.
    #expect(try bank.error(.withdraw(9), expect: 9).code == "revision-conflict")
  }

  @Test(arguments: ["", "start", "a..b", "-1", "a/b"])
  func `a malformed id never reaches the rules`(_ id: String) throws {
    let bank = try Bank()
    #expect(try bank.error(.open(owner: nil), on: .id(id)) == .malformedID)
    #expect(try bank.error(.open(owner: nil), on: .id(id), id: "c-1") == .malformedID)
    #expect(try bank.lines().isEmpty)
  }
}

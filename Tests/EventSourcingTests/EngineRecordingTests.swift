// The engine's entries, and the states that it rebuilds from them.

import EventSourcing
import JSONLines
import TestKit
import Testing

@Suite struct EngineRecordingTests {
  @Test func `an entry is one canonical line with the command and its outcome`() throws {
    let bank = try Bank()
    var submission = Submission(
      AccountCommand.open(owner: "Amy \"A\" Apple"), on: .id("1"), by: "amy", id: "c-1", expect: 0,
      reason: "new customer")
    submission.meta = [("trace", "t-1"), ("on-behalf-of", "bob")]
    submission.source = .init(name: "olist", line: 12)
    _ = try bank.engine.execute(submission, in: bank.accounts)
    let expected =
      #"{"seq":1,"at":"2026-11-20T09:00:00.000000Z","stream":"account/1","rev":1,"actor":"amy","#
      + #""format":1,"store":"00000000000000000000000000000000","engine":"1","#
      + #""source":"olist","line":12,"meta":{"trace":"t-1","on-behalf-of":"bob"},"#
      + #""command":{"type":"open","id":"c-1","expect":0,"reason":"new customer"},"#
      + #""events":[{"type":"opened"}],"#
      + #""personal":{"salt":"0123456789abcdeffedcba9876543210","owner":"Amy \"A\" Apple"},"crc":""#
    let line = try #require(try bank.lines().first)
    #expect(line.hasPrefix(expected), "\(line)")
    #expect(line.utf8.count == expected.utf8.count + 10)
  }

  @Test func `a key that the caller gives twice is written once`() throws {
    let bank = try Bank()
    var submission = Submission(
      AccountCommand.open(owner: nil), on: .id("1"), by: "amy", id: "c-1")
    submission.meta = [("é", "1"), ("e\u{301}", "2"), ("é", "3"), ("b", "4")]
    _ = try bank.engine.execute(submission, in: bank.accounts)
    let line = try #require(try bank.lines().first)
    #expect(line.contains("\"meta\":{\"é\":\"1\",\"e\u{301}\":\"2\",\"b\":\"4\"}"), "\(line)")
    // Written entries can be read again.
    #expect(try Bank(bank.store).state()?.rev == 1)
  }

  @Test func `a refusal is recorded with its fields and leaves the revision`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let outcome = try bank.execute(.deposit(-1))
    #expect(outcome.rev == 1 && outcome.seq == 2)
    let line = try bank.lines()[1]
    let rejected =
      #""rev":1,"actor":"amy","command":{"type":"deposit","amount":-1},"#
      + #""rejected":{"code":"invalid","fields":[{"field":"amount","code":"out-of-range"}]},"crc":"#
    #expect(line.contains(rejected), "\(line)")
    #expect(try bank.execute(.deposit(1)).rev == 2)
  }

  @Test func `a command with several events is one entry`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    try bank.execute(.deposit(5))
    let outcome = try bank.execute(.withdraw(5))
    #expect(outcome.result.events == [.withdrawn(5), .emptied])
    #expect(try bank.lines().count == 3)
    // Both events see the revision of their entry.
    #expect(try bank.state()?.state.revs == [1, 2, 3, 3])
    #expect(try bank.state()?.rev == 3)
  }

  @Test func `a command that changes nothing appends nothing`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil))
    let outcome = try bank.execute(.deposit(0))
    #expect(outcome.result.isUnchanged)
    #expect(outcome.seq == 0 && outcome.rev == 1)
    #expect(try bank.lines().count == 1)
    #expect(try bank.state()?.rev == 1)
  }

  @Test func `a preview returns the outcome of a command, and records nothing`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), id: "c-1")
    func preview(_ command: AccountCommand, id: String? = nil, expect: Int? = nil) throws
      -> Outcome<Account<FirstEdition>>
    {
      try bank.engine.preview(
        Submission(command, on: .id("1"), by: "amy", id: id, expect: expect), in: bank.accounts)
    }
    #expect(try preview(.deposit(5), id: "c-2").result.events == [.deposited(5)])
    #expect(try preview(.withdraw(5)).result.refusal == .overdrawn)
    #expect(try preview(.deposit(0)).result.isUnchanged)
    #expect(try preview(.open(owner: nil), id: "c-1").isRepeated)
    #expect(throws: EngineError.revisionConflict(expected: 4, actual: 1)) {
      try preview(.deposit(5), expect: 4)
    }
    #expect(throws: EngineError.commandIDReused(seq: 1)) { try preview(.deposit(5), id: "c-1") }
    #expect(try bank.lines().count == 1)
    #expect(try bank.state()?.state.balance == 0)
    #expect(try bank.execute(.deposit(5), id: "c-2").seq == 2)
  }

  @Test func `a clock that steps back is held`() throws {
    let clock = SetClock("2026-11-20T09:00:00.000000Z")
    let bank = try Bank(clock: clock)
    try bank.execute(.open(owner: nil))
    clock.set("2026-11-20T08:00:00.000000Z")
    #expect(try bank.execute(.deposit(1)).at.description == "2026-11-20T09:00:00.000000Z")
    #expect(
      try Bank(bank.store, clock: clock).execute(.deposit(1)).at.description
        == "2026-11-20T09:00:00.000000Z")
    clock.set("2026-11-20T09:00:00.000001Z")
    #expect(try bank.state()?.state.changedAt.description == "2026-11-20T09:00:00.000000Z")
    #expect(
      try Bank(bank.store, clock: clock).execute(.deposit(1)).at.description
        == "2026-11-20T09:00:00.000001Z")
  }

  @Test func `a time that is given is taken in place of the clock's, but never before the end`()
    throws
  {
    let bank = try Bank()
    let past = try #require(Timestamp("2016-01-01T00:00:00.000000Z"))
    #expect(try bank.execute(.open(owner: nil), at: past).at == past)
    #expect(try bank.execute(.deposit(1), at: past).at == past)
    #expect(try bank.execute(.deposit(1)).at.description == "2026-11-20T09:00:00.000000Z")
    #expect(try bank.execute(.deposit(1), at: past).at.description == "2026-11-20T09:00:00.000000Z")
  }

  @Test func `a new stream gets the smallest number from 1001 up that has no entry`() throws {
    let bank = try Bank()
    try bank.execute(.open(owner: nil), on: .id("1001"))
    // Refused, so the stream has no event, but it has an entry.
    #expect(try bank.execute(.deposit(1), on: .id("1003")).result.refusal == .notOpen)
    #expect(try bank.execute(.open(owner: nil), on: .new).stream.id == "1002")
    #expect(try bank.execute(.open(owner: nil), on: .new).stream.id == "1004")
    #expect(try bank.execute(.deposit(1), on: .new).stream.id == "1005")
    let again = try Bank(bank.store)
    #expect(try again.execute(.open(owner: nil), on: .new).stream.id == "1006")
    #expect(try again.execute(.deposit(0), on: .id("1002")).result.isUnchanged)
  }

  @Test func `the engine's version is recorded where it takes effect`() throws {
    let store = MemoryStore()
    try Bank(store).execute(.open(owner: nil))
    try Bank(store).execute(.deposit(1))
    try Bank(store, SecondEdition.self).execute(.deposit(2))
    try Bank(store, SecondEdition.self).execute(.deposit(3))
    try Bank(store).execute(.deposit(4))
    #expect(try engines(in: store) == ["1", nil, "2", nil, "1"])
    #expect(store.end.rulesVersion == "1")
  }

  @Test func `categories with rules of different versions take turns in saying so`() throws {
    enum Savings: AccountEdition {
      static let version = "7"
      static let category = "savings"
    }
    let store = MemoryStore()
    let (accounts, savings) = (
      StreamStates(Account<FirstEdition>.self), StreamStates(Account<Savings>.self)
    )
    let engine = try Engine(
      store, states: [accounts.erased, savings.erased], clock: { .earliest },
      salts: { Salt(0, 0) })
    let open = Submission(AccountCommand.open(owner: nil), on: .new, by: "amy")
    let first = try engine.execute(open, in: accounts)
    let second = try engine.execute(open, in: savings)
    _ = try engine.execute(open, in: savings)
    _ = try engine.execute(open, in: accounts)
    #expect(first.stream.description == "account/1001")
    #expect(second.stream.description == "savings/1001")
    #expect(try engines(in: store) == ["1", "7", nil, "1"])
  }

  @Test func `an entry that is too large changes nothing`() throws {
    let bank = try Bank()
    let owner = Text(String(repeating: "x", count: maximumLineLength))
    #expect(try bank.error(.open(owner: owner)).code == "entry-too-large")
    #expect(try bank.state() == nil)
    let outcome = try bank.execute(.open(owner: nil), on: .new)
    #expect(outcome.seq == 1 && outcome.stream.id == "1001")
  }

  @Test func `a category whose streams have ids has none without`() throws {
    let bank = try Bank()
    #expect(throws: EngineError.malformedID) {
      try bank.execute(.open(owner: nil), on: .single)
    }
    #expect(try bank.lines().isEmpty)
  }

  @Test func `opened again, an engine goes on exactly where it was`() throws {
    let (whole, parts) = (MemoryStore(), MemoryStore())
    let bank = try Bank(whole)
    var generator = Seeded.forTest()
    for index in 0..<Seeded.trials(120) {
      let command: AccountCommand =
        switch generator.below(4) {
        case 0: .open(owner: Text("Amy \(index)"))
        case 1: .deposit(generator.below(50))
        case 2: .withdraw(generator.below(50))
        default: .deposit(-1)
        }
      let stream = "\(generator.below(12))"
      let id = generator.below(3) == 0 ? "c-\(generator.below(40))" : nil
      let one = Result { try bank.execute(command, on: .id(stream), id: id) }
      let other = Result { try Bank(parts).execute(command, on: .id(stream), id: id) }
      switch (one, other) {
      case (.success(let one), .success(let other)):
        #expect(one.seq == other.seq && one.rev == other.rev && one.isRepeated == other.isRepeated)
        #expect(one.result.events == other.result.events)
        #expect(one.result.refusal == other.result.refusal)
      case (.failure(let one), .failure(let other)):
        #expect(one as? EngineError == other as? EngineError)
      default: Issue.record("\(command) on \(stream): \(one) and \(other)")
      }
    }
    #expect(try lines(of: whole) == lines(of: parts))
    for stream in 0..<12 {
      let (one, other) = (try bank.state("\(stream)"), try Bank(parts).state("\(stream)"))
      #expect(one?.state == other?.state && one?.rev == other?.rev)
    }
  }

  private func engines(in store: any EntrySource) throws -> [String?] {
    var reader = try EntryReader(store)
    var engines: [String?] = []
    while let entry = try reader.next() {
      engines.append(entry.rulesVersion.isPresent ? entry.storage.string(entry.rulesVersion) : nil)
    }
    return engines
  }
}

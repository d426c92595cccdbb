// The domain of Docs/YourOwnDomain.md: its rules in both versions, its older events, and transfers that crash.

import EventSourcing
import Foundation
import HistoryScenes
import JSONLines
import Testing

@testable import HistoryTool

@Suite struct BankTests {
  private static let start = Timestamp(microseconds: 1_795_165_200_000_000)

  @Test func `the older log replays by its rules, with its older events`() throws {
    let log = try InMemoryHistory(
      ByteStorage.copy(of: Files.text(Files.repository + "/Fixtures/bank.jsonl")),
      name: "bank.jsonl")
    var states = StateProjection<Bank>(checksRevisions: true)
    _ = try log.project(into: &states)
    #expect(states.states.map(\.balance) == [-2000, 0])
    #expect(states.states.map(\.owner) == ["Amy Apple", "Bob Battery"])
    let withdrawal = Bank.Command(.withdraw, Bank.amount(12_000))
    let account = Bank.State(isOpen: true, balance: 10_000)
    let context = EntryContext(stream: "account/amy", at: Self.start)
    #expect(throws: Bank.Refusal(stringLiteral: "insufficient-funds")) {
      try Bank.decide(withdrawal, on: account, in: context, by: 0)
    }
    #expect(try Bank.decide(withdrawal, on: account, in: context, by: 1) == withdrawal.events)
  }

  @Test(arguments: [(#","amount":5"#, true), ("", false), (#","amount":null"#, false)])
  func `a command that lacks what it needs isn't read, whatever is folded`(
    _ members: String, _ isRead: Bool
  ) {
    let line =
      #"{"seq":1,"at":"2026-11-20T09:00:00.000000Z","stream":"account/amy","rev":1,"actor":"desk","#
      + #""command":{"type":"deposit"\#(members)},"events":[{"type":"deposited","amount":5}]}"#
    let log = InMemoryHistory(ByteStorage.copy(of: line + "\n"), name: "bank.jsonl")
    var states = StateProjection<Bank>(checksRevisions: true)
    #expect(((try? log.project(into: &states)) != nil) == isRead)
  }

  @Test(arguments: [("deposit", "deposited"), ("withdraw", "withdrawn"), ("hold", "held")])
  func `sums of a made-up log don't trap`(_ command: String, _ event: String) throws {
    let workspace = try Workspace()
    let tool = DomainTool("bank", version: "1", of: HistoryDomains(Bank.self)).description
    let members =
      #","amount":\#((1 << 53) - 1)"# + (command == "hold" ? #","transfer":"t","payee":"b""# : "")
    func line(_ number: Int, _ command: String, _ event: String) -> String {
      #"{"seq":\#(number),"at":"2026-11-20T09:00:00.000000Z","stream":"account/amy","#
        + #""rev":\#(number),"actor":"desk","command":{"type":"\#(command)},"#
        + #""events":[{"type":"\#(event)}]"#
    }
    let open =
      line(1, #"open""#, #"opened""#)
      + #","personal":{"salt":"\#(String(repeating: "0", count: 32))","owner":"A"}}"#
    for count in [3, 1_030] {
      let lines = (2...count).map {
        line($0, command + "\"" + members, event + "\"" + members) + "}"
      }
      try workspace.write(([open] + lines).map { $0 + "\n" }.joined(), to: "log.jsonl")
      for arguments in [
        ["list"], ["replay", "--keep-going"], ["check"], ["find", "available > 0"],
      ] {
        let shown = try Tool.run(
          arguments + ["--store", "log.jsonl"], in: workspace.path, of: ("bank", tool))
        #expect((shown.code ?? 70) <= 1, "\(arguments) \(shown)")
        #expect(arguments != ["list"] || shown.output.contains("amy"), "\(shown)")
      }
    }
  }

  /// The end of a process in the middle of a transfer: before a step, or after it, but before its outcome is known.
  private struct Killed: Error {}

  private static func opened(_ store: MemoryStore) throws -> (
    account: (String) throws -> Bank.State, execute: Bank.Execution
  ) {
    let accounts = StreamStates(Bank.self)
    let engine = try Engine(
      store, states: [accounts.erased], clock: { Self.start }, salts: { Salt(1, 2) })
    return (
      {
        try engine.state(of: #require(StreamName(category: "account", id: $0)), in: accounts)?.state
          ?? Bank.initial
      },
      { try engine.execute(Submission($0, on: .id($1), by: "desk", id: $2), in: accounts) }
    )
  }

  @Test(arguments: [true, false], [true, false])
  func `a transfer that was killed anywhere is finished once`(_ isRepeated: Bool, _ hasPayee: Bool)
    throws
  {
    for kill in 0...6 {
      let store = MemoryStore()
      let (_, prepare) = try Self.opened(store)
      _ = try prepare(.init(.open, Bank.owner("Amy Apple")), "amy", "1")
      if hasPayee { _ = try prepare(.init(.open, Bank.owner("Bob Battery")), "bob", "1") }
      _ = try prepare(.init(.deposit, Bank.amount(1000)), "amy", "2")
      var calls = 0
      let (_, execute) = try Self.opened(store)
      do {
        try Bank.transfer("t1", of: 700, from: "amy", to: "bob") { command, account, id in
          defer { calls += 1 }
          if kill == 2 * calls { throw Killed() }
          let outcome = try execute(command, account, id)
          if kill == 2 * calls + 1 { throw Killed() }
          return outcome
        }
        #expect(hasPayee && kill == 6)
      } catch is Killed {
      } catch let refusal as Bank.Refusal {
        #expect(refusal == "not-open" && !hasPayee && kill == 6)
      }

      let (account, again) = try Self.opened(store)
      do {
        if isRepeated {
          try Bank.transfer("t1", of: 700, from: "amy", to: "bob", by: again)
        } else {
          for hold in try account("amy").holds {
            let refusal = try Bank.finish(hold, of: "amy", by: again)
            #expect((refusal == nil) == hasPayee)
          }
        }
      } catch let refusal as Bank.Refusal { #expect(refusal == "not-open" && !hasPayee) }
      // Before the first step was on disk, only a repetition knows of the transfer.
      let isDone = hasPayee && (isRepeated || kill > 0)
      let (amy, bob) = (try account("amy"), try account("bob"))
      #expect(amy.holds.isEmpty && amy.balance == (isDone ? 300 : 1000), "\(kill)")
      #expect(bob.balance == (isDone ? 700 : 0), "\(kill)")
      var states = StateProjection<Bank>(checksRevisions: true)
      let entries = try store.project(into: &states).seq
      #expect(entries == (hasPayee ? 3 : 2) + (isRepeated || kill > 0 ? 3 : 0), "\(kill)")
    }
  }

  @Test func `the page shows this very domain, its commands and events in 30 lines`() throws {
    let page = try Files.text(Files.repository + "/Docs/YourOwnDomain.md")
    for file in ["Bank", "Bank+History", "Bank+Transfers"] {
      let code = try Files.text(Files.repository + "/Tests/EndToEndTests/Bank/\(file).swift")
      #expect(page.contains("`\(file).swift`:\n\n```swift\n" + code + "```\n"), "\(file)")
    }
    let bank = try Files.text(Files.repository + "/Tests/EndToEndTests/Bank/Bank.swift")
    let lines = bank.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.contains("enum CommandType") })
    let last = try #require(lines.firstIndex { $0.contains(", to: .erased))") })
    #expect(last - first + 1 <= 30)
  }

  @Test func `the page imports only what is a product`() throws {
    let package = try Files.text(Files.repository + "/Package.swift")
    let products = package.matches(of: /\.library\(name: "\w+", targets: \[([^\]]*)\]\)/)
      .flatMap { $0.1.matches(of: /"(\w+)"/).map { String($0.1) } }
    let page = try Files.text(Files.repository + "/Docs/YourOwnDomain.md")
    let imports = page.matches(of: /(?m)^import (\w+)$/).map { String($0.1) }
    #expect(
      !imports.isEmpty && Set(imports).isSubset(of: products + ["PackageDescription", "Testing"]))
    #expect(products.contains("EventLog") && products.contains("EventSourcingTesting"))
  }

  @Test func `the page shows the line that is written`() throws {
    let store = MemoryStore()
    let (_, execute) = try Self.opened(store)
    _ = try execute(.init(.open, Bank.owner("Amy Apple")), "amy", "1")
    let page = try Files.text(Files.repository + "/Docs/YourOwnDomain.md")
    let unwrapped = page.replacing(",\n ", with: ",")
    var reader = try EntryReader(store)
    let line = try #require(try reader.next().map { String(decoding: $0.bytes, as: UTF8.self) })
    #expect(unwrapped.contains("```json\n" + line + "\n```\n"), "The line is \(line)")
  }
}

import CleanStore
import EventLog
import EventSourcing
import JSONLines
import TestKit
import Testing

import enum OrderDomain.Catalogue

/// The store of any domain, as an app uses it.
@Suite struct DomainStoreTests {
  @Test func `the article's example does what it says`() async throws {
    try await withFolder { folder in
      let counters = try await DomainStore(Counter.self, at: folder)
      try await counters.execute(.add, Counter.number(3), on: "door", by: "amy")
      let outcome = try await counters.execute(.reset, on: "door", by: "amy")

      switch outcome.result {
      case .accepted(let events): print(events, outcome.state.count)
      case .refused(let refusal): print(refusal.code)
      case .unchanged: break
      }

      try await counters.execute(on: "door", by: "amy", expecting: outcome.rev) { counter in
        .init(.add, Counter.number(counter.count + 1))
      }

      let door = try await counters.state(of: "door")
      for (stream, counter) in try await counters.states() { print(stream, counter.count) }
      for try await change in counters.changes(following: false) {
        print(change.outcome.seq, change.command, change.outcome.state.count)
      }
      try await counters.close()

      #expect(outcome.rev == 2 && outcome.state.count == 0)
      #expect(door?.state.count == 1 && door?.rev == 3)
    }
  }

  /// The code without the beginnings of its lines, which don't matter.
  private static func code(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func `the article shows what is compiled here`() throws {
    let sources = try ["Counter.swift", "DomainStoreTests.swift"].map {
      Self.code(try Repository.text("Tests/EndToEndTests/Library/" + $0))
    }
    let article = try Repository.text("Sources/CleanStore/CleanStore.docc/YourOwnDomain.md")
    let blocks = article.matches(of: /```swift\n([^`]*)```/).map { Self.code($0.1) }
    #expect(blocks.count == 5)
    for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
  }

  @Test func `what was recorded is there when the store is opened again, for its own domain only`()
    async throws
  {
    try await withFolder { folder in
      let first = try await DomainStore(Counter.self, at: folder)
      try await first.execute(.init(.add, Counter.number(3)), by: "amy", because: "open")
      let second = try await first.execute(.add, Counter.number(4), by: "amy")
      #expect(second.stream.description == "counter/1002")
      let taken = await #expect(throws: LogError.self) {
        _ = try await DomainStore(Counter.self, at: folder, waiting: .zero)
      }
      #expect(taken?.code == .locked)
      try await first.close()
      try await first.close()

      // Another domain's store is left as it is, and isn't locked.
      await #expect(throws: LogError.self) {
        _ = try await DomainStore(Catalogue.self, at: folder)
      }
      let again = try await DomainStore(Counter.self, at: folder)
      #expect(try await again.states().map(\.state.count) == [3, 4])
      var reasons: [String?] = []
      for try await change in try again.changes(of: "1001", following: false) {
        reasons.append(change.reason)
      }
      #expect(reasons == ["open"])
      try await again.close()
    }
  }

  @Test func `a command is executed once, at the revision that was seen; refusals are recorded`()
    async throws
  {
    let counters = try DomainStore(Counter.self, in: MemoryStore())
    let refused = try await counters.execute(.reset, on: "door", by: "amy")
    guard case .refused("at-zero") = refused.result else {
      Issue.record("It has the outcome \(refused.result).")
      return
    }
    #expect(refused.seq == 1 && refused.rev == 0)
    for isRepeated in [false, true] {
      let outcome = try await counters.execute(
        .add, Counter.number(3), on: "door", by: "amy", commandID: "c-1")
      #expect(outcome.isRepeated == isRepeated && outcome.seq == 2)
    }
    let conflict = EngineError.revisionConflict(expected: 0, actual: 1)
    await #expect(throws: conflict) {
      try await counters.execute(.reset, on: "door", by: "amy", expecting: 0)
    }
    await #expect(throws: conflict) {
      try await counters.execute(on: "door", by: "amy", expecting: 0) { _ in .init(.reset) }
    }
    await #expect(throws: EngineError.malformedID) {
      try await counters.execute(.reset, on: "the door", by: "amy")
    }
    await #expect(throws: EngineError.malformedID) { try await counters.state() }
    #expect(throws: EngineError.malformedID) { try counters.changes(of: "") }
    #expect(try await counters.state(of: "window") == nil)
  }

  @Test func `a domain with a single stream, whose commands are written by hand, has no ids`()
    async throws
  {
    let catalogue = try DomainStore(Catalogue.self, in: MemoryStore())
    #expect(try await catalogue.state() == nil)
    let drone = Catalogue.Command.addShippingMethod(code: Text("drone"), name: Text("Drone"))
    try await catalogue.execute(drone, by: "amy")
    let outcome = try await catalogue.execute(by: "amy") { methods in
      .retireShippingMethod(code: methods.all.last?.code ?? Text(""))
    }
    #expect(outcome.stream.description == "catalog" && outcome.rev == 2)
    #expect(try await catalogue.state()?.state == outcome.state)
    await #expect(throws: EngineError.malformedID) {
      try await catalogue.execute(drone, on: "7", by: "amy")
    }
  }
}

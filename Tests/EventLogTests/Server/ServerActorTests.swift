// The actors of commands on a server, and personal data that a login may not read.

import DomainKit
import EventSourcing
import OrderDomain
import OrderScenes
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerActorTests {
  private let logins: ServerLogins

  init() throws { logins = try ServerLogins() }

  /// Opens the store as a login, creates an order, and closes it.
  private func create(as login: String, by actor: String, in other: ServerLogins? = nil) throws {
    let store = try openStoreToWrite((other ?? logins).address(of: login))
    defer { try? store.close() }
    let engine = try OrderEngine(store, clock: SystemClock.time, salts: SystemClock.salt)
    let command = Submission(OrderCommand.create(.amy), on: .new, by: actor)
    _ = try engine.engine.execute(command, in: engine.orders)
  }

  private func entries(for login: String) throws -> [Entry] {
    var reader = try EntryReader(openSource(logins.address(of: login)))
    var entries: [Entry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  @Test(
    arguments: [
      ("writer", "", "try_writer", nil), ("writer", "try_writer", "try_writer", nil),
      ("eraser", "", "try_eraser", nil), ("proxy", "", "try_proxy", nil),
      ("proxy", "bob", "bob", "try_proxy"), ("proxy", "böb \"B\"", "böb \"B\"", "try_proxy"),
      ("postgres", "bob", "bob", "postgres"),
    ] as [(String, String, String, String?)])
  func `the actor is the login, unless a proxy names another`(
    _ login: String, _ named: String, _ actor: String, _ recorder: String?
  ) throws {
    try create(as: login, by: named)
    let entry = try #require(try entries(for: "personal").first)
    #expect(entry.storage.string(entry.actor) == actor)
    #expect((entry.recordedBy.isPresent ? entry.storage.string(entry.recordedBy) : nil) == recorder)
  }

  @Test(arguments: ["writer", "eraser", "reader", "personal"])
  func `no other login records in another's name`(_ login: String) throws {
    let error = #expect(throws: EngineError.self) { try create(as: login, by: "bob") }
    #expect(error?.code == LogError.Code.notPermitted.rawValue)
    #expect(try entries(for: "personal").isEmpty)
  }

  @Test(arguments: ["reader", "personal"]) func `a reader records nothing, and previews`(
    _ login: String
  ) throws {
    let error = #expect(throws: EngineError.self) { try create(as: login, by: "") }
    #expect(error?.code == LogError.Code.notPermitted.rawValue)
    let source = try openSource(logins.address(of: login))
    let engine = try OrderEngine(
      MemoryStore(over: source), clock: SystemClock.time, salts: SystemClock.salt)
    let command = Submission(OrderCommand.create(.amy), on: .new, by: "")
    #expect(try engine.engine.preview(command, in: engine.orders).seq == 0)
  }

  @Test func `personal data that a login may not read is withheld, and not erased`() throws {
    try create(as: "writer", by: "")
    let (all, part) = try (entries(for: "personal"), entries(for: "reader"))
    #expect(all[0].hasPersonalData && !all[0].isWithheld)
    #expect(!part[0].hasPersonalData && part[0].isWithheld)
    #expect(all[0].leafHash == part[0].leafHash)
    let source = try openSource(logins.address(of: "reader"))
    #expect(source.withholdsPersonal)
    var states = StateProjection<Orders>(checksRevisions: true)
    _ = try source.project(into: &states)
    let stream = try #require(StreamName(category: "order", id: "1001"))
    #expect(states.erasures(of: stream).isEmpty)
  }

  @Test(arguments: ServerDialect.allCases)
  func `an erasure that wasn't finished is finished by the next eraser who opens the store`(
    _ dialect: ServerDialect
  ) throws {
    let logins = try ServerLogins(dialect)
    try create(as: "writer", by: "", in: logins)
    let address = logins.address(of: "eraser")
    let interrupted = try openStoreToWrite(address)
    let engine = try OrderEngine(interrupted, clock: SystemClock.time, salts: SystemClock.salt)
    _ = try engine.engine.execute(
      Submission(OrderCommand.erase, on: .id("1001"), by: "", reason: "asked"), in: engine.orders)
    func blocks() throws -> Int? {
      try logins.run("postgres", "SELECT count(*) FROM cleanstore.personal")[0].integer(0, 0)
    }
    for login in ["writer", "proxy"] {
      try openStoreToWrite(logins.address(of: login)).close()
      #expect(try blocks() == 1)
    }
    _ = try openSource(address)
    #expect(try blocks() == 1)
    _ = try openStoreToWrite(address)
    #expect(try blocks() == 0)
  }

  @Test(
    arguments: ["a\0b", "a\u{1}b", "a\u{1}0b", #"a\u0000b"#, #"a\u00010b"#, "\0\u{1}"],
    ServerDialect.allCases)
  func `a command's id may have any character, and is found again`(
    _ id: String, _ dialect: ServerDialect
  ) throws {
    let logins = try ServerLogins(dialect)
    let store = try openStoreToWrite(logins.address(of: "writer"))
    defer { try? store.close() }
    let engine = try OrderEngine(store, clock: SystemClock.time, salts: SystemClock.salt)
    let ids = ["a\0b", "a\u{1}b", "a\u{1}0b", #"a\u0000b"#, #"a\u00010b"#, "\0\u{1}"]
    for known in ids where known != id {
      _ = try engine.engine.execute(
        Submission(OrderCommand.create(.amy), on: .new, by: "", id: known), in: engine.orders)
    }
    for isRepeated in [false, true] {
      // Another process doesn't know the ids of this one.
      let other = try openStoreToWrite(logins.address(of: "writer"))
      let engine = try OrderEngine(other, clock: SystemClock.time, salts: SystemClock.salt)
      let outcome = try engine.engine.execute(
        Submission(OrderCommand.create(.amy), on: .new, by: "", id: id), in: engine.orders)
      #expect(outcome.isRepeated == isRepeated)
      try other.close()
    }
  }

  @Test func `what was erased is withheld from those who may not read it, and erased for others`()
    throws
  {
    try create(as: "eraser", by: "")
    let store = try openStoreToWrite(logins.address(of: "eraser"))
    let engine = try OrderEngine(store, clock: SystemClock.time, salts: SystemClock.salt)
    _ = try engine.engine.execute(
      Submission(OrderCommand.erase, on: .id("1001"), by: "", reason: "asked"), in: engine.orders)
    try store.close()
    let (all, part) = try (entries(for: "personal"), entries(for: "reader"))
    #expect(all[0].isErased && !all[0].isWithheld)
    #expect(part[0].isErased && part[0].isWithheld)
  }
}

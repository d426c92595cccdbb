// The rights of each role in a store with plain statements: those to its tables. They let no login change or delete an entry.

import EventSourcing
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite(.needsServer, .timeLimit(.minutes(10))) struct PlainRolesTests {
  private let logins: ServerLogins

  init() throws { logins = try ServerLogins(.plain) }

  /// The logins that may do it: of all others, the answer is that they may not.
  private static let rights: [(attempt: String, logins: String)] = [
    ("SELECT count(*) FROM cleanstore.head", "reader personal writer proxy eraser mirror"),
    ("SELECT count(*) FROM cleanstore.entry", "reader personal writer proxy eraser mirror"),
    ("SELECT count(*) FROM cleanstore.command", "reader personal writer proxy eraser mirror"),
    ("SELECT count(*) FROM cleanstore.erasure", "reader personal writer proxy eraser mirror"),
    ("SELECT count(*) FROM cleanstore.numbers", "reader personal writer proxy eraser mirror"),
    ("SELECT count(*) FROM cleanstore.personal", "personal writer proxy eraser mirror"),
    ("SELECT * FROM cleanstore.head FOR UPDATE", "writer proxy eraser mirror"),
    ("UPDATE cleanstore.head SET fence = fence + 1", "writer proxy eraser mirror"),
    (
      "INSERT INTO cleanstore.entry VALUES (1, 0, 'a', 1, 'a', 'a', NULL, NULL, '{}')",
      "writer proxy eraser mirror"
    ),
    ("INSERT INTO cleanstore.command VALUES ('a', 'a', 1)", "writer proxy eraser mirror"),
    ("INSERT INTO cleanstore.numbers VALUES ('a', 1002)", "writer proxy eraser mirror"),
    ("UPDATE cleanstore.numbers SET next = next + 1", "writer proxy eraser mirror"),
    ("DELETE FROM cleanstore.personal", "eraser mirror"),
    ("DELETE FROM cleanstore.erasure", "eraser mirror"),
    ("INSERT INTO cleanstore.erasure VALUES (1, 'a')", "eraser mirror"),
    ("UPDATE cleanstore.entry SET actor = 'bob'", ""), ("DELETE FROM cleanstore.entry", ""),
    ("TRUNCATE cleanstore.entry CASCADE", ""), ("DELETE FROM cleanstore.head", ""),
    ("UPDATE cleanstore.personal SET block = '{}'", ""), ("DELETE FROM cleanstore.command", ""),
    ("DELETE FROM cleanstore.numbers", ""), ("DROP TABLE cleanstore.personal", ""),
    ("ALTER TABLE cleanstore.entry OWNER TO CURRENT_USER", ""),
    ("CREATE TABLE cleanstore.other (a int)", ""), ("DROP SCHEMA cleanstore CASCADE", ""),
  ]

  @Test func `each role has its rights to the tables, and no others`() throws {
    for (attempt, able) in Self.rights {
      for login in ServerLogins.names {
        let answer = try logins.answer(login, [Statement(attempt)])
        let mayDoIt = able.split(separator: " ").contains { $0 == login }
        #expect(answer == (mayDoIt ? "ok" : "42501"), "\(login): \(attempt)")
      }
    }
  }

  @Test(arguments: ["reader", "personal", "writer", "proxy", "eraser", "mirror"])
  func `a login records what its role allows, as with functions`(_ login: String) throws {
    let found = try ServerDialect.allCases.map { dialect in
      let logins = try ServerLogins(dialect)
      return try ["", "bob"].map { actor in
        do {
          let store = try openStoreToWrite(logins.address(of: login))
          defer { try? store.close() }
          let writer = try CounterEngine(store)
          _ = try writer.engine.execute(
            Submission(.add(1, note: ""), on: .id("1001"), by: actor), in: writer.counters)
          return "recorded"
        } catch let error as EngineError {
          return error.code
        }
      }
    }
    #expect(found[0] == found[1])
  }

  @Test func `a login that makes a store gives the roles their rights, if they are there`() throws {
    let path = try PrivateCluster.shared.get().database()
    let link = ServerLink(try #require(ServerAddress(path)), application: "test", writes: true)
    for statement in [
      "DROP ROLE IF EXISTS try_plain_maker", "CREATE ROLE try_plain_maker LOGIN",
      "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO try_plain_maker', current_database()); END $$",
    ] { _ = try link.run([Statement(statement)]) }
    let own = path.replacing("postgres@", with: "try_plain_maker@")
    #expect(try createStore(at: own, id: Notes.id, created: Notes.start, .plain) == true)
    let store = try openStoreToWrite(own)
    _ = try CounterEngine(store)
    try store.close()
    #expect(try openSource(own.replacing("try_plain_maker@", with: "try_reader@")).storeID != nil)
  }
}

// The schema of a store on a server: once released, a version never changes.

import TestKit
import Testing

@testable import EventLog

@Suite struct ServerSchemaTests {
  @Test(arguments: ServerDialect.allCases)
  func `the schema of this version is the one that was released`(_ dialect: ServerDialect) throws {
    let statements =
      ServerSchema.creation(id: Notes.id, at: Notes.start, dialect)
      + ServerRoles.statements(dialect)
    try Repository.expect(
      statements.map { $0.text + ";\n" }.joined(separator: "\n"),
      printedTo: "Fixtures/server/schema-\(ServerSchema.version)-\(dialect).sql")
  }
}

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerVersionTests {
  @Test(arguments: ["version = 2", "dialect = 'other'"])
  func `a store with tables of another version or dialect isn't opened`(_ change: String) throws {
    let logins = try ServerLogins()
    _ = try logins.run("postgres", "UPDATE cleanstore.head SET \(change)")
    let error = #expect(throws: LogError.self) { try openSource(logins.address(of: "writer")) }
    #expect(error?.code == .newerVersion)
  }

  @Test(arguments: [
    "CREATE SCHEMA cleanstore",
    "CREATE SCHEMA cleanstore; CREATE TABLE cleanstore.entry (seq bigint)",
  ])
  func `all commands say the same of a schema that isn't a store's`(_ statements: String) throws {
    let path = try PrivateCluster.shared.get().database()
    let link = ServerLink(try #require(ServerAddress(path)), application: "test", writes: true)
    _ = try link.run(statements.split(separator: "; ").map { Statement(String($0)) })
    let commands: [() throws -> Void] = [
      { _ = try openSource(path) },
      { try createStore(at: path, id: Notes.id, created: Notes.start) },
      { _ = try changeRole(.reader, of: "postgres", isGranted: true, at: path) },
    ]
    for command in commands {
      let error = #expect(throws: LogError.self) { try command() }
      #expect(error?.message.contains("isn't a whole store") == true)
    }
    #expect(try identifyUser(at: path).hasStore == false)
  }
}

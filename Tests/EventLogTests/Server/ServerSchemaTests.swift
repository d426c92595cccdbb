// The schema of a store on a server: once released, a version never changes.

import TestKit
import Testing

@testable import EventLog

@Suite struct ServerSchemaTests {
  @Test func `the schema of this version is the one that was released`() throws {
    let statements = ServerSchema.creation(id: Notes.id, at: Notes.start).map { $0.text + ";\n" }
    try Repository.expect(
      statements.joined(separator: "\n"),
      printedTo: "Fixtures/server/schema-\(ServerSchema.version).sql")
  }
}

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerVersionTests {
  @Test func `a store with tables of another version isn't opened`() throws {
    let logins = try ServerLogins()
    _ = try logins.run("postgres", "UPDATE cleanstore.head SET version = 2")
    let error = #expect(throws: LogError.self) { try openSource(logins.address(of: "writer")) }
    #expect(error?.code == .newerVersion)
  }
}

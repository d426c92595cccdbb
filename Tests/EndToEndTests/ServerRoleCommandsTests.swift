// The answer to each command under each role of a store on a server: the tool, and not only the server, says who may.

import Foundation
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerRoleCommandsTests {
  /// A command line with `STORE` for the store's address, its exit codes for each role, and the sentences of those that are
  /// refused.
  struct Row: Sendable, CustomTestStringConvertible {
    let command: String
    let codes: String
    var sentences: [String] = []

    var testDescription: String { command }
  }

  private static let recordsNothing = "may read the store, and not record commands"
  private static let copiesNothing = "may not copy a log to a server"
  private static let ownNameOnly = "records commands in its own name only"

  private static let roles = StoreRole.allCases.map(\.rawValue)

  /// The codes are those of reader, personal, writer, proxy, eraser, mirror.
  static let rows = [
    Row(command: "show o-1", codes: "0 0 0 0 0 0"),
    Row(command: "log", codes: "0 0 0 0 0 0"),
    Row(command: "verify", codes: "0 0 0 0 0 0"),
    Row(command: "replay", codes: "0 0 0 0 0 0"),
    Row(command: "checkpoint", codes: "0 0 0 0 0 0"),
    Row(command: "whoami", codes: "0 0 0 0 0 0"),
    Row(command: "stats --server", codes: "0 0 0 0 0 0"),
    Row(command: "pay o-1 1 --dry-run", codes: "0 0 0 0 0 0"),
    Row(command: "pay o-1 1", codes: "77 77 0 0 0 77", sentences: [recordsNothing]),
    Row(
      command: "pay o-1 1 --actor bob", codes: "77 77 77 0 77 77",
      sentences: [recordsNothing, ownNameOnly]),
    Row(
      command: "import second.jsonl", codes: "77 77 77 0 77 77",
      sentences: ["needs the role proxy for it"]),
    Row(
      command: "erase o-1 --reason asked --yes", codes: "77 77 77 77 0 77",
      sentences: [recordsNothing, "may not erase personal data"]),
    Row(
      command: "copy STORE mirror", codes: "77 0 0 0 0 0",
      sentences: ["may not read the personal data"]),
    Row(command: "copy folder STORE", codes: "77 77 77 77 77 0", sentences: [copiesNothing]),
    Row(
      command: "grant role_reader mirror", codes: "77 77 77 77 77 77",
      sentences: ["takes an administrator"]),
    Row(command: "init STORE", codes: "77 77 77 77 77 77", sentences: ["permission denied"]),
    Row(command: "recover --yes", codes: "66 66 66 66 66 66", sentences: ["is on a server"]),
    Row(command: "backup elsewhere", codes: "66 66 66 66 66 66", sentences: ["is on a server"]),
  ]

  /// Makes a login for each role, which all stores of the cluster share.
  private static let logins = Result {
    let workspace = try Workspace()
    let path = try PrivateCluster.shared.get().database()
    let link = ServerLink(try #require(ServerAddress(path)), application: "test", writes: true)
    try workspace.expect(.done, "init", path)
    for role in roles {
      _ = try link.run([Statement("CREATE ROLE role_\(role) LOGIN")])
      try workspace.expect(.done, "grant", "role_\(role)", role, "--store", path)
    }
  }

  /// In a store with plain statements, the server knows no more than who may write to which table.
  static let plainRows = [
    Row(command: "pay o-1 1 --dry-run", codes: "0 0 0 0 0 0"),
    Row(
      command: "pay o-1 1 --actor bob", codes: "77 77 77 0 77 77",
      sentences: [recordsNothing, ownNameOnly]),
    Row(
      command: "erase o-1 --reason asked --yes", codes: "77 77 77 77 0 77",
      sentences: [recordsNothing, "may not erase personal data"]),
    Row(command: "copy folder STORE", codes: "77 77 77 77 77 0", sentences: [copiesNothing]),
  ]

  private let workspace: Workspace

  init() throws {
    try Self.logins.get()
    workspace = try Workspace()
  }

  /// Makes a store with one order, and a folder that is one entry ahead of it.
  private func makeStore(_ flags: String...) throws -> String {
    let path = try PrivateCluster.shared.get().database()
    try workspace.write(Commands.line(0, "o-1", Commands.create()), to: "first.jsonl")
    try workspace.write(Commands.line(1, "o-2", Commands.create()), to: "second.jsonl")
    try workspace.expect(.done, args: ["init", path] + flags)
    try workspace.expect(.done, "import", "first.jsonl", "--store", path)
    try workspace.expect(.done, "copy", path, "folder")
    try workspace.expect(.done, "pay", "o-1", "1", "--actor", "amy", "--store", "folder")
    return path
  }

  @Test(arguments: rows) func `each role has its answer to a command`(_ row: Row) throws {
    try expect(row, at: makeStore())
  }

  @Test(arguments: plainRows)
  func `each role has its answer to a command with plain statements, too`(_ row: Row) throws {
    try expect(row, at: makeStore("--plain"))
  }

  private func expect(_ row: Row, at path: String) throws {
    let expected = zip(Self.roles, row.codes.split(separator: " ")).map { ($0, Int32($1)) }
    // The roles that may do it come last, because they change the store.
    for (role, code) in expected.filter({ $0.1 != 0 }) + expected.filter({ $0.1 == 0 }) {
      let store = path.replacing("postgres@", with: "role_\(role)@")
      let words = row.command.split(separator: " ").map { $0 == "STORE" ? store : String($0) }
      let isNamed = words.contains(store)
      let finished = try workspace.start(words + (isNamed ? [] : ["--store", store])).finish()
      #expect(finished.code == code, "\(role): \(finished)")
      if finished.code != 0 {
        #expect(
          row.sentences.contains { finished.errors.contains($0) }, "\(role): \(finished.errors)")
      }
    }
  }
}

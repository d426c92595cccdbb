// Logins of the private cluster, one for each role.

@testable import EventLog
import EventSourcing
import Integrity
import TestKit
import Testing

/// A store on a server with a login for each role, and one without any.
struct ServerLogins {
  static let names = ["outsider"] + StoreRole.allCases.map(\.rawValue)

  let path: String

  /// Makes the logins and their roles, which all databases of the cluster share.
  private static let made = Result { try ServerLogins(making: PrivateCluster.shared.get()) }

  /// Makes an empty store.
  init(_ dialect: ServerDialect = .functions) throws {
    path = try Self.made.get().another(dialect)
  }

  private init(making cluster: PrivateCluster) throws {
    path = try cluster.database()
    try createStore(at: path, id: Notes.id, created: Notes.start)
    for name in Self.names { _ = try run("postgres", "CREATE ROLE try_\(name) LOGIN") }
    for role in StoreRole.allCases {
      _ = try changeRole(role, of: "try_\(role)", isGranted: true, at: path)
    }
  }

  private func another(_ dialect: ServerDialect) throws -> String {
    let path = try PrivateCluster.shared.get().database()
    try createStore(at: path, id: Notes.id, created: Notes.start, dialect)
    return path
  }

  /// The address for a login.
  func address(of login: String) -> String {
    let name = login == "postgres" ? login : "try_" + login
    return path.replacing("postgres@", with: name + "@")
  }

  /// Runs statements as a login, on a connection of its own.
  func run(_ login: String, _ statements: String...) throws -> [ServerRows] {
    try run(login, statements.map { Statement($0) })
  }

  func run(_ login: String, _ statements: [Statement]) throws -> [ServerRows] {
    let address = try #require(ServerAddress(address(of: login)))
    return try ServerLink(address, application: "test", writes: true).run(statements)
  }

  /// The answer to statements that are taken back afterwards: `ok`, or the state of the error.
  func answer(_ login: String, _ statements: [Statement]) throws -> String {
    do {
      _ = try run(login, [Statement("BEGIN")] + statements + [Statement("ROLLBACK")])
      return "ok"
    } catch let error as ServerError {
      return error.state ?? error.message
    }
  }
}

/// A line that a writer might send, and its changes.
struct SentLine {
  var seq = 1
  /// New Year 2026.
  var at = Timestamp(microseconds: 1_767_225_600_000_000)
  var actor: String
  var recordedBy: String?
  var id: String?
  var type = "write-note"
  var outcome = #""events":[{"type":"note-written"}]"#
  var more = ""
  var block: String?
  var tail: String?

  init(_ actor: String) { self.actor = actor }

  func with(_ change: (inout SentLine) -> Void) -> SentLine {
    var line = self
    change(&line)
    return line
  }

  var text: String {
    let id = id.map { #","id":"\#($0)""# } ?? ""
    let recorder = recordedBy.map { #","recordedBy":"\#($0)""# } ?? ""
    let hash = block.map { text in
      #","personal":"sha256:\#(Array(text.utf8).withUnsafeBytes { Digest(of: $0).hex })""#
    }
    let line =
      #"{"seq":\#(seq),"at":"\#(at)","stream":"note/1","rev":1,"actor":"\#(actor)"\#(recorder)\#(more)"#
      + #","command":{"type":"\#(type)"\#(id)},\#(outcome)\#(tail ?? hash ?? "")"#
    return String(decoding: Array(line.utf8).checkedLine.dropLast(), as: UTF8.self)
  }
}

extension Statement {
  /// Loads lines into an empty store, as they are.
  static func load(_ lines: [String]) -> Statement {
    Statement(
      "SELECT cleanstore.load_1(0, $1, $2, $2)", .texts(lines.map { Array($0.utf8) }),
      .texts(lines.map { _ in nil }))
  }

  /// Appends lines after an entry.
  static func append(
    _ lines: [String], after seq: Int = 0, blocks: [String?]? = nil
  ) -> Statement {
    Statement(
      "SELECT cleanstore.append_1($1, 0, $2, $3, $4, $5)", .integer(seq), .bytes([1]),
      .texts(lines.map { Array($0.utf8) }),
      .texts(blocks?.map { $0.map { Array($0.utf8) } } ?? lines.map { _ in nil }),
      .texts((blocks ?? lines.map { _ in nil }).map { $0.map { _ in Array("0123abcd".utf8) } }))
  }
}

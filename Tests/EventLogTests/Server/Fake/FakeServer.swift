// A server in memory that understands the statements of a store, and no others. Its sessions share one database, whose
// lock puts them in order; any of its calls can fail.

import EventSourcing
import Foundation
import JSONLines
import Testing

@testable import EventLog

/// A server for tests of what a store does when one fails. `FakeLibPQ` connects to it.
final class FakeServer: @unchecked Sendable {
  struct Database {
    struct Row {
      var line: [UInt8]
      var block: [UInt8]?
      var crc: [UInt8]?
      var token: [UInt8]?
    }

    var store = Notes.id
    var version = 1
    var fence = 0
    var rulesVersion: String?
    var rows: [Row] = []
  }

  /// The ways in which a call fails.
  enum Fault: Sendable {
    /// The connection is lost, before or after the server did what it was asked for.
    case lost(isDone: Bool)
    /// It is lost, and what was sent arrives later.
    case late
    /// The server answers with an error, and has or hasn't done it.
    case error(String, isDone: Bool = false)
  }

  /// The fault of a call, which may be a statement, the `sync` after some, or to `connect`.
  typealias Faults = @Sendable (_ call: Int, _ statement: String) -> Fault?

  // All are guarded by the condition.
  private let condition = NSCondition()
  private var content = Database()
  private var holder: FakeSession?
  private var lateSession: FakeSession?
  private var faults: Faults = { _, _ in nil }
  private(set) var calls = 0
  let slip: Slip?
  private let dialect: ServerDialect

  init(_ dialect: ServerDialect = .functions, slip: Slip? = nil) {
    (self.dialect, self.slip) = (dialect, slip)
  }

  func locked<R>(_ body: () throws -> R) rethrows -> R {
    condition.lock()
    defer { condition.unlock() }
    return try body()
  }

  var database: Database {
    get { locked { content } }
    set { locked { content = newValue } }
  }

  func fail(_ faults: @escaping Faults) { locked { (self.faults, calls) = (faults, 0) } }

  func fail(at call: Int, _ fault: Fault) { fail { number, _ in number == call ? fault : nil } }

  /// Counts a call.
  func fault(of statement: String) -> Fault? {
    calls += 1
    return faults(calls, statement)
  }
}

// Transactions, under the condition.
extension FakeServer {
  func lock(for session: FakeSession) throws {
    let deadline = Date().addingTimeInterval(5)
    while let holder, holder !== session {
      if holder === lateSession {
        deliverLate()
      } else if !condition.wait(until: deadline) {
        throw ServerError(state: "55P03", message: "canceling statement due to lock timeout")
      }
    }
    guard session.copy == nil else { return }
    session.copy = content
    if slip != .earlyRelease { holder = session }
  }

  func read(in session: FakeSession) -> Database { session.copy ?? content }

  func commit(_ session: FakeSession) {
    let copy = session.copy
    if let copy { content = copy }
    end(session)
    if copy != nil, lateSession !== session { deliverLate() }
  }

  func end(_ session: FakeSession) {
    (session.copy, session.isInTransaction, session.hasFailed) = (nil, false, false)
    if holder === session { holder = nil }
    condition.broadcast()
  }

  func hold(_ session: FakeSession) { lateSession = session }

  /// Lets what was held back arrive.
  func deliverLate() {
    guard let session = lateSession else { return }
    lateSession = nil
    session.isLost = false
    session.runLateStatements()
    session.isLost = true
    end(session)
  }
}

/// One session of the server, and what its client hasn't read yet.
final class FakeSession {
  let server: FakeServer
  fileprivate(set) var copy: FakeServer.Database?
  fileprivate(set) var isInTransaction = false
  fileprivate(set) var hasFailed = false
  fileprivate(set) var isLost = false
  private var statements: [FakeStatement] = []
  /// The texts of the statements that its client has named.
  private var texts: [String: String] = [:]
  /// The names of the statements that it keeps.
  private var kept: Set<String> = []
  private var lateStatements: ArraySlice<FakeStatement> = []
  private var results: [FakeResult?] = []

  init(_ server: FakeServer) { self.server = server }

  func send(_ statement: FakeStatement) { statements.append(statement) }

  func send(named name: String, _ values: FakeStatement) {
    statements.append(
      FakeStatement(text: texts[name] ?? "", values: values.values, kind: .execute(name)))
  }

  func prepare(_ name: String, _ text: String) {
    texts[name] = text
    statements.append(FakeStatement(text: text, values: [], kind: .prepare(name)))
  }

  func nextResult() -> FakeResult? { results.isEmpty ? nil : results.removeFirst() }

  /// Runs the statements that were sent.
  func sync() {
    server.locked {
      defer { statements = [] }
      var isAborted = false
      for (place, statement) in statements.enumerated() {
        if isAborted {
          results += [FakeResult(.aborted), nil]
        } else {
          isAborted = !take(statement, followedBy: statements[place...])
        }
        if isLost { return }
      }
      switch server.fault(of: "sync") {
      case .lost(isDone: false)?: return lose()
      case .lost(isDone: true)?:
        finish(isAborted)
        return lose()
      case .late?: return hold([])
      case .error?, nil: finish(isAborted)
      }
      results.append(FakeResult(.synced))
    }
  }

  /// - Returns: Whether the statement has succeeded.
  private func take(_ statement: FakeStatement, followedBy rest: ArraySlice<FakeStatement>) -> Bool
  {
    let fault = server.fault(of: statement.kind.prefix + statement.text)
    switch fault {
    case .lost(isDone: false): lose()
    case .late: hold(rest)
    case .error(let state, let isDone):
      if isDone || statement.text == "ROLLBACK" {
        _ = try? run(statement)
        if !isInTransaction { server.commit(self) }
      }
      return fail(ServerError(state: state, message: "It was told to fail."))
    case .lost(isDone: true), nil:
      do {
        results += [FakeResult(.rows, try run(statement)), nil]
        if fault != nil { lose() }
        return true
      } catch {
        let error = error as? ServerError
        return fail(error ?? ServerError(state: "XX000", message: "It can't be read."))
      }
    }
    return false
  }

  private func fail(_ error: ServerError) -> Bool {
    if isInTransaction { hasFailed = true } else { server.end(self) }
    results += [FakeResult(.failed, error: error), nil]
    if error.isLost { lose() }
    return false
  }

  /// The end of a transaction that wasn't begun, but consists of the statements that were sent together.
  private func finish(_ isAborted: Bool) {
    if isInTransaction { return }
    if isAborted { server.end(self) } else { server.commit(self) }
  }

  func lose() {
    isLost = true
    server.end(self)
  }

  private func hold(_ rest: ArraySlice<FakeStatement>) {
    (isLost, lateStatements) = (true, rest)
    server.hold(self)
  }

  fileprivate func runLateStatements() {
    for statement in lateStatements where (try? run(statement)) == nil { return server.end(self) }
    finish(false)
  }

  private func run(_ statement: FakeStatement) throws -> [[[UInt8]?]] {
    if hasFailed, !["COMMIT", "ROLLBACK"].contains(statement.text) {
      throw ServerError(state: "25P02", message: "current transaction is aborted")
    }
    switch statement.kind {
    case .plain: break
    case .prepare(let name):
      guard kept.insert(name).inserted else {
        throw ServerError(state: "42P05", message: "prepared statement already exists")
      }
      return []
    case .execute(let name):
      guard kept.contains(name) else {
        throw ServerError(state: "26000", message: "prepared statement does not exist")
      }
    }
    return try server.run(statement, in: self)
  }

  fileprivate func change(_ body: (inout FakeServer.Database) throws -> Void) throws {
    try server.lock(for: self)
    guard var database = copy else { return }
    try body(&database)
    copy = database
  }
}

// The statements.
extension FakeServer {
  fileprivate func run(_ statement: FakeStatement, in session: FakeSession) throws -> [[[UInt8]?]] {
    let database = read(in: session)
    switch statement.text {
    case let text where text.hasPrefix("BEGIN"):
      session.isInTransaction = true
      return []
    case "COMMIT":
      if session.hasFailed { end(session) } else { commit(session) }
      return []
    case "ROLLBACK":
      end(session)
      return []
    case let text where text.hasPrefix("SELECT set_config"): return [[nil, nil]]
    case "LISTEN cleanstore": return []
    case Statement.opening.text:
      return [
        try end(of: database) + [
          Array(database.store.utf8), bytes(database.version), bytes(database.fence), bytes(0),
          bytes(database.size), bytes(Int(SystemClock.time().microseconds)), nil,
          database.row(database.rows.count)?.line, [1], Array(dialect.rawValue.utf8),
        ]
      ]
    case "SELECT version FROM cleanstore.head": return [[bytes(database.version)]]
    case Statement.end.text: return [try end(of: database)]
    case Landmark(dialect).question.text:
      return [[Array(database.store.utf8), mark(of: statement.integer(0), in: database), [0]]]
    case ServerEntries().page(after: 0, count: 0).text:
      let first = statement.integer(0)
      return database.rows.dropFirst(first).prefix(statement.integer(2)).enumerated().map {
        [$1.line, $1.block, $1.crc, bytes(first + $0 + 1)]
      }
    case dialect.lock(raisingFence: false).text, dialect.lock(raisingFence: true).text:
      try lock(for: session)
      if statement.values.first == [1] || statement.text.contains("fence + 1") {
        try session.change { $0.fence += 1 }
      }
      return head(session)
    case ServerRoles.login.text: return [[Array("amy".utf8), [1], [1], [1], [1], [0], [1]]]
    case let text where text.hasPrefix("SELECT token FROM cleanstore.entry"):
      return database.row(statement.integer(0)).map { [[$0.token]] } ?? []
    case _ where statement.appends:
      let append = FakeAppend(statement)
      guard append.seen == 0 || mark(of: append.seen, in: database) == append.mark else {
        return dialect == .functions ? [] : [[[0]]]
      }
      return [[[try self.append(append, in: session) ? 1 : 0]]]
    case dialect.erasing.text: return [[bytes(try erase(in: session))]]
    case let text where text.contains("pg_locks"):
      return [[bytes(4711), Array("amy".utf8), Array("cleanstore pay".utf8)]]
    default: throw ServerError(state: "42601", message: "unknown statement: \(statement.text)")
    }
  }

  private func end(of database: Database) throws -> [[UInt8]?] {
    let at = try database.rows.last.map { try Self.entry($0.line).at.microseconds } ?? 0
    return [
      bytes(database.rows.count), bytes(Int(at)), database.rulesVersion.map { Array($0.utf8) },
    ]
  }

  private func head(_ session: FakeSession) -> [[[UInt8]?]] {
    let database = read(in: session)
    return [
      [
        bytes(database.rows.count), bytes(database.fence),
        bytes(Int(SystemClock.time().microseconds)), bytes(database.size),
      ]
    ]
  }

  /// The part of an entry by which the log is recognised.
  private func mark(of seq: Int, in database: Database) -> [UInt8]? {
    database.row(seq).map { dialect.mark(of: $0.line) }
  }

  private func append(_ append: FakeAppend, in session: FakeSession) throws -> Bool {
    var isStored = false
    try session.change { database in
      let isAtEnd = slip == .sequence || database.rows.count == append.after
      guard isAtEnd, slip == .noFence || database.fence == append.fence else { return }
      isStored = true
      for (place, line) in append.lines.enumerated() {
        let entry = try Self.entry(line)
        if slip == nil, entry.seq != database.rows.count + 1 {
          throw ServerError(state: "CS001", message: "entry \(entry.seq) does not follow the log")
        }
        if entry.at.microseconds > SystemClock.time().microseconds + 10_000_000 {
          throw ServerError(state: "CS004", message: "entry \(entry.seq) is in the future")
        }
        if entry.rulesVersion.isPresent {
          database.rulesVersion = entry.storage.string(entry.rulesVersion)
        }
        database.rows.append(
          Database.Row(
            line: line, block: append.blocks[place], crc: append.crcs[place],
            token: place == 0 ? append.token : nil))
      }
    }
    return isStored
  }

  private func erase(in session: FakeSession) throws -> Int {
    var gone = 0
    try session.change { database in
      var erased: Set<String> = []
      for place in database.rows.indices.reversed() {
        let entry = try Self.entry(database.rows[place].line)
        let stream = entry.storage.string(entry.stream)
        if database.rows[place].block != nil, erased.contains(stream) {
          (database.rows[place].block, database.rows[place].crc) = (nil, nil)
          gone += 1
        }
        let command = try JSONValue(entry.storage, in: entry.command, profile: .canonical)
        if entry.isAccepted, command["type"]?.string == "erase-personal" { erased.insert(stream) }
      }
    }
    return gone
  }

  private static func entry(_ line: [UInt8]) throws -> Entry {
    let storage = (line + [0x0A]).withUnsafeBytes { ByteStorage.copy(of: $0) }
    var decoder = EntryDecoder(form: .store)
    var json = JSONReader(storage, in: 0..<storage.count, profile: .canonical)
    return try decoder.decode(&json)
  }
}

extension FakeServer.Database {
  /// The bytes of the log as a file.
  fileprivate var size: Int {
    rows.reduce(0) { $0 + $1.line.count + 1 + ($1.block.map { $0.count - 73 } ?? 0) }
  }
  fileprivate func row(_ seq: Int) -> Row? { rows.indices.contains(seq - 1) ? rows[seq - 1] : nil }
}

// The errors that a caller gets when a server fails: code, sentence, advice, and never the password. No server is needed.

import EventSourcing
import EventSourcingTesting
import HistoryScenes
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite struct ServerErrorTests {
  /// A row of the table of errors.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Happens before the store is opened.
    var before: @Sendable (FakeServer) -> Void = { _ in }
    /// Happens after a first command.
    var after: @Sendable (FakeServer) -> Void = { _ in }
    let kind: Failure.Kind
    let code: LogError.Code
    /// A part of the sentence, and one of the advice.
    let sentence: String
    let advice: String
  }

  private static func always(_ state: String, at part: String) -> @Sendable (FakeServer) -> Void {
    return { $0.fail { _, statement in statement.contains(part) ? .error(state) : nil } }
  }

  static let rows = [
    Row(
      testDescription: "the server can't be reached",
      before: { $0.fail { _, _ in .lost(isDone: false) } }, kind: .unavailable,
      code: .unreachable, sentence: "closed the connection", advice: "Check that the server runs"),
    Row(
      testDescription: "it stays unreachable", after: { $0.fail { _, _ in .lost(isDone: false) } },
      kind: .inDoubt, code: .inDoubt, sentence: "may have been recorded as entry 3",
      advice: "Look at the log before you repeat it"),
    Row(
      testDescription: "the server starts, for too long", before: always("57P03", at: "connect"),
      kind: .unavailable, code: .unreachable, sentence: "told to fail",
      advice: "Check that the server runs"),
    Row(
      testDescription: "the address can't be read",
      before: always(FakeLibPQ.malformed, at: "connect"), kind: .unavailable, code: .unreachable,
      sentence: "can't be read", advice: "the address"),
    Row(
      testDescription: "the password is missing",
      before: always(FakeLibPQ.noPassword, at: "connect"), kind: .notPermitted,
      code: .notPermitted, sentence: "no password supplied", advice: "the password"),
    Row(
      testDescription: "the password is wrong", before: always("28P01", at: "connect"),
      kind: .notPermitted, code: .notPermitted, sentence: "password authentication failed",
      advice: "the password"),
    Row(
      testDescription: "the role is unknown", before: always("28000", at: "connect"),
      kind: .notPermitted, code: .notPermitted, sentence: "told to fail", advice: "user's name"),
    Row(
      testDescription: "the database is missing", before: always("3D000", at: "connect"),
      kind: .notFound, code: .noSuchStore, sentence: "told to fail", advice: "init"),
    Row(
      testDescription: "the tables are missing", before: always("42P01", at: "head"),
      kind: .notFound, code: .noSuchStore, sentence: "There is no store", advice: "init"),
    Row(
      testDescription: "the tables are of a newer version", before: { $0.database.version = 9 },
      kind: .badData, code: .newerVersion, sentence: "tables of version 9",
      advice: "or a later one"),
    Row(
      testDescription: "the user may not write", after: always("42501", at: "append_1"),
      kind: .notPermitted, code: .notPermitted, sentence: "told to fail",
      advice: "Ask an administrator"),
    Row(
      testDescription: "the lock isn't granted", after: always("55P03", at: "append_1"),
      kind: .tryAgain, code: .locked, sentence: "Session 4711 of amy (cleanstore pay) has held",
      advice: "wait longer with --lock-timeout"),
    Row(
      testDescription: "others always come first", after: always("40001", at: "SELECT"),
      kind: .tryAgain, code: .locked, sentence: "always came first", advice: "wait longer"),
    Row(
      testDescription: "the line isn't accepted", after: always("CS001", at: "append_1"),
      kind: .bug, code: .rejectedByServer, sentence: "doesn't accept an entry",
      advice: "Nothing was recorded"),
    Row(
      testDescription: "the server's clock was set back", after: always("CS004", at: "append_1"),
      kind: .tryAgain, code: .clockBehind, sentence: "told to fail", advice: "server's clock"),
    Row(
      testDescription: "there are rows beyond the end", after: always("23505", at: "append_1"),
      kind: .badData, code: .corrupt, sentence: "after its end", advice: "Ask the administrator"),
    Row(
      testDescription: "the disk is full", after: always("53100", at: "append_1"),
      kind: .inputOutput, code: .diskFull, sentence: "told to fail", advice: "Nothing was recorded"),
    Row(
      testDescription: "there are too many connections", before: always("53300", at: "connect"),
      kind: .inputOutput, code: .inputOutput, sentence: "told to fail", advice: "Try again"),
    Row(
      testDescription: "entries were lost",
      after: { server in
        server.database.rows.removeLast()
        server.fail(at: 1, .lost(isDone: false))
      }, kind: .badData, code: .historyLost, sentence: "the server has lost entries",
      advice: "which copy of the log counts"),
    Row(
      testDescription: "another store is there now",
      after: { server in
        server.database.store = String(Notes.id.reversed())
        server.fail(at: 1, .lost(isDone: false))
      }, kind: .badData, code: .historyLost, sentence: "another store now",
      advice: "which copy of the log counts"),
  ]

  @Test(arguments: rows)
  func `each error has its code, its sentence and its advice, and none the password`(_ row: Row)
    throws
  {
    let server = FakeServer()
    let address = FakeLibPQ.address(of: server)
    row.before(server)
    var found: LogError?
    do {
      let store = try FakeLibPQ.store(on: address, lockTimeout: 50, patience: .milliseconds(50))
      let writer = try CounterEngine(store)
      for _ in 1...2 { try writer.add(1) }
      row.after(server)
      try writer.add(1)
    } catch let error as LogError {
      found = error
    } catch EngineError.log(let error) {
      found = error
    }
    let error = try #require(found)
    let failure = Failure(error)
    #expect(failure.kind == row.kind)
    #expect(error.code == row.code)
    #expect(failure.message.contains(row.sentence), "\(failure.message)")
    #expect((failure.hint ?? "").contains(row.advice), "\(failure.hint ?? "")")
    #expect(!"\(failure)\(error)".contains("secret"))
  }

  @Test(arguments: [
    ("28P01", 1), (FakeLibPQ.noPassword, 1), (FakeLibPQ.malformed, 1), ("3D000", 2),
  ])
  func `a connection is tried again only where that tells more`(_ state: String, _ attempts: Int) {
    let server = FakeServer()
    server.fail { _, statement in statement == "connect" ? .error(state) : nil }
    let address = FakeLibPQ.address(of: server)
    #expect(throws: LogError.self) { try FakeLibPQ.store(on: address, lockTimeout: 1) }
    #expect(server.calls == attempts)
  }

  @Test func `the advice about damage on a server names no files`() {
    for remedy in [LogError.Remedy.restoreOrRecover, .recoverUndecided(keptThrough: 1, bytes: 2)] {
      let place = Place(file: "postgres://host/shop", line: 2, byte: 0)
      let hint = Failure(LogError(.corrupt, "It is bad.", at: place, hint: remedy)).hint ?? ""
      #expect(hint.contains("administrator") && !hint.contains("recover"), "\(hint)")
    }
  }

  @Test func `tables of a newer version are told from broken ones`() {
    let server = FakeServer()
    server.database.version = 9
    server.fail { _, statement in statement == Statement.opening.text ? .error("42703") : nil }
    let address = FakeLibPQ.address(of: server)
    let error = #expect(throws: LogError.self) { try FakeLibPQ.store(on: address) }
    #expect(error?.code == .newerVersion)
  }

  @Test func `a server that starts is waited for`() throws {
    let server = FakeServer()
    server.fail { call, statement in call < 6 && statement == "connect" ? .error("57P03") : nil }
    let address = FakeLibPQ.address(of: server)
    #expect(try FakeLibPQ.store(on: address).storeID == Notes.id)
  }

  @Test
  func `entries are missed that were read through the other connection, and not by this writer`()
    throws
  {
    let server = FakeServer()
    let address = FakeLibPQ.address(of: server)
    let (one, other) = (
      try CounterEngine(FakeLibPQ.store(on: address)),
      try CounterEngine(FakeLibPQ.store(on: address))
    )
    for _ in 1...3 { try one.add(1, note: "before") }
    let before = server.database
    try one.add(1, note: "lost")
    #expect(try other.sum() == 4)
    // A copy of the server that lacks the last entry gets another one.
    server.database = before
    try CounterEngine(FakeLibPQ.store(on: address)).add(1, note: "new")
    #expect { try other.add(1) } throws: { ($0 as? EngineError)?.code == "history-lost" }
    #expect(server.database.rows.count == 4)
  }

  @Test func `a command whose time is in the future doesn't keep others from being recorded`()
    async throws
  {
    let server = FakeServer()
    let store = try FakeLibPQ.store(on: FakeLibPQ.address(of: server))
    let writer = try CounterEngine(store)
    for _ in 1...2 { try writer.add(1) }
    try await withThrowingTaskGroup(of: Bool.self) { tasks in
      for number in 0..<16 {
        tasks.addTask {
          var submission = Submission(Counter.Command.add(1, note: ""), on: .id("1001"), by: "amy")
          if number % 4 == 0 {
            submission.circumstances.at = SystemClock.time().adding(seconds: 3_600)
          }
          do throws(EngineError) {
            _ = try await writer.engine.execute(submission, in: writer.counters)
            return number % 4 > 0
          } catch {
            return number % 4 == 0 && error.code == "clock-behind"
          }
        }
      }
      for try await isAsExpected in tasks { #expect(isAsExpected) }
    }
    #expect(server.database.rows.count == 14)
  }
}

extension CounterEngine {
  fileprivate func sum() throws -> Int? {
    guard let stream = StreamName(category: Counter.category, id: "1001") else { return nil }
    return try engine.state(of: stream, in: counters)?.state
  }
}

extension Timestamp {
  fileprivate func adding(seconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds + seconds * 1_000_000)
  }
}

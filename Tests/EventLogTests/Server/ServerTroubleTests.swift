// A writer of a real server, in situations that can be had again.

import EventSourcing
import Synchronization
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite(.needsServer, .serialized, .timeLimit(.minutes(20))) struct ServerTroubleTests {
  private let path: String
  private let address: ServerAddress

  init() throws {
    path = try PrivateCluster.shared.get().database()
    address = try #require(ServerAddress(path))
  }

  private func create(_ dialect: ServerDialect = .functions) throws {
    try createStore(at: path, id: Notes.id, created: Notes.start, dialect)
  }

  private func store(_ pq: LibPQ? = nil, lockTimeout: Int = 5_000) throws -> ServerStore {
    var options = FileStore.Options()
    options.lockTimeoutMilliseconds = lockTimeout
    return try ServerStore(address, options, pq.map { .success($0) } ?? LibPQ.loaded)
  }

  private func session(_ application: String = "till-2") throws -> ServerConnection {
    try ServerConnection(address, application: application, writes: true, LibPQ.loaded.get())
  }

  @Test(arguments: [0, 2], ServerDialect.allCases)
  func `a writer waits for the lock as long as it was told, and names the holder`(
    _ before: Int, _ dialect: ServerDialect
  ) throws {
    try create(dialect)
    let writer = try CounterEngine(store(lockTimeout: 200))
    // From the second command on, it doesn't ask for the lock first.
    for _ in 0..<before { try writer.add(1) }
    let holder = try session()
    _ = try holder.run([
      Statement("BEGIN"), Statement("SELECT seq FROM cleanstore.head FOR UPDATE"),
    ])
    let start = ContinuousClock.now
    do throws(EngineError) {
      try writer.add(1)
      Issue.record("It didn't wait.")
    } catch {
      #expect(error.code == "locked")
      #expect(error.message.contains(" of postgres (till-2) has held the lock"), "\(error.message)")
    }
    #expect(ContinuousClock.now - start < .seconds(4))
    _ = try holder.run([Statement("ROLLBACK")])
    #expect(try writer.add(1).seq == before + 1)
  }

  @Test(arguments: [
    ("postgres", "nothing", LogError.Code.noSuchStore), ("nobody", "", .notPermitted),
  ])
  func `a database or a role that isn't there is told from a server that isn't`(
    _ user: String, _ database: String, _ code: LogError.Code
  ) throws {
    try create()
    let parts = path.split(separator: "/").map { String($0) }
    let host = String(parts[1].drop { $0 != "@" })
    let other = "postgres://\(user)\(host)/\(database.isEmpty ? parts[2] : database)"
    #expect { try ServerStore(#require(ServerAddress(other)), FileStore.Options()) } throws: {
      ($0 as? LogError)?.code == code
    }
  }

  @Test(arguments: [1, 3], ServerDialect.allCases)
  func `another log under the same connection is noticed`(
    _ before: Int, _ dialect: ServerDialect
  ) throws {
    try create(dialect)
    let writer = try CounterEngine(store())
    // From the second command on, it doesn't ask for the lock first.
    for _ in 0..<before { try writer.add(1) }
    let administrator = try session()
    _ = try administrator.run([
      Statement("SET session_replication_role = replica"),
      Statement("UPDATE cleanstore.entry SET line = line || ' '"),
    ])
    #expect { try writer.add(1) } throws: { ($0 as? EngineError)?.code == "history-lost" }
    let entries = try administrator.run([Statement("SELECT count(*) FROM cleanstore.entry")])[0]
    #expect(entries.integer(0, 0) == before)
  }

  /// An append that was held back, once one is to be.
  fileprivate static let heldBack = Mutex<(isArmed: Bool, append: FakeStatement?)>((false, nil))

  /// Whether an append is held back.
  fileprivate static func holds(_ statement: FakeStatement) -> Bool {
    heldBack.withLock { held in
      guard held.isArmed else { return false }
      held = (false, statement)
      return true
    }
  }

  @Test(arguments: [true, false], ServerDialect.allCases)
  func `an append that arrives after it was asked about isn't stored`(
    _ hasFence: Bool, _ dialect: ServerDialect
  ) throws {
    try create(dialect)
    if !hasFence, dialect == .functions {
      // The slip of a server that doesn't compare it.
      try changeFunction(
        "append_1", at: path, replacing: " OR head.fence <> known_fence", with: "")
    }
    var holding = try LibPQ.loaded.get()
    // With functions, appends are the only statements with a name. Nothing is sent; the client takes the connection for lost.
    holding.sendQueryPrepared = { handle, name, count, values, lengths, formats, format in
      let statement = FakeStatement(name, values, lengths, count)
      guard !ServerTroubleTests.holds(statement), let pq = try? LibPQ.loaded.get() else { return 0 }
      return pq.sendQueryPrepared(handle, name, count, values, lengths, formats, format)
    }
    holding.sendQueryParams = { handle, text, count, types, values, lengths, formats, format in
      let statement = FakeStatement(text, values, lengths, count, types)
      guard !statement.appends || !ServerTroubleTests.holds(statement),
        let pq = try? LibPQ.loaded.get()
      else { return 0 }
      return pq.sendQueryParams(handle, text, count, types, values, lengths, formats, format)
    }
    let store = try store(holding)
    var notes = Notes(since: SystemClock.time())
    for _ in 1...2 {
      _ = try store.takeTurn(after: notes.seq, locking: false) { (turn) throws(LogError) in
        try notes.append(to: &turn)
      }
    }
    Self.heldBack.withLock { $0.isArmed = true }
    var attempts = 0
    let stored = try store.takeTurn(after: 2, locking: false) { (turn) throws(LogError) in
      attempts += 1
      // The second time, there is nothing more to record.
      if attempts == 1 { try notes.append(to: &turn) }
    }
    #expect(stored == nil && attempts == 2)
    let append = try #require(Self.heldBack.withLock { $0.append })
    var late = append.statement
    if dialect == .functions {
      late = Statement(
        ServerDialect.appending, .integer(append.integer(0)), .integer(append.integer(1)),
        .bytes(append.values[2]), .texts(append.texts(3)), .texts(append.texts(4)),
        .texts(append.texts(5)), .text(append.text(6)), .integer(append.integer(7)),
        .bytes(append.values[8]))
    } else if !hasFence {
      try #require(late.text.contains("AND fence = $1"))
      late = Statement(late.text.replacing("AND fence = $1", with: ""), with: late.parameters)
    }
    #expect(try session().run([late])[0].integer(0, 0) == (hasFence ? 0 : 1))
  }
}

// The statements of a store with plain statements: those that servers share which speak PostgreSQL's protocol.

import EventSourcing
import OrderDomain
import OrderScenes
import Synchronization
import TestKit
import Testing

@testable import EventLog
@testable import EventSourcingTesting

@Suite(.needsServer, .serialized, .timeLimit(.minutes(10))) struct PlainStatementTests {
  private let path: String
  private let address: ServerAddress

  init() throws {
    path = try PrivateCluster.shared.get().database()
    address = try #require(ServerAddress(path))
  }

  @Test func `a store with plain statements is used without what not all servers have`() throws {
    let folder = TemporaryFolder()
    let shop = try CopiedShop(making: folder.store)
    // So many that they would be copied row by row.
    try shop.create(1100)
    try shop.erase("1001")
    try copyLog(shop.path, to: path, .plain)
    SentStatements.texts.withLock { $0 = [] }
    var pq = try LibPQ.loaded.get()
    pq.sendQueryParams = SentStatements.sendQueryParams
    let store = try ServerStore(address, FileStore.Options(), .success(pq))
    #expect(try readNumbers(store).numbers == Array(1...1101))
    #expect(try store.lastEntry(notAfter: SystemClock.time()) == 1101)
    let engine = try OrderEngine(store, clock: SystemClock.time, salts: SystemClock.salt)
    for _ in 1...2 {
      _ = try engine.engine.execute(
        Submission(.create(.amy), on: .new, by: "amy", id: "\(SystemClock.salt())"),
        in: engine.orders)
    }
    _ = try engine.engine.execute(
      Submission(.erase, on: .id("1002"), by: "dpo", reason: "asked for it"), in: engine.orders)
    #expect(store.waitForNews())
    try store.close()
    let sent = SentStatements.texts.withLock { $0 }
    #expect(sent.contains { $0.contains("INSERT INTO cleanstore.entry") })
    let rare = #/LISTEN|NOTIFY|COPY |DO \$|advisory|nextval|CREATE|cleanstore\.[a-z_0-9]+\(/#
    #expect(sent.filter { $0.contains(rare) } == [])
  }

  @Test func `tables without functions have no triggers and no sequences, either`() throws {
    try createStore(at: path, id: Notes.id, created: Notes.start, .plain)
    let link = ServerLink(address, application: "test")
    let found = try link.read(
      Statement(
        """
        SELECT (SELECT count(*) FROM pg_proc WHERE pronamespace = 'cleanstore'::regnamespace)
          + (SELECT count(*) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
            WHERE c.relnamespace = 'cleanstore'::regnamespace AND NOT t.tgisinternal)
          + (SELECT count(*) FROM pg_class
            WHERE relnamespace = 'cleanstore'::regnamespace AND relkind NOT IN ('r', 'i'))
        """))[0]
    #expect(found.integer(0, 0) == 0)
  }

  /// The key of the ids is the last resort: a writer looks for an id before it appends.
  @Test(arguments: [1, 3]) func `an id that the log has nothing of is no reason to append twice`(
    _ before: Int
  ) throws {
    try createStore(at: path, id: Notes.id, created: Notes.start, .plain)
    let writer = try CounterEngine(ServerStore(address, FileStore.Options()))
    for _ in 0..<before { try writer.add(1) }
    let link = ServerLink(address, application: "test")
    _ = try link.read(Statement("INSERT INTO cleanstore.command VALUES ('a', 'counter/1001', 1)"))
    #expect { try writer.add(1, id: "a") } throws: {
      ($0 as? EngineError)?.code == "rejected-by-server"
    }
    #expect(try writer.add(1, id: "b").seq == before + 1)
  }
}

/// The statements that were sent.
private enum SentStatements {
  static let texts = Mutex<[String]>([])

  static let sendQueryParams:
    @convention(c) (
      LibPQ.Connection, LibPQ.Text, Int32, UnsafePointer<UInt32>?, UnsafePointer<LibPQ.Text?>?,
      UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32 = { handle, text, count, types, values, lengths, formats, format in
      texts.withLock { $0.append(String(cString: text)) }
      let pq = try? LibPQ.loaded.get()
      return pq?.sendQueryParams(handle, text, count, types, values, lengths, formats, format) ?? 0
    }
}

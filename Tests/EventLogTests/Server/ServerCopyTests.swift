// Copies of stores to a server and back: the same bytes.

import EventSourcing
import Foundation
import OrderDomain
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerCopyTests {
  private let cluster: PrivateCluster
  private let folder = TemporaryFolder()
  private var back: String { back(.functions) }

  init() throws { cluster = try PrivateCluster.shared.get() }

  private func back(_ dialect: ServerDialect) -> String { folder.path + "/back-\(dialect)" }

  private func expectSameBytes(
    _ path: String, on server: String, _ dialect: ServerDialect = .functions
  ) throws {
    try copyLog(path, to: server, dialect)
    #expect(try lines(of: server) == lines(of: path))
    try copyLog(server, to: back(dialect))
    #expect(try segments(of: back(dialect)) == segments(of: path))
  }

  /// Copies a store to a server of each dialect and back, and holds their tables against each other.
  private func expectSameRows(_ path: String) throws {
    let all = try ServerDialect.allCases.map { dialect in
      let server = try cluster.database()
      try expectSameBytes(path, on: server, dialect)
      return try rows(of: server)
    }
    #expect(all[0] == all[1])
  }

  /// The rows of a server's tables; the token and the dialect are its own.
  private func rows(of server: String) throws -> [String] {
    let tables = """
      store, created, version, seq, at, engine, fence, bytes FROM cleanstore.head
      seq, at, stream, rev, actor, type, refused, line FROM cleanstore.entry
      seq, block, crc FROM cleanstore.personal
      id, stream, seq FROM cleanstore.command
      seq, stream FROM cleanstore.erasure
      category, next FROM cleanstore.numbers
      """
    let link = ServerLink(try #require(ServerAddress(server)), application: "test")
    return try tables.split(separator: "\n").map { table in
      try link.read(
        Statement("SELECT string_agg(t::text, ' ' ORDER BY t::text) FROM (SELECT \(table)) AS t"))[
          0
        ]
        .text(0, 0) ?? ""
    }
  }

  @Test func `a login that may not read personal data copies nothing`() throws {
    let address = try ServerLogins().address(of: "reader")
    #expect { try LogCopy(from: address, to: back) } throws: {
      ($0 as? LogError)?.code == .notPermitted
    }
    #expect(!FileManager.default.fileExists(atPath: back))
  }

  @Test func `a copy waits for the lock no longer than told`() throws {
    let shop = try CopiedShop(making: folder.store)
    try shop.create(.amy)
    let server = try cluster.database()
    try copyLog(folder.store, to: server)
    try shop.create(.bob)
    let link = ServerLink(try #require(ServerAddress(server)), application: "test", writes: true)
    _ = try link.run([Statement("BEGIN"), Statement("SELECT cleanstore.lock_1(false)")])
    let error = #expect(throws: LogError.self) {
      let copy = try LogCopy(from: folder.store, to: server, lockTimeoutMilliseconds: 50)
      while try copy.copyGroup() {}
    }
    #expect(error?.code == .locked)
    _ = try link.run([Statement("ROLLBACK")])
  }

  /// Vectors that are good stores, and the first store of format 1.
  private static let fixtures: [String] = {
    let lines = (try? Repository.text("Fixtures/vectors/vectors.jsonl")) ?? ""
    let good = lines.split(separator: "\n").filter {
      $0.contains(#""verdict":"good""#) && !$0.contains(#""kind":"file""#)
    }
    let names = good.compactMap { $0.split(separator: "\"").dropFirst(3).first }
    return ["format-1"] + names.map { "vectors/\($0)" }
  }()

  @Test(arguments: fixtures) func `a log comes back from a server as it was`(_ fixture: String)
    throws
  {
    let files = FileManager.default
    let path = Repository.url("Fixtures/" + fixture).path
    if files.fileExists(atPath: path) {
      try files.copyItem(atPath: path, toPath: folder.store)
    } else {
      try files.createDirectory(
        atPath: folder.store + "/log", withIntermediateDirectories: true)
      try files.copyItem(
        atPath: Repository.url("Fixtures/vectors/store.json").path,
        toPath: folder.store + "/store.json")
      try files.copyItem(
        atPath: path + ".jsonl", toPath: folder.store + "/log/" + SegmentName.text(1))
    }
    try expectSameRows(folder.store)
    for dialect in ServerDialect.allCases {
      #expect(folder.read("back-\(dialect)/store.json") == folder.read("store/store.json"))
    }
  }

  @Test func `texts of any characters, and the longest lines, come back`() throws {
    let shop = try CopiedShop(making: folder.store)
    for reason in ["\u{0}", "\u{7F}", #"\"#, #"\u0000 \\u0000"#, "\"", "\n\t\r", "𝄞é\u{2028}"] {
      try shop.create(.amy, reason: reason)
    }
    var order = OrderFields.bob
    let text = String(repeating: "x", count: 200)
    order.items = (0..<1000).map { _ in Item(sku: text, name: text, quantity: 1, unitPrice: 1) }
    try shop.create(order, .bob)
    #expect(try segments(of: shop.path).values.contains { $0.count > 400_000 })
    try expectSameRows(shop.path)
  }

  @Test(arguments: ServerDialect.allCases)
  func `a server is continued after each interruption, and erasures reach it`(
    _ dialect: ServerDialect
  ) throws {
    let server = try cluster.database()
    let shop = try CopiedShop(making: folder.store)
    try shop.create(12)
    for step in 0..<8 {
      // Neither closed nor finished.
      _ = try LogCopy(from: shop.path, to: server, dialect: dialect).copyGroup()
      if step == 3 { try shop.erase("1003") }
      if step == 5 { try shop.create(2) }
    }
    try expectSameBytes(shop.path, on: server)
    try shop.erase("1014")
    try expectSameBytes(shop.path, on: server)
  }

  @Test(arguments: ServerDialect.allCases)
  func `a store that was made on a server is copied to a folder's segments`(
    _ dialect: ServerDialect
  ) throws {
    let server = try CopiedShop(making: cluster.database(), dialect)
    for step in 1...5 {
      try server.create(4)
      // Of an order in the segment that is open.
      try server.erase("100\(step)")
      let report = try copyLog(server.path, to: folder.store)
      #expect(report.copied == 5)
      #expect(report.erased == (step == 1 ? 0 : 1))
    }
    let names = try segments(of: folder.store).keys.sorted()
    #expect(names.count > 3)
    #expect(try readNumbers(StoreReader(path: folder.store)).numbers == Array(1...25))
    try expectSameBytes(folder.store, on: cluster.database(), dialect)
  }

  @Test func `a long log is read in stretches, and in pages where a stretch can't be read`() throws
  {
    let shop = try CopiedShop(making: folder.store)
    try shop.create(1500)
    let server = try cluster.database()
    try expectSameBytes(shop.path, on: server)
    let address = try #require(ServerAddress(server))
    var pq = try LibPQ.loaded.get()
    pq.getCopyData = BreakingCopy.getCopyData
    // Before the first row, after some, and never.
    for rows in [0, 7, 1000] {
      BreakingCopy.remaining.withLock { $0 = rows }
      let store = try ServerStore(address, FileStore.Options(), writes: false, .success(pq))
      #expect(try readNumbers(store).numbers == Array(1...1500))
      #expect(BreakingCopy.remaining.withLock { $0 < rows } || rows == 0, "No stretch was read.")
    }
  }

  @Test func `a server with other entries isn't continued`() throws {
    let shop = try CopiedShop(making: folder.store)
    let other = try CopiedShop(making: cluster.database())
    try shop.create(.amy, .amy)
    try other.create(.bob)
    let error = #expect(throws: LogError.self) { try copyLog(shop.path, to: other.path) }
    #expect(error?.code == .notACopy)
    let reverse = #expect(throws: LogError.self) { try copyLog(other.path, to: shop.path) }
    #expect(reverse?.code == .notACopy)
    #expect(try readNumbers(openSource(other.path)).numbers == [1])
  }
}

/// A connection that breaks after some rows of a stretch.
private enum BreakingCopy {
  static let remaining = Locked(0)
  private static let working = (try? LibPQ.loaded.get())?.getCopyData

  static let getCopyData:
    @convention(c) (
      LibPQ.Connection, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, Int32
    ) -> Int32 = { connection, row, isAsync in
      let goesOn = remaining.withLock { remaining in
        remaining -= 1
        return remaining >= 0
      }
      return goesOn ? working?(connection, row, isAsync) ?? -2 : -2
    }
}

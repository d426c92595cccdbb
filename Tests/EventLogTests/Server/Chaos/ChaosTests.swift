// Writers of a real server while it, and what leads to it, fails in every way. CLEANSTORE_LONG_RUN=20 makes 2 000 cuts.

import EventSourcing
import Foundation
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .slow(.kills), .serialized, .timeLimit(.minutes(60)))
struct ChaosTests {
  /// A server with an empty store. Its files needn't reach the disk: the machine goes on.
  private func makeServer(
    _ name: String, _ dialect: ServerDialect = .functions, options: String = ""
  ) throws -> (cluster: PrivateCluster, database: String, address: String) {
    let cluster = try PrivateCluster("\(name)-\(dialect)", options: "-c fsync=off " + options)
    let address = try cluster.database()
    try createStore(at: address, id: Notes.id, created: SystemClock.time(), dialect)
    return (cluster, String(address.split(separator: "/").last ?? ""), address)
  }

  /// Waits for something that should take seconds.
  private func wait(for isDone: () throws -> Bool) rethrows {
    let deadline = ContinuousClock.now + .seconds(600)
    while try !isDone() {
      guard ContinuousClock.now < deadline else {
        Issue.record("It takes too long.")
        return
      }
      usleep(10_000)
    }
  }

  /// Judges and reports.
  private func expectAllIsThere(_ writers: ManyWriters, _ address: String, after trouble: String)
    throws
  {
    let (entries, violations) = try writers.judge(address)
    #expect(violations == [])
    #expect(writers.errors.map(\.message) == [])
    print("\(trouble): \(entries) entries, \(writers.acknowledged) acknowledged")
  }

  /// Has four writers whose connections are cut.
  ///
  /// - Parameters:
  ///   - folder: The folder of the socket that they are led to.
  ///   - trials: The usual number of cuts.
  /// - Returns: The number of cuts.
  private func cut(
    _ database: String, in folder: String, _ seed: Seeded, trials: Int = 100
  ) throws -> (writers: ManyWriters, cuts: Int) {
    let proxy = try CuttingProxy(to: folder, seed)
    let writers = ManyWriters(
      4, at: PrivateCluster.address(of: database, in: [proxy.folder]), seed)
    wait { proxy.cuts >= Seeded.trials(trials) || writers.haveStopped }
    writers.finish()
    proxy.close()
    return (writers, proxy.cuts)
  }

  @Test(
    arguments: ["", "-c default_transaction_isolation=serializable"],
    [(ServerDialect.functions, 100), (.plain, 30)])
  func `connections that are cut at any byte lose nothing and repeat nothing`(
    _ options: String, _ trial: (dialect: ServerDialect, count: Int)
  ) throws {
    let server = try makeServer("cut\(options.count)", trial.dialect, options: options)
    let (writers, cuts) = try cut(
      server.database, in: server.cluster.folder, Seeded.forTest(), trials: trial.count)
    try expectAllIsThere(
      writers, server.address, after: "\(cuts) cuts, \(trial.dialect) \(options)")
  }

  @Test(.enabled(if: PrivateBouncer.isInstalled, "PgBouncer isn't installed."))
  func `connections through PgBouncer that are cut lose nothing and repeat nothing`() throws {
    let server = try makeServer("pooled")
    let bouncer = try PrivateBouncer(to: server.cluster)
    defer { bouncer.stop() }
    let (writers, cuts) = try cut(server.database, in: bouncer.folder, Seeded.forTest())
    try expectAllIsThere(writers, server.address, after: "\(cuts) cuts before PgBouncer")
  }

  /// A server that forgets by which append an entry came leaves all doubts unanswered.
  @Test func `the judge sees what a forgotten doubt leads to`() throws {
    let server = try makeServer("forgetful")
    try changeFunction(
      "extend", at: server.address, replacing: "THEN mark END", with: "THEN NULL::bytea END")
    let (writers, _) = try cut(server.database, in: server.cluster.folder, Seeded.forTest())
    let twice = try writers.judge(server.address).violations.filter { $0.hasSuffix("twice") }
    #expect(!twice.isEmpty)
    print("a forgetful server: \(twice.count) entries twice")
  }

  @Test(arguments: ServerDialect.allCases)
  func `sessions that are terminated lose nothing and repeat nothing`(_ dialect: ServerDialect)
    throws
  {
    let seed = Seeded.forTest()
    let server = try makeServer("terminated", dialect)
    let writers = ManyWriters(4, at: server.address, seed)
    let link = ServerLink(try #require(ServerAddress(server.address)), application: "administrator")
    var terminated = 0
    while terminated < Seeded.trials(20), !writers.haveStopped {
      let rows = try link.read(
        Statement(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name LIKE 'cleanstore%' ORDER BY random() LIMIT 1
          """))[0]
      terminated += rows.count
      usleep(20_000)
    }
    writers.finish()
    try expectAllIsThere(writers, server.address, after: "\(terminated) terminated sessions")
  }

  @Test(arguments: ServerDialect.allCases)
  func `a server that crashes and starts again has all that was acknowledged`(
    _ dialect: ServerDialect
  ) throws {
    let seed = Seeded.forTest()
    let server = try makeServer("crashed", dialect)
    let writers = ManyWriters(4, at: server.address, seed)
    let crashes = min(Seeded.trials(2), 10)
    for _ in 1...crashes {
      let before = writers.acknowledged
      wait { writers.acknowledged >= before + 100 || writers.haveStopped }
      try server.cluster.kill()
      try server.cluster.start()
    }
    let before = writers.acknowledged
    wait { writers.acknowledged >= before + 20 || writers.haveStopped }
    writers.finish()
    try expectAllIsThere(writers, server.address, after: "\(crashes) crashes of the server")
  }

  @Test(arguments: ServerDialect.allCases)
  func `a synchronous standby that is promoted has all that was acknowledged`(
    _ dialect: ServerDialect
  ) throws {
    let seed = Seeded.forTest()
    let server = try makeServer("primary", dialect)
    let standby = try PrivateCluster("standby-\(dialect)", following: server.cluster)
    let link = ServerLink(try #require(ServerAddress(server.address)), application: "administrator")
    _ = try link.read(Statement("ALTER SYSTEM SET synchronous_standby_names = '*'"))
    _ = try link.read(Statement("SELECT pg_reload_conf()"))
    try wait {
      try link.read(
        Statement("SELECT pid FROM pg_stat_replication WHERE sync_state = 'sync'"))[0].count == 1
    }
    let both = PrivateCluster.address(
      of: server.database, in: [server.cluster.folder, standby.folder])
    let writers = ManyWriters(4, at: both, seed)
    wait { writers.acknowledged >= 200 || writers.haveStopped }
    try server.cluster.kill()
    try standby.promote()
    let before = writers.acknowledged
    wait { writers.acknowledged >= before + 200 || writers.haveStopped }
    #expect(writers.acknowledged >= before + 200)
    writers.finish()
    try expectAllIsThere(
      writers, PrivateCluster.address(of: server.database, in: [standby.folder]),
      after: "a synchronous standby")
  }

  @Test(arguments: ServerDialect.allCases)
  func `an asynchronous standby that lacks entries is noticed`(_ dialect: ServerDialect) throws {
    let seed = Seeded.forTest()
    let server = try makeServer("behind-primary", dialect)
    let standby = try PrivateCluster("behind-\(dialect)", following: server.cluster)
    let both = PrivateCluster.address(
      of: server.database, in: [server.cluster.folder, standby.folder])
    let writers = ManyWriters(4, at: both, seed, lives: false)
    wait { writers.acknowledged >= 100 || writers.haveStopped }
    try standby.kill()
    let before = writers.acknowledged
    wait { writers.acknowledged >= before + 100 || writers.haveStopped }
    try server.cluster.kill()
    try standby.start()
    try standby.promote()
    wait { writers.haveStopped }
    writers.finish()
    #expect(writers.errors.contains { $0.code == .historyLost })
    let left = PrivateCluster.address(of: server.database, in: [standby.folder])
    let (entries, violations) = try writers.judge(left)
    #expect(entries < writers.acknowledged)
    #expect(!violations.contains { $0.hasSuffix("twice") })
    print("an asynchronous standby: \(entries) entries, \(writers.acknowledged) acknowledged")
  }
}

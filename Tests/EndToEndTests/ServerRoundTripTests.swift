// The transactions that a command takes on a server: each is a round trip, and so is the beginning of a connection.

import Foundation
import TestKit
import Testing

@testable import EventLog

@Suite(.needsServer, .timeLimit(.minutes(10))) struct ServerRoundTripTests {
  private let workspace: Workspace
  /// A server whose transactions are all a client's.
  private let cluster: PrivateCluster
  private let path: String

  init() throws {
    workspace = try Workspace()
    cluster = try PrivateCluster("round-trips", options: "-c autovacuum=off -c fsync=off")
    path = try cluster.database()
    try workspace.write(
      (1...200).map { Commands.line($0, "o-\($0)", Commands.create()) }.joined(), to: "orders.jsonl"
    )
    try workspace.expect(.done, "init", path)
    try workspace.expect(.done, "import", "orders.jsonl", "--store", path)
  }

  /// The number of transactions of the store's sessions, which have all ended.
  private func transactions() throws -> Int {
    let database = path.split(separator: "/").last.map { String($0) } ?? ""
    let other = try #require(
      ServerAddress(PrivateCluster.address(of: "postgres", in: [cluster.folder])))
    let link = ServerLink(other, application: "test", writes: false)
    let sessions = Statement(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = $1", .text(database))
    while try link.read(sessions)[0].integer(0, 0) != 0 { usleep(10_000) }
    let rows = try link.read(
      Statement("SELECT xact_commit FROM pg_stat_database WHERE datname = $1", .text(database)))[0]
    return rows.integer(0, 0) ?? 0
  }

  @Test func `a command on one order takes three round trips`() throws {
    // One that records has a second connection, on which nothing else is asked.
    for (command, connections) in [
      ("show o-7", 1), ("log o-7", 1), ("blame o-7", 1), ("pay o-7 1", 2), ("cancel o-8", 2),
    ] {
      let before = try transactions()
      let words = command.split(separator: " ").map { String($0) }
      try workspace.expect(.done, args: words + ["--store", path])
      #expect(try transactions() - before == connections + 3, "\(command)")
    }
  }
}

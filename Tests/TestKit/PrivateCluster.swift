// A PostgreSQL server for tests, with its files in a temporary folder and no port: nothing else can reach it.

import Foundation
import Synchronization
import Testing

/// A server that is started for tests, and stopped when all have ended.
package struct PrivateCluster: Sendable {
  /// The folder of its files and of its socket.
  package let folder: String
  private let programs: String
  private let options: String

  /// The server of most tests, or the reason why there can't be one here.
  package static let shared = Result { () throws(Missing) in try PrivateCluster("shared") }

  package struct Missing: Error { package let reason: String }

  private static let databases = Atomic(0)

  /// Starts a server.
  ///
  /// - Parameter primary: The server that it follows as a standby.
  package init(_ name: String, following primary: PrivateCluster? = nil, options: String = "")
    throws(Missing)
  {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))
    let folders = (versions ?? []).sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    let found = (folders + ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"])
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    guard let found else { throw Missing(reason: "initdb isn't installed") }
    programs = found
    folder = NSTemporaryDirectory() + "cleanstore-\(name)-\(getpid())"
    self.options = "-k '\(folder)' -c listen_addresses='' -c max_connections=200 \(options)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.run("chown postgres '\(folder)'") }
    if let primary {
      try run("pg_basebackup -h '\(primary.folder)' -U postgres -D data -R -c fast")
    } else {
      try run("initdb -D data -U postgres --auth=trust -E UTF8 --locale=C -N")
    }
    try start()
    Self.all.withLock { all in
      if all.isEmpty { atexit { PrivateCluster.removeAll() } }
      all.append(self)
    }
  }

  private static let all = Mutex<[PrivateCluster]>([])

  private static func removeAll() {
    for cluster in all.withLock({ $0 }) {
      try? cluster.kill()
      try? FileManager.default.removeItem(atPath: cluster.folder)
    }
  }

  package func start() throws(Missing) {
    try run("pg_ctl -D data -w -l log -o \"\(options)\" start")
  }

  /// Ends it as a crash would.
  package func kill() throws(Missing) { try run("pg_ctl -D data -m immediate stop") }

  /// Makes a standby a server that can be written to.
  package func promote() throws(Missing) { try run("pg_ctl -D data -w promote") }

  /// The address of a new, empty database.
  package func database() throws(Missing) -> String {
    let name = "db\(Self.databases.add(1, ordering: .relaxed).newValue)"
    try run("createdb -h '\(folder)' -U postgres \(name)")
    return Self.address(of: name, in: [folder])
  }

  /// The address of a database, for a server with a socket in one of these folders.
  package static func address(
    of database: String, in folders: [String], as login: String = "postgres"
  ) -> String {
    let hosts = folders.map { $0.replacingOccurrences(of: "/", with: "%2F") }
    return "postgres://\(login)@\(hosts.joined(separator: ","))/\(database)"
  }

  /// Makes a login without any right.
  package func makeLogin(_ name: String) throws(Missing) {
    try run("createuser -h '\(folder)' -U postgres \(name)")
  }

  /// Runs a program of PostgreSQL's as a user whom it accepts: not as root.
  private func run(_ command: String) throws(Missing) {
    let line = "cd '\(folder)' && '\(programs)'/\(command)"
    let quoted = line.replacingOccurrences(of: "'", with: #"'\''"#)
    try Self.run(getuid() == 0 ? "runuser -u postgres -- sh -c '\(quoted)'" : line)
  }

  private static func run(_ command: String) throws(Missing) {
    // Foundation would wait for the server, too, which has inherited one of its sockets.
    guard system(command + " > /dev/null 2>&1") == 0 else {
      throw Missing(reason: "it failed: \(command)")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out where no server can be started.
  package static var needsServer: ConditionTrait {
    switch PrivateCluster.shared {
    case .success: .enabled(if: true)
    case .failure(let missing): .disabled("No PostgreSQL here: \(missing.reason).")
    }
  }
}

// A PostgreSQL server for tests, with its files in a temporary folder and no port: nothing else can reach it.

import Foundation
import Platform
import Synchronization
import Testing

/// A server that is started for the tests that need one, and stopped when they end.
struct PrivateCluster: Sendable {
  private let folder: String
  private let programs: String

  /// The server, or the reason why there can't be one here.
  static let shared = Result { () throws(Missing) in try PrivateCluster() }

  struct Missing: Error { let reason: String }

  private static let databases = Atomic(0)

  private init() throws(Missing) {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql"))
    let folders = (versions ?? []).sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    let found = (folders + ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"])
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    guard let found else { throw Missing(reason: "initdb isn't installed") }
    programs = found
    folder = NSTemporaryDirectory() + "cleanstore-server-\(getpid())"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.run("chown postgres '\(folder)'") }
    try run("initdb -D data -U postgres --auth=trust -E UTF8 --locale=C -N")
    let options = "-k '\(folder)' -c listen_addresses='' -c max_connections=200"
    try run("pg_ctl -D data -w -l log -o \"\(options)\" start")
    Self.stopAtExit = { [self] in
      try? run("pg_ctl -D data -m immediate stop")
      try? FileManager.default.removeItem(atPath: folder)
    }
    atexit { PrivateCluster.stopAtExit() }
  }

  nonisolated(unsafe) private static var stopAtExit: () -> Void = {}

  /// The address of a new, empty database.
  func database() throws(Missing) -> String {
    let name = "db\(Self.databases.add(1, ordering: .relaxed).newValue)"
    try run("createdb -h '\(folder)' -U postgres \(name)")
    let host = folder.replacingOccurrences(of: "/", with: "%2F")
    return "postgres://postgres@\(host)/\(name)"
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
  static var needsServer: ConditionTrait {
    switch PrivateCluster.shared {
    case .success: .enabled(if: true)
    case .failure(let missing): .disabled("No PostgreSQL here: \(missing.reason).")
    }
  }
}

// PgBouncer for tests: a pool of a few connections to a private server, each lent for one transaction.

import Foundation
import TestKit
import Testing

struct PrivateBouncer {
  /// The folder of its files and of its socket.
  let folder: String

  private static let program = ["/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { program != nil }

  init(to cluster: PrivateCluster) throws {
    let program = try #require(Self.program)
    folder = cluster.folder + "-bouncer"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let settings = """
      [databases]
      * = host=\(cluster.folder) user=postgres
      [pgbouncer]
      listen_port = 5432
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      pidfile = \(folder)/pid
      logfile = \(folder)/log
      """
    try settings.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
    let start = "'\(program)' -d '\(folder)/settings' > /dev/null 2>&1"
    // It doesn't run as root.
    let isRoot = getuid() == 0
    let line =
      isRoot ? "chown postgres '\(folder)' && runuser -u postgres -- \(start)" : start
    try #require(system(line) == 0)
  }

  func stop() {
    let number = (try? String(contentsOfFile: folder + "/pid", encoding: .utf8)) ?? ""
    if let number = pid_t(number.trimmingCharacters(in: .whitespacesAndNewlines)) {
      kill(number, SIGTERM)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }
}

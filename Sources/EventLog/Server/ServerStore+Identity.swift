// The identity of the user who is connected to a server, as it says itself.

/// Connects to a server, whether it has a store or not.
///
/// - Throws: `malformed` if it isn't an address of a server; `unreachable`, `notPermitted`, or `noSuchStore` if there is no such database.
package func identifyUser(at path: String) throws(LogError) -> ServerIdentity {
  guard let address = ServerAddress(path) else {
    throw LogError(.malformed, "This isn't the address of a server.")
  }
  return try ServerIdentity(ServerLink(address, application: "cleanstore whoami"))
}

extension ServerIdentity {
  init(_ link: ServerLink) throws(LogError) {
    let start = SystemClock.time().microseconds
    let rows = try link.read(.identity, .roles)
    let end = SystemClock.time().microseconds
    let row = rows[0]
    self.init(
      user: row.text(0, 0) ?? "", database: row.text(0, 1) ?? "", version: row.text(0, 2) ?? "")
    isAdministrator = row.integer(0, 3) == 1
    isStandby = row.integer(0, 4) == 1
    isSynchronous = row.integer(0, 5).map { $0 == 1 }
    tls = row.text(0, 6)
    let now = Int64(row.integer(0, 7) ?? 0)
    clockDifference = Int((now &- (start + end) / 2) / 1000)
    roles = (0..<rows[1].count).compactMap { rows[1].text($0, 0) }
    hasStore = row.integer(0, 8) == 1
    if hasStore {
      store = try? link.read(Statement("SELECT store FROM cleanstore.head"))[0].text(0, 0)
    }
  }
}

extension Statement {
  /// Whether an entry is on a standby before it is acknowledged; null where a server has no such setting.
  static let isSynchronous = "current_setting('synchronous_standby_names', true) <> ''"

  fileprivate static let identity = Statement(
    """
    SELECT session_user::text, current_database()::text, split_part(current_setting('server_version'), ' ', 1),
      (SELECT rolsuper FROM pg_roles WHERE rolname = session_user), pg_is_in_recovery(),
      \(isSynchronous),
      (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl),
      \(now), \(ServerSchema.hasHead)
    """)

  fileprivate static let roles = Statement(
    """
    SELECT substr(rolname, length('cleanstore_') + 1) FROM pg_roles
    WHERE starts_with(rolname, 'cleanstore_') AND pg_has_role(session_user, oid, 'MEMBER')
    ORDER BY rolname
    """)
}

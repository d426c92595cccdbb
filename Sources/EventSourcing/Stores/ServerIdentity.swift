// The answer of a server to who is connected to it.

/// A user of a server, as the server knows them, and the server.
package struct ServerIdentity: Equatable, Sendable {
  /// The user's name, which is the actor of what they record.
  package var user: String
  /// The roles of a store that the user has, without their common beginning: `writer`.
  package var roles: [String] = []
  /// Whether the user may do anything.
  package var isAdministrator = false
  package var database: String
  /// PostgreSQL's version.
  package var version: String
  /// The version of TLS; nil if the connection isn't encrypted.
  package var tls: String?
  /// Whether the server is a standby, which can't be written to.
  package var isStandby = false
  /// Whether an entry is on a standby, too, before it is acknowledged; nil if the server has no such setting.
  package var isSynchronous: Bool?
  /// The server's clock less this machine's, in milliseconds.
  package var clockDifference = 0
  /// Whether the database has a store.
  package var hasStore = false
  /// The id of the store, if the user may read it.
  package var store: String?

  package init(user: String, database: String, version: String) {
    (self.user, self.database, self.version) = (user, database, version)
  }
}

// The figures of a server's store that its administrators watch.

/// A store on a server, as any of its logins sees it. Members are nil if they aren't shown to the login.
package struct ServerFigures: Equatable, Sendable {
  /// A connection of a user who may use the store.
  package struct Session: Equatable, Sendable {
    package var user: String
    /// The name by which it calls itself.
    package var application: String
    /// Whether the user may record commands.
    package var isWriter: Bool

    package init(user: String, application: String, isWriter: Bool) {
      (self.user, self.application, self.isWriter) = (user, application, isWriter)
    }
  }

  /// The session that has the lock of the log.
  package struct LockHolder: Equatable, Sendable {
    package var process: Int
    package var user: String
    package var application: String
    /// The age of its transaction.
    package var seconds: Int?

    package init(process: Int, user: String, application: String, seconds: Int?) {
      (self.process, self.user, self.application) = (process, user, application)
      self.seconds = seconds
    }
  }

  /// A server that follows this one.
  package struct Standby: Equatable, Sendable {
    package var name: String
    /// PostgreSQL's words: `streaming`, and `sync` or `async`.
    package var state: String?
    package var mode: String?
    /// The bytes of the server's log that it hasn't replayed yet.
    package var bytesBehind: Int?

    package init(name: String, state: String?, mode: String?, bytesBehind: Int?) {
      (self.name, self.state, self.mode, self.bytesBehind) = (name, state, mode, bytesBehind)
    }
  }

  package var server: ServerIdentity
  /// The version of the tables.
  package var schema = 0
  /// `functions` or `plain`: the statements that write to them.
  package var dialect = "functions"
  package var entries = 0
  /// The time of the last entry; nil if there is none.
  package var lastAt: Timestamp?
  /// The bytes of the tables but for that of personal data.
  package var tableBytes = 0
  /// The bytes of these tables' indexes.
  package var indexBytes = 0
  /// The bytes of personal data, with its index.
  package var personalBytes = 0
  /// The number of recorded erasures that aren't finished.
  package var pendingErasures = 0
  package var sessions: [Session] = []
  package var lockHolder: LockHolder?
  /// The number of sessions that wait for the lock.
  package var waiting = 0
  package var standbys: [Standby] = []
  /// The age of the last transaction that a standby has replayed, in milliseconds.
  package var replayLag: Int?
  /// The age of the oldest transaction of all sessions, in seconds, which keeps old rows.
  package var oldestTransaction: Int?
  /// Whether the login may see the ages of others' transactions, and the state of standbys.
  package var mayMonitor = false

  package init(_ server: ServerIdentity) { self.server = server }
}

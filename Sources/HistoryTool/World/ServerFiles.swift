// A store on a server has no files of its own: what works on a store as a whole is the server's business.

/// The place of a store's files where there are none.
struct ServerFiles: StoreFiles {
  let domains: HistoryDomains
  /// The address, without a password.
  let name: String

  func recoverStore(onlyAs agreed: RecoveryPlan?) throws(LogError) -> RecoveryReport {
    throw onServer(Self.recovery)
  }
  func planRecovery() throws(LogError) -> RecoveryPlan { throw onServer(Self.recovery) }

  private static let recovery: LogError.Remedy =
    """
    Restore the database from a backup, or copy the best copy of the log to a new one. A server that has lost entries is \
    accepted by programs that are started again: nothing else remembers them.
    """

  func backUpStore(to target: String) throws(LogError) -> BackupReport {
    throw onServer("Back up the database: pg_basebackup, or pg_dump.")
  }
  func archiveEntries(before seq: Int, to target: String) throws(LogError) -> ArchiveReport {
    throw onServer("Entries on a server aren't archived.")
  }
  func restoreEntries(
    from folders: [String], isForced: Bool, judging judge: RestoreJudge?
  ) throws(LogError) -> RestoreReport {
    throw onServer("Entries on a server aren't archived.")
  }
  func manageCache(_ action: CacheAction) throws(LogError) -> ManageCache.Response {
    throw onServer("The server has its own indexes.")
  }

  func remains() -> StoreRemains {
    var remains = StoreRemains()
    remains.unsearchedCopies = [
      "the server's write-ahead log, until it is recycled",
      "standbys, backups and dumps of the database",
    ]
    return remains
  }
  func hasPersonalData(of streams: [StreamName], inCopy path: String) -> Bool? { nil }
  func purgeQuarantine() -> [String] { [] }

  private func onServer(_ hint: LogError.Remedy) -> LogError {
    LogError(
      .notAStore, "\(name) is on a server; this works on a store in a folder.", hint: hint)
  }
}

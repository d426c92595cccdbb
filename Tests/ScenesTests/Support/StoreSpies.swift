// Spies that stand at the boundaries of the scenes that create, repair or copy a store.

import EventSourcing
import HistoryScenes
import OrderScenes

/// Files that remember what was asked of them, and have nothing to tell but an error.
final class StoreFilesSpy: StoreFiles {
  var error: LogError?
  private(set) var backedUp: [(path: String, target: String, lockTimeoutMilliseconds: Int)] = []
  private(set) var recovered: [RecoverStore.Request] = []

  func recoverStore(_ request: RecoverStore.Request, checking projection: any Projection)
    throws(LogError) -> RecoveryReport
  {
    if let error { throw error }
    recovered.append(request)
    return RecoveryReport()
  }

  func planRecovery(of path: String, checking projection: any Projection) throws(LogError)
    -> RecoveryPlan
  {
    if let error { throw error }
    return RecoveryPlan()
  }

  func backUpStore(
    at path: String, to target: String, lockTimeoutMilliseconds: Int
  ) throws(LogError) -> BackupReport {
    if let error { throw error }
    backedUp.append((path, target, lockTimeoutMilliseconds))
    return BackupReport()
  }

  func archiveEntries(_ request: ArchiveEntries.Request, before seq: Int) throws(LogError)
    -> ArchiveReport
  {
    if let error { throw error }
    return ArchiveReport()
  }

  func restoreEntries(_ request: RestoreEntries.Request, judging judge: RestoreJudge?)
    throws(LogError) -> RestoreReport
  {
    if let error { throw error }
    return RestoreReport()
  }

  func remains(of path: String) throws(LogError) -> StoreRemains {
    if let error { throw error }
    return StoreRemains()
  }

  func hasPersonalData(of streams: [StreamName], inCopy path: String) -> Bool? { nil }

  func purgeQuarantine(of path: String) throws(LogError) -> [String] {
    if let error { throw error }
    return []
  }

  func manageCache(of path: String, _ action: CacheAction) throws(LogError) -> ManageCache.Response
  {
    if let error { throw error }
    return .cleared(files: 0, bytes: 0)
  }
}

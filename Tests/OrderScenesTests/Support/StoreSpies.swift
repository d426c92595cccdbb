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
    throws(LogError) -> RecoverStore.Response
  {
    if let error { throw error }
    recovered.append(request)
    return RecoverStore.Response(keptThrough: 0, damage: nil, bytesMoved: 0, files: [])
  }

  func planRecovery(of path: String, checking projection: any Projection) throws(LogError)
    -> PlanRecovery.Response
  {
    if let error { throw error }
    return PlanRecovery.Response(keptThrough: 0, damage: nil)
  }

  func backUpStore(
    at path: String, to target: String, lockTimeoutMilliseconds: Int
  ) throws(LogError) -> BackUpStore.Response {
    if let error { throw error }
    backedUp.append((path, target, lockTimeoutMilliseconds))
    return BackUpStore.Response(target: target, entries: 0, segments: 0, copied: 0, bytes: 0)
  }

  func archiveEntries(_ request: ArchiveEntries.Request, before seq: Int) throws(LogError)
    -> ArchiveEntries.Response
  {
    if let error { throw error }
    return ArchiveEntries.Response(target: request.target, through: 0)
  }

  func restoreEntries(_ request: RestoreEntries.Request, judging judge: RestoreJudge?)
    throws(LogError) -> RestoreEntries.Response
  {
    if let error { throw error }
    return RestoreEntries.Response(through: 0, segments: 0, difference: nil)
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

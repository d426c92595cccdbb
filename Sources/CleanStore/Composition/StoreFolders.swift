// The files of stores, for the scenes that create, recover or copy a store: folders, as in EventLog.

import EventLog
import EventSourcing
import HistoryScenes
import OrderDomain
import OrderScenes
import Stores

package struct StoreFolders: StoreFiles {
  package init() {}

  package func recoverStore(_ request: RecoverStore.Request, checking projection: any Projection)
    throws(LogError) -> RecoveryReport
  {
    try recover(
      request.path, checking: projection,
      lockTimeoutMilliseconds: request.lockTimeoutMilliseconds, onlyAs: request.agreed)
  }

  package func planRecovery(of path: String, checking projection: any Projection)
    throws(LogError) -> RecoveryPlan
  {
    try EventLog.planRecovery(of: path, checking: projection)
  }

  package func backUpStore(
    at path: String, to target: String, lockTimeoutMilliseconds: Int
  ) throws(LogError) -> BackupReport {
    try backUp(
      path, to: target, checking: HistoryDomains.orders.verification(of: .store),
      lockTimeoutMilliseconds: lockTimeoutMilliseconds)
  }

  package func archiveEntries(_ request: ArchiveEntries.Request, before seq: Int)
    throws(LogError) -> ArchiveReport
  {
    try archive(
      request.path, before: seq, to: request.target, of: Self.domains,
      lockTimeoutMilliseconds: request.lockTimeoutMilliseconds)
  }

  package func restoreEntries(_ request: RestoreEntries.Request, judging judge: RestoreJudge?)
    throws(LogError) -> RestoreReport
  {
    try restoreArchive(
      request.path, from: request.folders, of: Self.domains, isForced: request.isForced,
      judge: judge, lockTimeoutMilliseconds: request.lockTimeoutMilliseconds)
  }

  private static var domains: [any CodableDecider.Type] {
    HistoryDomains.orders.all.map { $0 }
  }

  package func remains(of path: String) throws(LogError) -> StoreRemains {
    var remains = StoreRemains()
    let copies = try knownCopies(of: path)
    remains.archives = try StoreReader(path: path).base?.header.folders ?? []
    let others = copies.filter { $0.kind == .archive }.map(\.path)
      .filter { [archives = remains.archives] in !archives.contains($0) }
    remains.restoredArchives = others.filter { !isUnfinishedArchive($0) }
    remains.unfinishedArchives = others.filter(isUnfinishedArchive)
    remains.backups = copies.filter { $0.kind == .backup }.map(\.path)
    remains.quarantine = try quarantinedFiles(of: path)
    let stray = try strayFiles(of: path)
    (remains.strayFiles, remains.linkedFiles) = (stray.files, stray.linked)
    remains.linkedSegments = try EventLog.linkedSegments(of: path)
    return remains
  }

  package func hasPersonalData(of streams: [StreamName], inCopy path: String) -> Bool? {
    EventLog.hasPersonalData(of: streams, inCopy: path) { (base) throws(LogError) in
      var orders = StateProjection<Orders>(checksRevisions: false)
      try orders.begin(with: base.narrowed(to: streams))
      // Data that was erased before it was archived is in no state.
      return orders.states.contains { order in
        OrderField.allCases.contains { $0.isPersonal && order?.fields.text($0) != nil }
      }
    }
  }

  package func purgeQuarantine(of path: String) throws(LogError) -> [String] {
    try EventLog.purgeQuarantine(of: path)
  }

  package func manageCache(of path: String, _ action: CacheAction) throws(LogError)
    -> ManageCache.Response
  {
    let cache = try StoreCache(path: path)
    let history = History(try StoreReader(path: path), of: .orders)
    switch action {
    case .status: return try status(of: cache, history, areNew: false)
    case .rebuild:
      _ = try cache.clear()
      try cache.rebuildIndexes()
      try history.keepCheckpoints()
      try cache.rebuildTree()
      return try status(of: cache, history, areNew: true)
    case .verify: return try verify(cache, history)
    case .clear:
      let removed = try cache.clear()
      return .cleared(files: removed.files, bytes: removed.bytes)
    }
  }

  private func status(of cache: StoreCache, _ history: History, areNew: Bool) throws(LogError)
    -> ManageCache.Response
  {
    let parts = try cache.parts(with: history.checkpointKinds).map { part in
      ManageCache.Part(
        segment: part.segment, index: part.index.response, checkpoint: part.checkpoint.response,
        bytes: part.bytes)
    }
    return .parts(parts, hashes: cache.keptHashes(), areNew: areNew)
  }

  private func verify(_ cache: StoreCache, _ history: History) throws(LogError)
    -> ManageCache.Response
  {
    let indexes = try cache.verifyIndexes()
    if let difference = indexes.difference {
      return .checked(
        indexes.checked,
        .init(kind: .index, segment: difference.segment, stream: difference.stream))
    }
    let parts = try cache.parts(with: history.checkpointKinds)
    if let damaged = parts.first(where: { $0.checkpoint == .damaged }) {
      return .checked(
        indexes.checked + 1, .init(kind: .checkpoint, segment: damaged.segment, stream: nil))
    }
    let states = try history.compareCheckpoints()
    if let difference = states.difference {
      return .checked(
        indexes.checked + states.checked,
        .init(
          kind: .checkpoint, segment: parts[difference.ordinal].segment, stream: difference.stream))
    }
    let tree = try cache.verifyTree()
    return .checked(
      indexes.checked + states.checked + tree.checked,
      tree.difference.map { difference in
        let part = parts.last { $0.segment <= difference.seq }
        return .init(kind: .tile, segment: part?.segment ?? 1, stream: nil)
      })
  }
}

extension StoreCache.State {
  fileprivate var response: ManageCache.State {
    .init(word: rawValue, isUsable: self == .current, isMissing: self != .current && self != .short)
  }
}

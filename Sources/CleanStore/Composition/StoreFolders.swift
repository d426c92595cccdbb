// The files of stores, for the scenes that create, recover or copy a store: folders, as in EventLog.

import EventLog
import EventSourcing
import OrderScenes
import Stores

package struct StoreFolders: StoreFiles {
  package init() {}

  package func makeStore(at path: String, id: String, created: Timestamp) throws(LogError) {
    try createStore(at: path, id: id, created: created)
  }

  package func recoverStore(
    at path: String, checking projection: any Projection, lockTimeoutMilliseconds: Int
  ) throws(LogError) -> RecoverStore.Response {
    let report = try recover(
      path, checking: projection, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
    return RecoverStore.Response(
      keptThrough: report.keptThrough, damage: report.damage, bytesMoved: report.bytesMoved,
      files: report.files)
  }

  package func backUpStore(
    at path: String, to target: String, lockTimeoutMilliseconds: Int
  ) throws(LogError) -> BackUpStore.Response {
    let report = try backUp(path, to: target, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
    return BackUpStore.Response(
      target: target, entries: report.entries, segments: report.segments, copied: report.copied,
      bytes: report.bytes)
  }

  package func manageCache(of path: String, _ action: CacheAction) throws(LogError)
    -> ManageCache.Response
  {
    let cache = try StoreCache(path: path)
    switch action {
    case .status: return .parts(try cache.parts().map(\.response), areNew: false)
    case .rebuild: return .parts(try cache.rebuild().map(\.response), areNew: true)
    case .verify:
      let (checked, difference) = try cache.verify()
      return .checked(
        checked, difference.map { .init(segment: $0.segment, stream: $0.stream) })
    case .clear:
      let removed = try cache.clear()
      return .cleared(files: removed.files, bytes: removed.bytes)
    }
  }
}

extension StoreCache.Part {
  fileprivate var response: ManageCache.Part {
    .init(
      segment: segment, state: state.rawValue, isIndexed: state == .current,
      lacksIndex: state != .current && state != .short, bytes: bytes)
  }
}

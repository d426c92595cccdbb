// The stores' files for the scenes that make or mend a store: folders, as EventLog has them.

import EventLog
import EventSourcing
import HistoryScenes
import OrderScenes

/// The files of stores that are folders.
package struct StoreFolders: StoreFiles {
  /// Those of this machine.
  package init() {}

  /// Makes an empty store in a folder that isn't there yet, or is empty.
  package func makeStore(at path: String, id: String, created: Timestamp) throws(LogError) {
    try FileStore.create(at: path, id: id, created: created)
  }

  /// Moves what is damaged into the store's quarantine.
  package func recoverStore(at path: String, lockTimeoutMilliseconds: Int) throws(LogError)
    -> RecoverStore.Response
  {
    let report = try recover(path, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
    return RecoverStore.Response(
      keptThrough: report.keptThrough, damage: report.damage, bytesMoved: report.bytesMoved,
      files: report.files)
  }
}

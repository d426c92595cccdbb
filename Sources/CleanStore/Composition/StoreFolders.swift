// The stores' files for the scenes that make or mend a store: folders, as EventLog has them.

import EventLog
public import EventSourcing
public import UseCases

/// The files of stores that are folders.
public struct StoreFolders: StoreFiles {
  /// Those of this machine.
  public init() {}

  /// Makes an empty store in a folder that isn't there yet, or is empty.
  public func makeStore(at path: String, id: String, created: Timestamp) throws(LogError) {
    try FileStore.create(at: path, id: id, created: created)
  }

  /// Moves what is damaged into the store's quarantine.
  public func recoverStore(at path: String, lockTimeoutMilliseconds: Int) throws(LogError)
    -> RecoverStore.Response
  {
    let report = try recover(path, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
    return RecoverStore.Response(
      keptThrough: report.keptThrough, damage: report.damage, bytesMoved: report.bytesMoved,
      files: report.files)
  }
}

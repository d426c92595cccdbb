// The kinds of stores, and which kind a path leads to; no other file knows. Elsewhere a store is an
// `EntrySource` to read from, or an `EntryStore` to write to.

import Dispatch

/// Opens what a path leads to, to be read: a store, a single file, or standard input for `-`.
///
/// - Parameters:
///   - path: The folder or file; `-` for standard input.
///   - standardInput: The descriptor of standard input.
///   - temporaryFolder: The folder that standard input and pipes are copied to.
///   - parallelism: The number of threads that read it.
///   - usesCache: Whether a store's cache is read and written; without it, the folder is left as it is.
///   - reportRebuilt: Told the path of each index of a store that was damaged and is built again.
/// - Throws: `noSuchStore` if there is nothing; `notAStore` if a folder isn't one.
package func openSource(
  _ path: String, standardInput: Int32 = 0, temporaryFolder: String = "/tmp",
  parallelism: Parallelism = .all, usesCache: Bool = true,
  reportRebuilt: @escaping @Sendable (String) -> Void = { _ in }
) throws(LogError) -> any EntrySource {
  if path == "-" {
    return try HistoryFile(
      pipe: standardInput, name: "standard input", folder: temporaryFolder,
      parallelism: parallelism)
  }
  if let address = ServerAddress(path) {
    return try ServerStore(address, FileStore.Options(), writes: false)
  }
  let item: DiskItem?
  do throws(DiskError) {
    item = try PosixDisk().item(at: path)
  } catch {
    throw LogError(error, path: path)
  }
  switch item {
  case .file: return try HistoryFile(path: path, parallelism: parallelism)
  case .other:
    return try HistoryFile(pipeAt: path, folder: temporaryFolder, parallelism: parallelism)
  case .directory, nil:
    return try StoreReader(
      path: path, parallelism: parallelism, usesCache: usesCache, reportRebuilt: reportRebuilt)
  }
}

/// Opens what a path leads to, to be read: a store, or a single file.
///
/// - Throws: `noSuchStore` if there is nothing; `notAStore` if a folder isn't one.
public func openSource(_ path: String) throws(LogError) -> any EntrySource {
  try openSource(path, usesCache: true)
}

/// The number of bytes to read of the store at a path; nil for a pipe, or if that can't be told.
package func sizeOfSource(at path: String) -> Int? {
  switch try? PosixDisk().item(at: path) {
  case .file: try? HistoryFile(path: path).size()
  case .directory: try? StoreReader(path: path).size()
  case .other, nil: nil
  }
}

/// Opens a store to write to it; the fold reads the log while the store finds its end.
/// - Parameter report: Told what was found.
package func openStoreToWrite(
  _ path: String, _ options: FileStore.Options = FileStore.Options(),
  folding fold: OpeningFold? = nil,
  report: (FileStore.OpeningReport) -> Void = { _ in }
) throws(LogError) -> any EntryStore {
  if let address = ServerAddress(path) { return try ServerStore(address, options) }
  let store = try FileStore(path: path, options: options, folding: fold)
  report(store.openingReport)
  return store
}

/// Makes an empty store in a folder that isn't there yet or is empty.
///
/// - Parameters:
///   - id: 32 lower-case hex digits that no other store has.
///   - dialect: The one of a store on a server.
/// - Returns: Whether logins can be given roles; nil for a store that has no logins.
@discardableResult
package func createStore(
  at path: String, id: String, created: Timestamp, _ dialect: ServerDialect = .functions
) throws(LogError) -> Bool? {
  if let address = ServerAddress(path) {
    return try ServerStore.create(at: address, id: id, created: created, dialect)
  }
  try FileStore.create(at: path, id: id, created: created)
  return nil
}

/// Opens the store in a folder to write to it; makes one if the folder doesn't exist or is empty.
@usableFromInline package func openOrCreateStore(
  _ path: String, waiting timeout: Duration, preallocating preallocates: Bool,
  folding fold: OpeningFold
) throws(LogError) -> any EntryStore {
  var options = FileStore.Options()
  options.lockTimeoutMilliseconds = Int(timeout / .milliseconds(1))
  options.preallocates = preallocates
  let (id, now) = (SystemClock.salt().hex, SystemClock.time())
  if ServerAddress(path) != nil {
    do throws(LogError) {
      return try openStoreToWrite(path, options, folding: fold)
    } catch {
      guard error.code == .noSuchStore else { throw error }
      try createStore(at: path, id: id, created: now)
    }
  } else if isFree(path) {
    try createStore(at: path, id: id, created: now)
  }
  return try openStoreToWrite(path, options, folding: fold)
}

/// The address of the server that a path leads to, without the password; nil if it leads to none.
package func nameOfServer(at path: String) -> String? { ServerAddress(path)?.shown }

/// Whether there is nothing of a store in the folder but what creating one leaves if it is interrupted.
/// An error that prevents the answer also prevents creating one, and is reported then.
func isFree(_ path: String) -> Bool {
  let disk = PosixDisk()
  guard ((try? disk.item(at: path + "/store.json")) ?? nil) == nil else { return false }
  return (try? disk.names(in: path + "/log"))?.isEmpty ?? true
}

/// Does something that blocks, on a thread that may.
@usableFromInline package func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () throws(LogError) -> Result
) async throws(LogError) -> Result {
  let result = await withCheckedContinuation { task in
    DispatchQueue.global().async {
      task.resume(returning: Swift.Result { () throws(LogError) in try body() })
    }
  }
  return try result.get()
}

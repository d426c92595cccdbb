// What a history can be read from, in one place: the kinds of stores, files, and standard input.

public import EventLog
public import EventSourcing

/// Opens what a path leads to, to be read: a store, a single file, or standard input for `-`.
///
/// - Parameters:
///   - path: The folder or file; `-` for standard input.
///   - temporaryFolder: Where standard input and pipes are copied to.
///   - disk: Where they are.
///   - parallelism: How many threads read it.
/// - Throws: `noSuchStore` if there is nothing; `notAStore` if a folder isn't one.
public func openSource(
  _ path: String, temporaryFolder: String = "/tmp", disk: any Disk = PosixDisk(),
  parallelism: Parallelism = .all
) throws(LogError) -> any EntrySource {
  if path == "-" {
    return try HistoryFile(
      pipe: 0, name: "standard input", folder: temporaryFolder, disk: disk, parallelism: parallelism
    )
  }
  let item: DiskItem?
  do throws(DiskError) {
    item = try disk.item(at: path)
  } catch {
    throw LogError(error, path: path)
  }
  switch item {
  case .file: return try HistoryFile(path: path, disk: disk, parallelism: parallelism)
  case .other:
    return try HistoryFile(
      pipeAt: path, folder: temporaryFolder, disk: disk, parallelism: parallelism)
  case .directory, nil: return try StoreReader(path: path, disk: disk, parallelism: parallelism)
  }
}

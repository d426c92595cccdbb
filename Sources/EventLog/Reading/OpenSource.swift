// What a reading command accepts in place of a store.

import EventSourcing

/// Opens what a path leads to, to be read: a store, a single file, or standard input for `-`.
///
/// - Parameters:
///   - path: The folder or file; `-` for standard input.
///   - temporaryFolder: Where standard input and pipes are copied to.
///   - disk: Where they are.
/// - Throws: `noSuchStore` if there is nothing; `notAStore` if a folder isn't one.
public func openSource(
  _ path: String, temporaryFolder: String = "/tmp", disk: any Disk = PosixDisk()
) throws(LogError) -> any EntrySource {
  if path == "-" {
    return try HistoryFile(pipe: 0, name: "standard input", folder: temporaryFolder, disk: disk)
  }
  let item: DiskItem?
  do throws(DiskError) {
    item = try disk.item(at: path)
  } catch {
    throw LogError(error, path: path)
  }
  switch item {
  case .file: return try HistoryFile(path: path, disk: disk)
  case .other:
    let pipe = try OpenFile(path, for: .reading, on: disk)
    return try pipe.withNumber { (number) throws(LogError) in
      try HistoryFile(pipe: number, name: path, folder: temporaryFolder, disk: disk)
    }
  case .directory, nil: return try StoreReader(path: path, disk: disk)
  }
}

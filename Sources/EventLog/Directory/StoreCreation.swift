// Making a store. The file that makes the folder a store comes last and in one step, so that what a
// crash leaves behind isn't taken for one.

import EventSourcing
import JSONLines

extension LogDirectory {
  /// Makes a store in a folder that isn't there yet, or is empty. If that fails, nothing is left.
  ///
  /// - Throws: `cannotCreate` if there is something already or the folder can't be made; `malformed`
  ///   if the id isn't 32 lower-case hex digits.
  func create(id: String, created: Timestamp) throws(LogError) {
    guard let description = StoreDescription(id: id, created: created) else {
      throw LogError(.malformed, "A store's id has 32 lower-case hex digits.")
    }
    let isThere = try creating { (disk) throws(DiskError) in try disk.item(at: path) != nil }
    if isThere { try checkEmpty() }
    // Only these are taken away again: another process may be making a store here, too.
    var made: [String] = []
    do throws(LogError) {
      try makeFolders(isThere ? [log] : [path, log], noting: &made)
      try makeFiles(description, noting: &made)
    } catch {
      for path in made.reversed() { try? disk.remove(path) }
      throw error
    }
  }

  private func checkEmpty() throws(LogError) {
    let isFolder = try creating { (disk) throws(DiskError) in
      try disk.item(at: path) == .directory
    }
    let hint = "Choose a folder that doesn't exist yet, or an empty one."
    guard isFolder else { throw LogError(.cannotCreate, "\(path) isn't a folder.", hint: hint) }
    let names = try creating { (disk) throws(DiskError) in try disk.names(in: path) }
    if names.contains("store.json") {
      throw LogError(
        .cannotCreate, "There is a store in \(path) already.",
        hint: "Use it as it is, or choose another folder for a new one.")
    }
    guard names.isEmpty else {
      throw LogError(.cannotCreate, "The folder \(path) isn't empty.", hint: hint)
    }
  }

  private func makeFolders(_ folders: [String], noting made: inout [String]) throws(LogError) {
    for folder in folders {
      try creating { (disk) throws(DiskError) in try disk.makeFolder(folder) }
      made.append(folder)
    }
    try creating { (disk) throws(DiskError) in try disk.syncFolder(parent) }
  }

  private func makeFiles(
    _ description: StoreDescription, noting made: inout [String]
  ) throws(LogError) {
    let lockFile = try OpenFile(lock, for: .creating, on: disk)
    made.append(lock)
    try lockFile.sync()
    let draft = self.description + ".new"
    let file = try OpenFile(draft, for: .creating, on: disk)
    made.append(draft)
    var writer = JSONWriter()
    description.write(to: &writer)
    try file.write(writer.storage(), at: 0)
    try file.sync()
    try on(path) { (disk, path) throws(DiskError) in try disk.syncFolder(path) }
    try on(draft) { (disk, draft) throws(DiskError) in
      try disk.rename(draft, to: self.description)
    }
    made[made.count - 1] = self.description
    try on(path) { (disk, path) throws(DiskError) in try disk.syncFolder(path) }
  }

  /// Makes a call on the store's folder whose error means that the store can't be made there.
  private func creating<Result>(
    _ body: (any Disk) throws(DiskError) -> Result
  ) throws(LogError) -> Result {
    do throws(DiskError) {
      return try body(disk)
    } catch {
      throw LogError(
        .cannotCreate, "Can't \(error.operation) \(path): \(error.reason).",
        hint: "Check the path, the disk and the permissions.")
    }
  }
}

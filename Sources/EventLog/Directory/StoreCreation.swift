// Making a store. The file that makes the folder a store comes last and in one step, so that what a
// crash leaves behind isn't taken for one.

import EventSourcing
import JSONLines

extension LogDirectory {
  /// Makes a store in a folder that isn't there yet, or is empty.
  ///
  /// - Throws: `cannotCreate` if there is something already or the folder can't be made; `malformed`
  ///   if the id isn't 32 lower-case hex digits.
  func create(id: String, created: Timestamp) throws(LogError) {
    guard let description = StoreDescription(id: id, created: created) else {
      throw LogError(.malformed, "A store's id has 32 lower-case hex digits.")
    }
    do throws(DiskError) {
      try makeEmptyFolder()
      try disk.makeFolder(log)
    } catch {
      throw LogError(
        .cannotCreate, "Can't \(error.operation) \(path): \(error.reason).",
        hint: error.isAlreadyThere
          ? "Choose a folder that doesn't exist yet, or an empty one."
          : "Check the path, the disk and the permissions.")
    }
    let lockFile = try OpenFile(lock, for: .creating, on: disk)
    try lockFile.sync()
    let draft = self.description + ".new"
    let file = try OpenFile(draft, for: .creating, on: disk)
    var writer = JSONWriter()
    description.write(to: &writer)
    try file.write(writer.storage(), at: 0)
    try file.sync()
    try on(path) { (disk, path) throws(DiskError) in try disk.syncFolder(path) }
    try on(draft) { (disk, draft) throws(DiskError) in
      try disk.rename(draft, to: self.description)
    }
    try on(path) { (disk, path) throws(DiskError) in try disk.syncFolder(path) }
  }

  private func makeEmptyFolder() throws(DiskError) {
    switch try disk.item(at: path) {
    case nil:
      try disk.makeFolder(path)
      try disk.syncFolder(parent)
    case .directory? where try disk.names(in: path).isEmpty: break
    default: throw DiskError("make a store in", code: DiskError.alreadyThere)
    }
  }
}

// Making a store. The file that makes the folder a store comes last and in one step, so that what a
// crash leaves behind isn't taken for one; whoever makes it next finishes the work.

import EventSourcing
import JSONLines

extension LogDirectory {
  /// Makes a store in a folder that isn't there yet, is empty, or holds nothing but what somebody left
  /// who was stopped while making one. If that fails, nothing that it made is left.
  ///
  /// - Throws: `cannotCreate` if there is something already or the folder can't be made; `malformed`
  ///   if the id isn't 32 lower-case hex digits.
  func create(id: String, created: Timestamp) throws(LogError) {
    guard let description = StoreDescription(id: id, created: created) else {
      throw LogError(.malformed, "A store's id has 32 lower-case hex digits.")
    }
    let isThere = try creating { (disk) throws(DiskError) in try disk.item(at: path) != nil }
    if isThere { try checkFree() }
    // Only these are taken away again: another process may be making a store here, too.
    var made: [String] = []
    do throws(LogError) {
      if !isThere { try makeFolder(path, noting: &made) }
      let lockFile = try takeLock(noting: &made)
      do throws(LogError) {
        // Somebody may have made one while nobody had the lock.
        try checkFree()
        try lockFile.sync()
        try makeContents(description, noting: &made)
      } catch {
        // While the lock is still held, so that nobody waits for a file that is no longer there.
        withExtendedLifetime(lockFile) { remove(&made) }
        throw error
      }
    } catch {
      remove(&made)
      throw error
    }
  }

  /// Takes away what was made, the last first.
  private func remove(_ made: inout [String]) {
    while let path = made.popLast() { try? disk.remove(path) }
  }

  private var draft: String { description + ".new" }

  /// Checks that there is nothing but what is left when somebody is stopped while making a store.
  private func checkFree() throws(LogError) {
    let isFolder = try creating { (disk) throws(DiskError) in
      try disk.item(at: path) == .directory
    }
    let hint: LogError.Remedy = "Choose a folder that doesn't exist yet, or an empty one."
    guard isFolder else { throw LogError(.cannotCreate, "\(path) isn't a folder.", hint: hint) }
    let names = try creating { (disk) throws(DiskError) in try disk.names(in: path) }
    if names.contains("store.json") {
      throw LogError(
        .cannotCreate, "There is a store in \(path) already.",
        hint: "Use it as it is, or choose another folder for a new one.")
    }
    let isFree = try creating { (disk) throws(DiskError) in
      for left in names.map({ path + "/" + $0 }) {
        switch try disk.item(at: left) {
        case .directory where left == log:
          guard try disk.names(in: log).isEmpty else { return false }
        case .file where left == lock || left == draft: break
        default: return false
        }
      }
      return true
    }
    guard isFree else {
      throw LogError(.cannotCreate, "The folder \(path) isn't empty.", hint: hint)
    }
  }

  /// The writers' lock, which nobody has while a store is left half made.
  private func takeLock(noting made: inout [String]) throws(LogError) -> OpenFile {
    let (file, isNew) = try openLock()
    if isNew { made.append(lock) }
    guard try file.tryLock() else {
      // It is the file of the one who has locked it, whoever made it.
      if isNew { made.removeLast() }
      throw LogError(
        .cannotCreate, "Another process is making a store in \(path).",
        hint: "Use it once it is there, or choose another folder for a new one.")
    }
    return file
  }

  private func openLock() throws(LogError) -> (file: OpenFile, isNew: Bool) {
    if !(try hasLock()) {
      do throws(LogError) {
        return (try OpenFile(lock, for: .creating, on: disk), true)
      } catch {
        // Unless somebody else has just made it.
        guard try hasLock() else { throw error }
      }
    }
    return (try OpenFile(lock, for: .writingOrCreating, on: disk), false)
  }

  private func hasLock() throws(LogError) -> Bool {
    try creating { (disk) throws(DiskError) in try disk.item(at: lock) != nil }
  }

  private func makeFolder(_ folder: String, noting made: inout [String]) throws(LogError) {
    try creating { (disk) throws(DiskError) in try disk.makeFolder(folder) }
    made.append(folder)
  }

  private func makeContents(
    _ description: StoreDescription, noting made: inout [String]
  ) throws(LogError) {
    let left = try creating { (disk) throws(DiskError) in try disk.names(in: path) }
    if !left.contains("log") { try makeFolder(log, noting: &made) }
    try creating { (disk) throws(DiskError) in
      try disk.syncFolder(parent)
      if left.contains("store.json.new") { try disk.remove(draft) }
    }
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

// Creating a store. The file that makes a folder a store comes last and in one step, so that what a
// crash leaves isn't mistaken for a store; the next attempt finishes the work.

extension LogDirectory {
  /// Creates a store in a folder that doesn't exist, is empty, or contains only what an interrupted
  /// attempt left. If that fails, nothing that it created remains.
  ///
  /// - Throws: `cannotCreate` if there is something already or the folder can't be made; `malformed`
  ///   if the id isn't 32 lower-case hex digits.
  func create(id: String, created: Timestamp) throws(LogError) {
    guard let description = StoreDescription(id: id, created: created) else {
      throw LogError(.malformed, "A store's id has 32 lower-case hex digits.")
    }
    let isThere = try creating { (disk) throws(DiskError) in try disk.item(at: path) != nil }
    if isThere { try checkFree() }
    // Only these are removed again: another process may be creating a store here, too.
    var made: [String] = []
    do throws(LogError) {
      if !isThere { try makeFolder(path, noting: &made) }
      let lockFile = try takeLock(noting: &made)
      do throws(LogError) {
        // Another process may have created one while the lock was free.
        try checkFree()
        try lockFile.sync()
        try makeContents(description, noting: &made)
      } catch {
        // The lock is still held, so that no process waits for a file that no longer exists.
        withExtendedLifetime(lockFile) { remove(&made) }
        throw error
      }
    } catch {
      remove(&made)
      throw error
    }
  }

  /// Removes what was made, from the last to the first, as far as that succeeds.
  private func remove(_ made: inout [String]) {
    do throws(DiskError) {
      while let path = made.popLast() {
        try disk.remove(path)
        // Else the store could be back after a loss of power, without its log.
        if path == description { try disk.syncFolder(self.path) }
      }
    } catch {
      made = []
    }
  }

  private var draft: String { description + ".new" }

  /// Checks that there is nothing but what an interrupted attempt leaves.
  private func checkFree() throws(LogError) {
    let isFolder = try creating { (disk) throws(DiskError) in
      try disk.item(at: path) == .directory
    }
    let hint: LogError.Remedy = "Choose a folder that doesn't exist yet, or an empty one."
    guard isFolder else { throw LogError(.cannotCreate, "\(path) isn't a folder.", hint: hint) }
    let names = try creating { (disk) throws(DiskError) in try disk.names(in: path) }
    if names.contains("store.json") {
      throw LogError(
        .cannotCreate, "There is already a store in \(path).",
        hint: "Use it, or choose another folder for a new one.")
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
    // A store that has lost its other files still has the note of its last writer.
    guard isFree, try StoreLock.lastNote(in: self).isEmpty else {
      throw LogError(.cannotCreate, "The folder \(path) isn't empty.", hint: hint)
    }
  }

  /// The writers' lock, which is free when creating a store was interrupted.
  private func takeLock(noting made: inout [String]) throws(LogError) -> OpenFile {
    let (file, isNew) = try openLock()
    if isNew { made.append(lock) }
    guard try file.tryLock() else {
      // It belongs to the process that has locked it, whichever created it.
      if isNew { made.removeLast() }
      throw LogError(
        .cannotCreate, "Another process is creating a store in \(path).",
        hint: "Use it when it is finished, or choose another folder for a new one.")
    }
    return file
  }

  private func openLock() throws(LogError) -> (file: OpenFile, isNew: Bool) {
    if !(try hasLock()) {
      do throws(LogError) {
        return (try OpenFile(lock, for: .creating, on: disk), true)
      } catch {
        // Unless another process has just created it.
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
    try syncFolder(path)
    try on(draft) { (draft) throws(DiskError) in
      try disk.rename(draft, to: self.description)
    }
    made[made.count - 1] = self.description
    try syncFolder(path)
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

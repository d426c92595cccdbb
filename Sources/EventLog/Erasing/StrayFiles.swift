// Files in a store's folder that aren't a part of the store: nothing reads them, and erasing doesn't reach them.
// They are only named.

/// Files in a store's folder that aren't a part of the store.
@usableFromInline package struct StrayFiles: Hashable, Sendable {
  /// Files, but for those in the quarantine.
  public fileprivate(set) var files: [String] = []
  /// The targets of symbolic links.
  public fileprivate(set) var linked: [String] = []
}

/// Finds the files in a store's folder that aren't a part of the store.
package func strayFiles(of path: String) throws(LogError) -> StrayFiles {
  let disk = PosixDisk.here()
  let directory = LogDirectory(path, on: disk)
  let store = try StoreReader(directory).directory
  var stray = StrayFiles()
  do throws(DiskError) {
    try store.collect(in: store.path, on: disk, into: &stray)
  } catch {
    throw LogError(error, path: store.path)
  }
  return stray
}

extension LogDirectory {
  /// The files that say something about the store as a whole, and have no entries.
  private var notes: [String] { [description, lock, erasures, backups] }

  /// The names of files until they are whole; of no use afterwards.
  private var drafts: [String] {
    [incoming, rewriting] + (notes + [baseFile]).map { $0 + Self.draftSuffix }
  }

  /// Removes what calls that were killed have left: it may have personal data. The store must be locked.
  func removeDrafts() throws(LogError) {
    for path in drafts where try item(at: path) == .file { try remove(path) }
  }

  fileprivate func collect(in folder: String, on disk: PosixDisk, into stray: inout StrayFiles)
    throws(DiskError)
  {
    // A folder that can't be listed is named itself.
    guard let names = try? disk.names(in: folder) else { return stray.files.append(folder) }
    for name in names.sorted() {
      let path = folder + "/" + name
      if notes.contains(path) { continue }
      if path != log, try disk.isSymbolicLink(path) {
        stray.linked += [disk.resolved(path)].compactMap { $0 }
        continue
      }
      switch try disk.item(at: path) {
      case .directory where path != tiles:
        try collect(in: path, on: disk, into: &stray)
      case .file where !isOwn(name, in: folder): stray.files.append(path)
      default: break
      }
    }
  }

  private func isOwn(_ name: String, in folder: String) -> Bool {
    switch folder {
    case log: SegmentName.segment(name).map { $0 > start.seq } ?? false
    case cache: SegmentName.begins(name)
    case self.path: base != nil && path + "/" + name == baseFile
    default: (folder + "/").hasPrefix(quarantine + "/")
    }
  }
}

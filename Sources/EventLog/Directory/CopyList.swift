// The folders that ever got a copy of a store's entries: the file `backups.jsonl`, a line for each. It isn't part of
// the log, and only says where to look when personal data is erased.

/// A folder that got a copy of a store's entries.
@usableFromInline package struct StoreCopy: Hashable, Sendable {
  /// The command that copied them.
  public enum Kind: String, Sendable {
    /// A backup, which has all of them.
    case backup
    /// An archive, which has the first ones.
    case archive
  }

  /// The command that copied them.
  public let kind: Kind
  /// The folder, without symbolic links.
  public let path: String
}

/// The folders that got copies of a store's entries, whether they are still there or not.
///
/// A backup that takes its store's place knows those of the store; then it isn't one of them itself.
package func knownCopies(of path: String) throws(LogError) -> [StoreCopy] {
  let disk = PosixDisk.here()
  let itself = disk.resolved(path)
  return try LogDirectory(path, on: disk).knownCopies().filter { $0.path != itself }
}

/// The segments of a store that have other names elsewhere (hard links), which keep what is erased in the store.
public func linkedSegments(of path: String) throws(LogError) -> [String] {
  let directory = LogDirectory(path)
  var linked: [String] = []
  for segment in try directory.segments() {
    let file = try directory.openSegment(segment, for: .reading)
    if try file.linkCount() > 1 { linked.append(file.path) }
  }
  return linked
}

/// Whether archiving to a folder was begun, and never finished.
public func isUnfinishedArchive(_ path: String) -> Bool {
  let archive = LogDirectory(path)
  return (try? archive.item(at: archive.description)) == .file
    && (try? StoreLock.lastNote(in: archive))?.isEmpty == true
}

extension LogDirectory {
  private static let longest = 1 << 20

  func knownCopies() throws(LogError) -> [StoreCopy] {
    let base = try item(at: description) == .file ? openBase(.read(in: self)) : nil
    let archives = (base?.header.folders ?? []).map { StoreCopy(kind: .archive, path: $0) }
    return try notedCopies().reduce(into: archives) { if !$0.contains($1) { $0.append($1) } }
  }

  private func notedCopies() throws(LogError) -> [StoreCopy] {
    guard try item(at: backups) == .file else { return [] }
    let bytes = try OpenFile(backups, for: .reading, on: disk).bytes(at: 0, count: Self.longest)
    return bytes.split(separator: 0x0A).compactMap { line in
      let line = ByteStorage.copy(of: Array(line))
      let value = try? JSONValue(line, in: 0..<line.count, profile: .anyOrder)
      let kind = value?["kind"]?.string.flatMap(StoreCopy.Kind.init) ?? .backup
      return value?["path"]?.string.map { StoreCopy(kind: kind, path: $0) }
    }
  }

  /// Notes the folders that another folder with the same store has noted.
  func noteCopies(of other: LogDirectory) throws(LogError) {
    let known = try notedCopies()
    let all = try other.notedCopies().reduce(into: known) { if !$0.contains($1) { $0.append($1) } }
    guard all.count > known.count, try !isTaken(backups) else { return }
    var writer = JSONWriter()
    for copy in all { copy.writeLine(to: &writer) }
    try replace(backups, with: writer.storage())
  }

  /// Notes a folder before anything is copied there. A store that can't be written to goes without.
  ///
  /// - Returns: The folder's path without symbolic links, if it is there.
  @discardableResult
  func note(_ kind: StoreCopy.Kind, at target: String, on disk: PosixDisk) -> String {
    let target = disk.resolved(target) ?? target
    guard let known = try? notedCopies(), !known.contains(StoreCopy(kind: kind, path: target)),
      (try? isTaken(backups)) == false, let file = try? disk.openToAppend(backups)
    else { return target }
    defer { disk.close(file) }
    var writer = JSONWriter()
    StoreCopy(kind: kind, path: target).writeLine(to: &writer)
    // One write: others may append at the same time.
    writer.withBytes { _ = try? disk.append($0, to: file) }
    try? disk.sync(file)
    try? syncFolder(path)
    return target
  }
}

extension StoreCopy {
  fileprivate func writeLine(to writer: inout JSONWriter) {
    writer.object {
      $0.member("path", path)
      $0.member("kind", kind == .backup ? nil : kind.rawValue)
    }
    writer.raw("\n")
  }
}

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
package struct CopyList: Sendable {
  /// The folders that are known.
  package fileprivate(set) var copies: [StoreCopy] = []
  /// The places in the file that can't be read, so that folders may be missing: its lines, or all of it.
  package fileprivate(set) var unreadable: [String] = []
  /// The lines that can't be read.
  fileprivate var unreadableLines: [[UInt8]] = []

  fileprivate var lineCount: Int { copies.count + unreadableLines.count }

  fileprivate mutating func add(_ other: CopyList) {
    for copy in other.copies where !copies.contains(copy) { copies.append(copy) }
    unreadable += other.unreadable
    for line in other.unreadableLines where !unreadableLines.contains(line) {
      unreadableLines.append(line)
    }
  }
}

/// The folders that got copies of a store's entries.
///
/// A backup that takes its store's place knows those of the store; then it isn't one of them itself.
package func knownCopies(of path: String) throws(LogError) -> CopyList {
  let disk = PosixDisk.here()
  let itself = disk.resolved(path)
  var list = try LogDirectory(path, on: disk).knownCopies()
  list.copies.removeAll { $0.path == itself }
  return list
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

  func knownCopies() throws(LogError) -> CopyList {
    let base = try item(at: description) == .file ? openBase(.read(in: self)) : nil
    var list = CopyList()
    list.copies = (base?.header.folders ?? []).map { StoreCopy(kind: .archive, path: $0) }
    do throws(LogError) {
      list.add(try notedCopies())
    } catch {
      list.unreadable.append(backups)
    }
    return list
  }

  private func notedCopies() throws(LogError) -> CopyList {
    var list = CopyList()
    guard let item = try item(at: backups) else { return list }
    guard item == .file else {
      list.unreadable.append(backups)
      return list
    }
    let bytes = try OpenFile(backups, for: .reading, on: disk).bytes(at: 0, count: Self.longest)
    if bytes.count == Self.longest { list.unreadable.append(backups) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where !line.isEmpty {
      if let copy = StoreCopy(line: line) {
        list.copies.append(copy)
      } else {
        list.unreadable.append("\(backups):\(number)")
        list.unreadableLines.append(Array(line))
      }
    }
    return list
  }

  /// Notes the folders that another folder with the same store has noted.
  func noteCopies(of other: LogDirectory) throws(LogError) {
    let known = try notedCopies()
    var all = known
    all.add(try other.notedCopies())
    guard all.lineCount > known.lineCount, try !isTaken(backups) else { return }
    var writer = JSONWriter()
    for copy in all.copies { copy.writeLine(to: &writer) }
    for line in all.unreadableLines {
      line.withUnsafeBytes { writer.raw($0) }
      writer.raw("\n")
    }
    try replace(backups, with: writer.storage())
  }

  /// Notes a folder before anything is copied there. A store that can't be written to goes without.
  ///
  /// - Returns: The folder's path without symbolic links, if it is there.
  @discardableResult
  func note(_ kind: StoreCopy.Kind, at target: String, on disk: PosixDisk) -> String {
    let target = disk.resolved(target) ?? target
    guard let known = try? notedCopies().copies,
      !known.contains(StoreCopy(kind: kind, path: target)),
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
  fileprivate init?(line: ArraySlice<UInt8>) {
    let line = ByteStorage.copy(of: Array(line))
    let value = try? JSONValue(line, in: 0..<line.count, profile: .anyOrder)
    guard let path = value?["path"]?.string else { return nil }
    self.init(kind: value?["kind"]?.string.flatMap(Kind.init) ?? .backup, path: path)
  }

  fileprivate func writeLine(to writer: inout JSONWriter) {
    writer.object {
      $0.member("path", path)
      $0.member("kind", kind == .backup ? nil : kind.rawValue)
    }
    writer.raw("\n")
  }
}

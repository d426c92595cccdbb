// Copies a log between folders and servers, line by line as it is: so a copy is a store of its own, with the same
// bytes, proofs and checkpoints, at every moment. Whatever interrupts it, the next call goes on.

import Integrity

/// The copying of a store to another place, group by group.
package final class LogCopy {
  private let source: any CopySource
  private let target: any CopyTarget
  private var lines: CopiedLinesReader
  /// The changes so far.
  public private(set) var report: CopyReport
  /// Whether personal data is left to erase in the copy.
  private var hasErasures = true

  /// Opens a store and its copy, which is made if there is none.
  ///
  /// - Parameters:
  ///   - path: The store: a folder, or a server.
  ///   - target: The copy: a folder, or a server.
  ///   - dialect: The one of a copy that is made on a server.
  ///   - lockTimeoutMilliseconds: The time to wait for another writer.
  /// - Throws: `notACopy` if the target has entries that the store doesn't have, or is another store; `archived` if the
  ///   store's first entries are; `notPermitted` if the login may not read all of it; an error of one of both.
  package convenience init(
    from path: String, to target: String, dialect: ServerDialect = .functions,
    lockTimeoutMilliseconds: Int = 5_000
  ) throws(LogError) {
    try self.init(of: Self.source(path), at: path, to: target) { (source, id) throws(LogError) in
      if let address = ServerAddress(target) {
        return try ServerTarget(
          address, of: source, id: id, dialect: dialect,
          lockTimeoutMilliseconds: lockTimeoutMilliseconds)
      }
      let (disk, folder) = (PosixDisk.here(), LogDirectory(target))
      if ServerAddress(path) == nil { try LogDirectory(path).checkIsAnother(folder) }
      try disk.checkIsOutsideStores(target)
      return try FolderTarget(
        target, of: source, id: id, lockTimeoutMilliseconds: lockTimeoutMilliseconds)
    }
  }

  /// - Parameter open: Opens the target, which isn't touched before the source may be copied.
  init(
    of source: any CopySource, at path: String, to target: String,
    _ open: (_ source: any CopySource, _ id: String) throws(LogError) -> any CopyTarget
  ) throws(LogError) {
    guard let id = source.storeID else { throw .notAStore(path) }
    if let base = source.base { throw base.archived() }
    guard !source.withholdsPersonal else {
      throw LogError(
        .notPermitted,
        "This login may not read the personal data of \(nameOfServer(at: path) ?? path): a copy would lack it.",
        hint: "Copy under a login that has the role personal.")
    }
    self.source = source
    self.target = try open(source, id)
    report = CopyReport(entries: self.target.store.end.seq)
    let isSame = self.target.store.storeID == id && self.target.store.base == nil
    guard isSame else {
      throw LogError(
        .notACopy, "\(nameOfServer(at: target) ?? target) has another store.",
        hint: "Nothing was changed. Choose another place for the copy.")
    }
    if ServerAddress(path) == nil, ServerAddress(target) == nil {
      let disk = PosixDisk.here()
      LogDirectory(path, on: disk).note(.backup, at: target, on: disk)
    }
    lines = try Self.lines(of: source, after: self.target.store)
  }

  static func source(_ path: String) throws(LogError) -> any CopySource {
    if let address = ServerAddress(path) {
      return try ServerStore(address, FileStore.Options(), writes: false)
    }
    return try StoreReader(path: path)
  }

  /// The lines that the copy lacks.
  private static func lines(of source: any CopySource, after copy: any EntryStore & LogSource)
    throws(LogError) -> CopiedLinesReader
  {
    let end = copy.end
    if end.seq == 0 { return try CopiedLinesReader(source, after: end) }
    guard try source.leaf(of: end.seq) == copy.leaf(of: end.seq) else {
      throw LogError(
        .notACopy,
        "Entry \(end.seq), the last one of the copy, isn't in the store that is copied.",
        seq: end.seq,
        hint: """
          Nothing was changed. Find out which of both has lost entries, or has others; then copy to a \
          new place.
          """)
    }
    return try CopiedLinesReader(source, after: end)
  }

  /// Copies the next entries: as many as are written at once. After the last one, erases what the log says was erased.
  ///
  /// - Returns: false if there are none.
  public func copyGroup() throws(LogError) -> Bool {
    guard let group = try lines.nextGroup() else {
      try finishErasures()
      return false
    }
    try target.load(group)
    report.copied += group.end.seq - report.entries
    report.entries = group.end.seq
    report.bytes += group.bytes.count
    if group.recordsErasure { hasErasures = true }
    return true
  }

  /// Prepares for what was appended since the end was reached.
  ///
  /// - Throws: `notACopy` if the store has lost what was copied.
  public func goOn() throws(LogError) {
    if try source.lastSeq() == report.entries { return }
    lines = try Self.lines(of: source, after: target.store)
  }

  /// Waits as the store that is copied does.
  public func waitForNews() -> Bool { source.waitForNews() }

  /// Erases what is left to erase, and closes the copy.
  ///
  /// - Returns: All changes.
  public func close() throws(LogError) -> CopyReport {
    try finishErasures()
    try target.store.close()
    report.sourceEntries = try source.lastSeq()
    return report
  }

  private func finishErasures() throws(LogError) {
    guard hasErasures else { return }
    report.erased += try target.store.finishErasures().entries
    hasErasures = false
  }
}

extension EntrySource {
  /// The hash of an entry's leaf; nil if there is no such entry.
  fileprivate func leaf(of seq: Int) throws(LogError) -> Digest? {
    var reader = try EntryReader(self, from: cursor(before: seq), pieceSize: 1 << 16)
    while let entry = try reader.next() {
      if entry.seq >= seq { return entry.seq == seq ? entry.leafHash : nil }
    }
    return nil
  }
}

extension LogError {
  fileprivate static func notAStore(_ path: String) -> LogError {
    LogError(.notAStore, "\(path) isn't a store.", hint: "Pass a store's folder, or a server.")
  }
}

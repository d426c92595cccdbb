// Brings archived segments back. They are checked, and don't count before all of them are there.

import EventSourcing
import JSONLines

/// What `restoreArchive` did.
public struct RestoreReport: Hashable, Sendable {
  /// The last entry that was archived; 0 if none was.
  public var through = 0
  /// How many segments are back.
  public var segments = 0
  /// What the base said that the entries don't lead to: the first such stream, or else the tree over them.
  public var difference: String?
}

/// Moves archived segments back into a store, and compares what the store began with meanwhile with what they lead to.
/// The copies stay where they are.
///
/// - Parameters:
///   - path: The store's folder.
///   - folders: Where else to look for the segments than in the folders that they were archived to.
///   - domains: All domains whose streams the store has.
///   - lockTimeoutMilliseconds: How long to wait for another writer.
/// - Throws: `archived` if a segment isn't found as it was archived, `corrupt` if it is damaged; nothing is changed
///   then; `locked`, `noSuchStore`, `notAStore`, `newerVersion`, `inputOutput`, `diskFull`.
/// - Complexity: Reads the whole log.
public func restoreArchive(
  _ path: String, from folders: [String] = [], of domains: [any CodableDecider.Type],
  lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> RestoreReport {
  try restoreArchive(
    LogDirectory(path, on: PosixDisk()), from: folders, of: domains, lockTimeoutMilliseconds)
}

func restoreArchive(
  _ source: LogDirectory, from folders: [String], of domains: [any CodableDecider.Type],
  _ lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> RestoreReport {
  // Nothing is made where there is no store.
  try StoreDescription.read(in: source).checkIsWritable()
  let lock = try StoreLock.acquire(in: source, timeoutMilliseconds: lockTimeoutMilliseconds)
  return try withExtendedLifetime(lock) { () throws(LogError) in
    let store = try StoreReader(source)
    guard let base = store.base else { return RestoreReport() }
    var report = RestoreReport(through: base.header.through)
    for segment in base.header.segments {
      try store.directory.restore(segment, from: folders)
      report.segments += 1
    }
    let whole = try StoreReader(source, ignoringBase: true)
    report.difference = try whole.difference(from: base, of: domains)
    try whole.directory.beginWithFirstEntry(store.description)
    try whole.directory.removeKept()
    return report
  }
}

extension LogDirectory {
  /// Brings a segment back, unless it is still there.
  fileprivate func restore(_ segment: BaseHeader.Segment, from folders: [String]) throws(LogError) {
    if try has(segment) { return }
    for folder in folders + [segment.folder] {
      let archive = LogDirectory(folder, on: disk)
      guard try archive.has(segment) else { continue }
      let copy = try archive.openSegment(segment.first, for: .reading)
      try receive(segment.first) { (file) throws(LogError) in
        try file.take(from: copy, 0..<segment.bytes)
      }
      try setWritable(false, segment.first)
      guard try has(segment) else { break }
      return
    }
    let name = SegmentName.text(segment.first)
    throw LogError(
      .archived, "\(name) isn't in \(segment.folder)/log as it was when it was archived.",
      seq: segment.first, hint: .findArchive)
  }
}

extension StoreReader {
  /// Reads the whole log, and compares the states at the end of what was archived with a base.
  fileprivate func difference(from base: LogBase, of domains: [any CodableDecider.Type])
    throws(LogError) -> String?
  {
    var fold = BaseFold(of: description.id, domains)
    var reader = try EntryReader(self, level: .full)
    while reader.seq < base.header.through, try reader.next(into: &fold) != nil {}
    guard let made = fold.base() else { return nil }
    while try reader.next(into: &fold) != nil {}
    if reader.seq < base.header.through { throw base.archived(reader.seq + 1) }
    if let difference = made.header.difference(from: base.header) { return difference }
    let found = LogBase(made.header, lines: made.lines, path: base.path)
    do throws(LogError) {
      if try base.lines() == made.lines { return nil }
      if let stream = try base.firstDifference(from: found, of: domains) { return stream }
      try base.verify()
      return nil
    } catch {
      // What can't be read isn't needed any more.
      guard error.place?.file == base.path else { throw error }
      return "the lines"
    }
  }
}

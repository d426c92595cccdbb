// A copy of a store that can take its place, made while another process may be writing to the store. The copy is
// a store itself, at every moment: its segments appear whole and in the log's order.

import EventSourcing
import JSONLines

/// What `backUp` did.
public struct BackupReport: Hashable, Sendable {
  /// The last entry in the backup; 0 if there is none.
  public var entries = 0
  /// How many segments the backup has.
  public var segments = 0
  /// How many of them were copied now, because they are new or were changed.
  public var copied = 0
  /// How many bytes these have.
  public var bytes = 0
}

/// Copies a store, or what has changed since it was last copied there, and then reads the whole copy.
///
/// What is to be copied is verified first, so that damage never replaces a good copy. Neither the
/// quarantine is copied nor a torn tail. The store notes where the backup is, if it can be written to.
///
/// - Parameters:
///   - path: The store's folder. It isn't locked.
///   - target: The backup's folder: one that doesn't exist, is empty, or has a backup of the same store.
///   - lockTimeoutMilliseconds: How long to wait for another backup to the same folder.
/// - Throws: `cannotCreate` if the backup's folder has something else, has entries that the store
///   doesn't have, or is in a store; `corrupt` if something to be copied, or the copy, is damaged; `locked`,
///   `noSuchStore`, `notAStore`, `newerVersion`, `inputOutput`, `diskFull`.
/// - Complexity: Reads every byte of the backup, and writes what has changed.
public func backUp(
  _ path: String, to target: String, lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> BackupReport {
  let disk = PosixDisk.here()
  try disk.checkIsOutsideStores(target)
  let store = LogDirectory(path, on: disk)
  let report = try backUp(store, to: LogDirectory(target, on: disk), lockTimeoutMilliseconds)
  store.noteBackup(at: target, on: disk)
  return report
}

func backUp(
  _ directory: LogDirectory, to target: LogDirectory, _ lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> BackupReport {
  let store = try StoreReader(directory)
  let source = store.directory
  try source.checkIsAnother(target)
  // Nothing is made for a store that can't be copied: an empty backup would look like a good one.
  var whole: LogPart.Parts?
  if try target.item(at: target.description) == nil {
    whole = try store.goodParts(from: source.segments().first)
    try target.create(id: store.description.id, created: store.description.created)
  }
  let description = try target.inBackup { () throws(LogError) in
    try StoreDescription.read(in: target)
  }
  guard description.id == store.description.id else {
    throw .unusable("\(target.path) has another store.")
  }
  guard !description.isArchive else { throw .unusable("\(target.path) is an archive.") }
  let lock = try StoreLock.acquire(in: target, timeoutMilliseconds: lockTimeoutMilliseconds)
  return try withExtendedLifetime(lock) { () throws(LogError) in
    try target.inBackup { () throws(LogError) in try target.take(baseOf: store) }
    // What was archived when it was made may be back.
    var copy = try target.inBackup { () throws(LogError) in
      try StoreReader(target, ignoringBase: store.base == nil)
    }
    let backup = Backup(source: store, target: copy)
    let parts = if let whole { whole } else { try backup.changedParts() }
    let report = try backup.copy(parts)
    // What is left to erase in the store is left in the copy.
    if try ErasureNote.read(in: source) != nil {
      try ErasureNote(isRewriting: false).write(in: target)
    }
    try lock.noteCopied(end: report.entries)
    if store.base == nil { try target.beginWithFirstEntry(copy.description) }
    try target.inBackup { () throws(LogError) in
      copy = try StoreReader(target)
      try copy.base?.verify()
      var reader = try EntryReader(copy, level: .full)
      while try reader.next() != nil {}
    }
    return report
  }
}

private struct Backup {
  let source: StoreReader
  let target: StoreReader

  private var from: LogDirectory { source.directory }
  private var to: LogDirectory { target.directory }

  /// The store's segments from the first one on that isn't in the backup as it is in the store, or the last.
  func changedParts() throws(LogError) -> LogPart.Parts {
    let segments = try from.segments()
    try checkContinuation(of: segments)
    var first = segments.last
    for segment in segments.dropLast().reversed() where try isChanged(segment, size: nil) {
      first = segment
    }
    return try source.goodParts(from: first)
  }

  /// Checks that the store has the backup's last entry, so that no other history is overwritten.
  fileprivate func checkContinuation(of segments: [Int]) throws(LogError) {
    let copies = try to.inBackup { () throws(LogError) in
      try to.segments().filter { $0 > from.start.seq }
    }
    if let last = try lastEntry(among: copies), try !hasEntry(last, among: segments) {
      throw .unusable("\(to.path) has entries that the store doesn't have, such as \(last.seq).")
    }
    if let other = copies.first(where: { !segments.contains($0) }) {
      // If the store has lost it, that is what is wrong.
      _ = try source.goodParts(from: segments.first)
      throw .unusable("The store has no such segment as \(to.segmentPath(other)).")
    }
  }

  private func hasEntry(_ wanted: Entry, among segments: [Int]) throws(LogError) -> Bool {
    let start = LogCursor(startOfSegmentHolding: wanted.seq, among: segments)
    var reader = try EntryReader(source, from: start)
    while let entry = try reader.next(), entry.seq <= wanted.seq {
      if entry.seq == wanted.seq { return entry.isSame(as: wanted) }
    }
    return false
  }

  private func lastEntry(among segments: [Int]) throws(LogError) -> Entry? {
    guard let segment = segments.last else { return nil }
    let found = try to.inBackup { () throws(LogError) in
      var reader = try EntryReader(target, from: LogCursor(startOf: segment))
      var last: Entry?
      while let entry = try reader.next() { last = entry }
      return last
    }
    // A segment that somebody has just begun is empty.
    return if let found { found } else { try lastEntry(among: segments.dropLast()) }
  }

  /// Whether a segment isn't in the backup, or has another size or time than when it was copied.
  ///
  /// - Parameter size: How much of it is copied; all of it if nil.
  private func isChanged(_ segment: Int, size: Int?) throws(LogError) -> Bool {
    guard try to.item(at: to.segmentPath(segment)) == .file else { return true }
    let original = try from.openSegment(segment, for: .reading)
    let copy = try to.openSegment(segment, for: .reading)
    let wanted = if let size { size } else { try original.size() }
    let actual = try copy.size()
    let (written, copied) = (try original.stamp().modified, try copy.stamp().modified)
    return wanted != actual || written != copied
  }

  func copy(_ parts: LogPart.Parts) throws(LogError) -> BackupReport {
    var report = BackupReport(entries: parts.end)
    for part in parts.parts where try isChanged(part.segment, size: part.size) {
      try copy(part)
      report.copied += 1
      report.bytes += part.size
    }
    let segments = try to.segments()
    report.segments = segments.count
    for segment in segments.dropLast() { try to.setWritable(false, segment) }
    return report
  }

  private func copy(_ part: LogPart) throws(LogError) {
    try to.receive(part.segment) { (file) throws(LogError) in try fill(file, with: part) }
  }

  private func fill(_ file: OpenFile, with part: LogPart) throws(LogError) {
    let original = try from.openSegment(part.segment, for: .reading)
    guard try original.stamp().isOfSameFile(as: part.file) else {
      throw LogError(
        .locked, "The log was rewritten while it was copied, to erase personal data.",
        hint: "Back up again. The backup is as it was, or has some segments more.")
    }
    // Before it is read: what is written to it meanwhile makes it a changed one next time.
    let modified = try original.stamp().modified
    // A power failure must not take from the store what the backup has.
    try original.sync()
    try file.take(from: original, 0..<part.size)
    guard try file.size() == part.size else {
      throw LogError(
        .corrupt, "The log was cut while it was copied.",
        at: Place(file: original.path, line: 1, byte: try file.size()), seq: part.segment,
        hint: "The backup is as it was, or has some segments more. Back up again.")
    }
    try file.setModified(modified)
  }
}

/// What is good of a segment.
private struct LogPart {
  /// In the log's order, and the log's last entry.
  typealias Parts = (parts: [LogPart], end: Int)

  let segment: Int
  /// In bytes.
  let size: Int
  /// The file that was read.
  let file: FileStamp
}

extension StoreReader {
  /// Reads every byte from a segment on, as far as the log goes.
  fileprivate func goodParts(from segment: Int?) throws(LogError) -> LogPart.Parts {
    let start = segment.map { LogCursor(startOf: $0) } ?? .start
    var reader = try EntryReader(self, from: start, level: .full)
    var parts: [LogPart] = []
    // Before they are read. Those that are begun meanwhile aren't rewritten so soon.
    var files: [Int: FileStamp] = [:]
    for segment in try directory.segments() {
      files[segment] = try directory.openSegment(segment, for: .reading).stamp()
    }
    while try reader.next() != nil {
      let end = reader.cursor
      if parts.last?.segment == end.segment { parts.removeLast() }
      let known = files[end.segment]
      let file =
        if let known { known } else {
          try directory.openSegment(end.segment, for: .reading).stamp()
        }
      files[end.segment] = file
      parts.append(LogPart(segment: end.segment, size: end.byte, file: file))
    }
    return (parts, reader.seq)
  }
}

extension Entry {
  /// Whether this is the other one, although its personal data may have been erased since.
  fileprivate func isSame(as other: Entry) -> Bool {
    (at, rev) == (other.at, other.rev)
      && storage.string(stream) == other.storage.string(other.stream)
  }
}

extension LogDirectory {
  /// Checks that a folder isn't this one.
  func checkIsAnother(_ target: LogDirectory) throws(LogError) {
    if try isSame(as: target) { throw .unusable("\(target.path) is the store itself.") }
  }

  /// Whether a path leads to this folder.
  func isSame(as other: LogDirectory) throws(LogError) -> Bool {
    func stamp(_ path: String) throws(LogError) -> FileStamp? {
      try on(path) { (disk, path) throws(DiskError) in try disk.stamp(at: path) }
    }
    guard let one = try stamp(path), let other = try stamp(other.path) else { return false }
    return one.isOfSameFile(as: other)
  }

  /// Makes a backup begin with what the store begins with.
  fileprivate func take(baseOf store: StoreReader) throws(LogError) {
    let description = try StoreDescription.read(in: self)
    guard let base = store.base else { return }
    try base.verify()
    // What it has must be what the store has, before some of it isn't looked at any more.
    let all = try StoreReader(self, ignoringBase: true)
    let segments = try all.directory.segments()
    for segment in segments where segment <= base.header.through {
      let record = base.header.segments.first { $0.first == segment }
      guard let record, try all.directory.has(record) else {
        throw .unusable("\(path) has entries that are archived, and aren't those of the archive.")
      }
    }
    if segments.last ?? 0 > base.header.through {
      let backup = Backup(source: store, target: all)
      try backup.checkContinuation(of: store.directory.segments())
    }
    if description.hasBase, try contents(of: baseFile) == base.bytes() { return }
    try begin(with: try base.bytes(), description)
  }

  private func contents(of path: String) throws(LogError) -> [UInt8] {
    guard try item(at: path) == .file else { return [] }
    let file = try OpenFile(path, for: .reading, on: disk)
    return try file.bytes(at: 0, count: try file.size())
  }

  /// Damage that is found here isn't the store's.
  fileprivate func inBackup<R>(_ body: () throws(LogError) -> R) throws(LogError) -> R {
    do throws(LogError) {
      return try body()
    } catch {
      guard error.code == .corrupt else { throw error }
      throw LogError(
        .corrupt, error.message, at: error.place, seq: error.seq,
        hint: "This is the backup, not the store. Back up to a new folder, then remove this one.")
    }
  }
}

extension LogError {
  fileprivate static func unusable(_ message: String) -> LogError {
    LogError(
      .cannotCreate, message,
      hint: """
        Nothing was changed. Choose a folder that doesn't exist yet, or one with a backup of this store \
        that nobody has written to.
        """)
  }
}

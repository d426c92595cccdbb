// A copy of a store that can take its place, made while another process may be writing to the store. The copy is
// a store itself, at every moment: its segments appear whole and in the log's order.

/// Copies a store, or what has changed since it was last copied there, and then reads the whole copy.
///
/// The segments to copy are verified first, so that damage never replaces a good copy. Neither the
/// quarantine is copied nor a torn tail. The store notes where the backup is, if it can be written to, and the backup
/// where all copies are that the store knows of.
///
/// - Parameters:
///   - path: The store's folder. It isn't locked.
///   - target: The backup's folder: one that doesn't exist, is empty, or has a backup of the same store.
///   - projection: Reads the store's entries first: an entry that it can't read is damaged, and isn't copied. Without
///     one, only damage that concerns every domain is found.
///   - lockTimeoutMilliseconds: The time to wait for another backup to the same folder.
/// - Throws: `cannotCreate` if the backup's folder has something else, has entries that the store
///   doesn't have, or is in a store; `corrupt` if something to be copied, or the copy, is damaged; `locked`,
///   `noSuchStore`, `notAStore`, `newerVersion`, `inputOutput`, `diskFull`.
/// - Complexity: Reads every byte of the backup and, for a projection, of the store, and writes what has changed.
package func backUp(
  _ path: String, to target: String, checking projection: (any Projection)? = nil,
  lockTimeoutMilliseconds: Int = 5_000
) throws(LogError) -> BackupReport {
  let disk = PosixDisk.here()
  try disk.checkIsOutsideStores(target)
  let store = LogDirectory(path, on: disk)
  if var projection { _ = try StoreReader(store).project(into: &projection) }
  return try backUp(store, to: LogDirectory(target, on: disk), lockTimeoutMilliseconds) {
    store.note(.backup, at: target, on: disk)
  }
}

/// - Parameter noting: Called before anything is copied.
func backUp(
  _ directory: LogDirectory, to target: LogDirectory, _ lockTimeoutMilliseconds: Int = 5_000,
  noting: () -> Void = {}
) throws(LogError) -> BackupReport {
  let store = try StoreReader(directory)
  let source = store.directory
  try source.checkIsAnother(target)
  // No folder is made for a store that can't be copied: an empty backup would look like a good one.
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
    noting()
    try target.noteCopies(of: source)
    let report = try target.receive(store, whole)
    // Personal data that is left to erase in the store is left in the copy.
    if try ErasureNote.read(in: source) != nil {
      try ErasureNote(isRewriting: false).write(in: target)
    }
    let renewed = try lock.noteCopied(end: report.entries)
    return try withExtendedLifetime(renewed) { () throws(LogError) in
      try target.inBackup { () throws(LogError) in
        let copy = try StoreReader(target)
        try copy.base?.verify()
        var reader = try EntryReader(copy, checksPayloads: true)
        while try reader.next() != nil {}
      }
      return report
    }
  }
}

extension LogDirectory {
  /// Copies what has changed. The base counts once the entries after it are here: those that the base so far stands
  /// for, too, which nothing reads until then.
  ///
  /// - Parameter whole: All parts of the store, if the copy is a new one.
  fileprivate func receive(_ store: StoreReader, _ whole: LogPart.Parts?) throws(LogError)
    -> BackupReport
  {
    let (now, all) = try inBackup { () throws(LogError) in
      (try StoreReader(self), try StoreReader(self, ignoringBase: true))
    }
    let hidden = now.directory.start.seq
    let backup = try Backup(source: store, target: all, hidden: hidden)
    try backup.checkArchivedEntries()
    try removeDrafts()
    let (parts, end) = if let whole { whole } else { try backup.changedParts() }
    var report = BackupReport(entries: end)
    for part in parts where part.segment <= hidden { try backup.copy(part, &report) }
    if let base = try store.base?.bytes() {
      let isSame = try contents(of: baseFile) == base
      if !isSame || !now.description.hasBase { try begin(with: base, now.description) }
    } else {
      try beginWithFirstEntry(now.description)
    }
    for part in parts where part.segment > hidden { try backup.copy(part, &report) }
    let copy = try inBackup { () throws(LogError) in try StoreReader(self).directory }
    try copy.removeArchivedCopies(of: store.base)
    if report.copied > 0 { try removeKept() }
    let segments = try copy.segments()
    report.segments = segments.count
    for segment in segments.dropLast() { try setWritable(false, segment) }
    return report
  }

  /// Removes the segments that are archived, as far as the archive has them. They may have what was erased before.
  private func removeArchivedCopies(of base: ArchivedPrefix?) throws(LogError) {
    let archived = try archivedSegments()
    guard let base, !archived.isEmpty else { return }
    for record in base.header.segments where archived.contains(record.first) {
      if try hasCopy(of: record) { try remove(segmentPath(record.first)) }
    }
    try syncFolder(log)
  }
}

private struct Backup {
  let source: StoreReader
  /// The backup, whatever entry it begins with.
  let target: StoreReader

  /// The last entry that the backup's base stands for. Segments up to it are none of its log: a call that was killed
  /// has left them.
  let hidden: Int

  /// The backup's open segment, if the store has sealed it since.
  private let sealed: Int?

  private var from: LogDirectory { source.directory }
  private var to: LogDirectory { target.directory }

  init(source: StoreReader, target: StoreReader, hidden: Int) throws(LogError) {
    (self.source, self.target, self.hidden) = (source, target, hidden)
    let open = try target.directory.segments().last
    sealed = try source.directory.segments().last == open ? nil : open
  }

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
  private func checkContinuation(of segments: [Int]) throws(LogError) {
    let copies = try to.inBackup { () throws(LogError) in
      try to.segments().filter { $0 > from.start.seq }
    }
    if let last = try lastEntry(among: copies.filter { $0 > hidden }),
      try !hasEntry(last, among: segments)
    {
      throw .unusable("\(to.path) has entries that the store doesn't have, such as \(last.seq).")
    }
    if let other = copies.first(where: { !segments.contains($0) }) {
      // A store that has lost the segment has an error of its own.
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
    // A segment that another process has just begun is empty.
    return if let found { found } else { try lastEntry(among: segments.dropLast()) }
  }

  /// Whether a segment isn't in the backup, has another size or time than when it was copied, or can't be sealed there.
  ///
  /// - Parameter size: The number of bytes that are copied; all of them if nil.
  private func isChanged(_ segment: Int, size: Int?) throws(LogError) -> Bool {
    guard try to.item(at: to.segmentPath(segment)) == .file else { return true }
    let original = try from.openSegment(segment, for: .reading)
    let copy = try to.openSegment(segment, for: .reading)
    // Sealing it would seal it in an earlier copy, too, which couldn't be written to.
    if segment == sealed, try copy.linkCount() > 1 { return true }
    let wanted = if let size { size } else { try original.size() }
    let actual = try copy.size()
    let (written, copied) = (try original.stamp().modified, try copy.stamp().modified)
    return wanted != actual || written != copied
  }

  /// Checks that what it has of the archived entries is what was archived, perhaps less, or with what was erased since.
  func checkArchivedEntries() throws(LogError) {
    guard let base = source.base else { return }
    try base.verify()
    let records = base.header.segments
    let ends = records.dropFirst().map { $0.first - 1 } + [base.header.through]
    for segment in try to.segments() where hidden < segment && segment <= base.header.through {
      let index = records.firstIndex { $0.first == segment }
      if let index, try to.has(records[index]) { continue }
      guard let index, try hasEntries(of: records[index], through: ends[index]) else {
        throw .unusable(
          "\(to.path) has entries that are archived, and aren't those of the archive.")
      }
    }
  }

  /// Whether the entries of a segment are those of the archived one, as far as there are any.
  private func hasEntries(of record: ArchivedPrefixHeader.Segment, through last: Int)
    throws(LogError)
    -> Bool
  {
    let archive = LogDirectory(record.folder, on: from.disk)
    guard try archive.has(record) else {
      throw LogError(
        .cannotCreate,
        "\(to.segmentPath(record.first)) isn't as it was archived, and \(record.folder) hasn't what was.",
        hint: """
          Nothing was changed. Bring the archive back to that folder, so that both can be compared, or \
          back up to a new folder, then remove this one.
          """)
    }
    let start = LogCursor(startOf: record.first)
    var originals = try EntryReader(StoreReader(archive, ignoringBase: true), from: start)
    return try to.inBackup { () throws(LogError) in
      var copies = try EntryReader(target, from: start)
      while let copy = try copies.next(), copies.entryCursor.segment == record.first {
        guard copy.seq <= last, let original = try originals.next(),
          original.leafHash == copy.leafHash
        else { return false }
      }
      return true
    }
  }

  func copy(_ part: LogPart, _ report: inout BackupReport) throws(LogError) {
    guard try isChanged(part.segment, size: part.size) else { return }
    try to.receive(part.segment) { (file) throws(LogError) in try fill(file, with: part) }
    report.copied += 1
    report.bytes += part.size
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
    let size = try file.size()
    guard size == part.size else {
      let copied = try ByteStorage.filled(capacity: size) { (buffer) throws(LogError) in
        try file.read(at: 0, into: buffer)
      }
      let chunk = LogChunk(
        storage: copied, lines: 0..<copied.count, file: original.path, segment: part.segment,
        line: 1, byte: 0)
      throw LogError(
        .corrupt, "The log was cut while it was copied.",
        at: chunk.place(of: copied.count, inLineFrom: 0, 1), seq: part.segment,
        hint: "The backup is as it was, or has some segments more. Back up again.")
    }
    try file.setModified(modified)
  }
}

/// The good part of a segment.
private struct LogPart {
  /// The parts in the log's order, and the log's last entry.
  typealias Parts = (parts: [LogPart], end: Int)

  let segment: Int
  /// The number of bytes.
  let size: Int
  /// The file that was read.
  let file: FileStamp
}

extension StoreReader {
  /// Reads every byte from a segment on, as far as the log goes.
  fileprivate func goodParts(from segment: Int?) throws(LogError) -> LogPart.Parts {
    let start = segment.map { LogCursor(startOf: $0) } ?? .start
    var reader = try EntryReader(self, from: start, checksPayloads: true)
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
  /// Whether this is the same segment as another, although its personal data may have been erased since.
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
      try on(path, disk.stamp(at:))
    }
    guard let one = try stamp(path), let other = try stamp(other.path) else { return false }
    return one.isOfSameFile(as: other)
  }

  fileprivate func contents(of path: String) throws(LogError) -> [UInt8] {
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
        that no program has written to.
        """)
  }
}

// Writes groups of lines into the log's files. One thread at a time; the caller makes sure of that.

/// The segment in which a log ends.
struct LastSegment {
  let segment: Int
  let file: OpenFile
  let size: Int
  /// Whether it ends with a batch whose end a crash has cut off.
  let endsInsideBatch: Bool
}

final class SegmentWriter {
  private let directory: LogDirectory
  private let note: LockNote
  private let storeID: String
  private let segmentSize: Int
  /// The number of bytes that the open segment is filled ahead; 0 if it isn't, or no longer, because the disk was full.
  private var preallocation: Int
  private var file: OpenFile?
  private var segment: Int
  /// The offset after the last whole write.
  private(set) var size: Int
  /// The size of the open segment: after the last write, line feeds may follow.
  private var filledSize: Int
  /// Whether the next write begins a segment: an unfinished batch must not cover what comes later.
  private var mustSeal: Bool
  /// Whether something was written to the open segment and not synced yet.
  private var isDirty = false
  /// Sealed segments that weren't synced yet.
  private var unsynced: [Int] = []
  /// Segments that were opened since the last request.
  private var opened: [Int] = []
  /// Whether it is noted that an erasure may be left to finish.
  var hasNotedErasure = false

  /// Goes on in the log's last segment, if there is one.
  init(
    _ directory: LogDirectory, storeID: String, _ options: FileStore.Options,
    last: LastSegment?, note: LockNote
  ) {

    self.directory = directory
    self.note = note
    self.storeID = storeID
    segmentSize = options.segmentSize
    preallocation = options.preallocates ? options.preallocation : 0
    file = last?.file
    segment = last?.segment ?? 0
    size = last?.size ?? 0
    filledSize = size
    mustSeal = last.map { $0.endsInsideBatch && $0.size > 0 } ?? false
  }

  /// Writes a group with one call. If that fails, the part that was written is removed.
  ///
  /// - Throws: `locked`, having written nothing, if another process may be writing to the store.
  func write(_ group: inout PendingBatch) throws(LogError) {
    try checkAlone()
    if group.recordsErasure, try noteErasure(before: group.firstSeq), size > 0 {
      // The entries before it are in sealed segments then.
      try beginSegment(at: group.firstSeq)
    }
    let file = try fileWithRoom(for: group)
    try write(group.finish(openingSegmentOf: size == 0 ? storeID : nil), to: file)
  }

  /// Writes lines of a copied log as they are. They begin a segment where they do so there.
  func write(_ lines: CopiedLines) throws(LogError) {
    try checkAlone()
    if lines.recordsErasure { _ = try noteErasure(before: lines.firstSeq) }
    let isBegun = file != nil && (size == 0 || !lines.opensSegment)
    let file = if isBegun, let file { file } else { try beginSegment(at: lines.firstSeq) }
    try write(lines.bytes.bytes, to: file)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile) throws(LogError) {
    isDirty = true
    try fillAhead(file, of: bytes.count)
    do throws(LogError) {
      try file.write(bytes, at: size)
    } catch {
      // A torn tail is left if this fails, too. The next opening finds it.
      try? file.truncate(to: size)
      filledSize = size
      throw error
    }
    size += bytes.count
    filledSize = max(filledSize, size)
  }

  /// Writes line feeds where the next groups will be: a sync takes less time while a file doesn't grow.
  ///
  /// A group that is large is written without: its own bytes take longer than that saves.
  private func fillAhead(_ file: OpenFile, of count: Int) throws(LogError) {
    guard size + count > filledSize, count < preallocation / 8 else { return }
    let count = size + preallocation - filledSize
    let feeds = ByteStorage.filled(capacity: count) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: 0x0A)
      return count
    }
    do throws(LogError) {
      try file.write(feeds, at: filledSize)
      filledSize += count
    } catch {
      // The bytes to be written may fit where more don't.
      try file.truncate(to: filledSize)
      guard error.code == .diskFull else { throw error }
      preallocation = 0
    }
  }

  /// Takes out, on stable storage, what the open segment was filled with and not written over. Leaves it
  /// if another process may be writing to the store.
  func trim() throws(LogError) {
    guard let file, filledSize > size, try note.isLast, try file.size() == filledSize else {
      return
    }
    try file.truncate(to: size)
    filledSize = size
    isDirty = true
    try sync()
  }

  /// The lock excludes no process if its file was removed, or where the file system ignores locks.
  private func checkAlone() throws(LogError) {
    guard try note.isLast else { throw .lockWasTaken }
    guard try file?.size() ?? 0 == filledSize else {
      throw LogError(
        .locked, "The log's last segment was changed: another process may write to the store.",
        hint: .waitForWriter)
    }
  }

  /// Returns when everything that was written is on stable storage.
  func sync() throws(LogError) {
    for segment in unsynced {
      try directory.openSegment(segment, for: .reading).sync()
    }
    unsynced = []
    if isDirty { try file?.sync() }
    isDirty = false
  }

  /// The segments that were opened since the last request.
  func takeOpened() -> [Int] {
    defer { opened = [] }
    return opened
  }

  /// The open segment, or a new one if the group would make it too large.
  private func fileWithRoom(for group: borrowing PendingBatch) throws(LogError) -> OpenFile {
    if let file, size == 0 || (!mustSeal && size + group.byteCount <= segmentSize) { return file }
    return try beginSegment(at: group.firstSeq)
  }

  /// Notes, on stable storage, that the entries before this one may have to lose personal data.
  ///
  /// - Returns: false if that was noted before.
  private func noteErasure(before seq: Int) throws(LogError) -> Bool {
    guard !hasNotedErasure else { return false }
    var note = ErasureNote(finished: try ErasureNote.read(in: directory)?.finished)
    // The log was cut since, and has other entries of these numbers now.
    if let finished = note.finished, finished.through >= seq { note.finished = nil }
    try note.write(in: directory)
    hasNotedErasure = true
    return true
  }

  /// Goes on in the file that took the open segment's place.
  func reopen() throws(LogError) {
    let file = try directory.openSegment(segment, for: .writing)
    size = try file.size()
    filledSize = size
    self.file = file
  }

  /// Seals the open segment and begins the next one, with the entry that is written next.
  @discardableResult func beginSegment(at seq: Int) throws(LogError) -> OpenFile {
    try trim()
    let new = try directory.openSegment(seq, for: .creating)
    try directory.syncFolder(directory.log)
    try seal()
    file = new
    segment = seq
    (size, filledSize) = (0, 0)
    mustSeal = false
    opened.append(segment)
    return new
  }

  private func seal() throws(LogError) {
    guard file != nil else { return }
    if isDirty { unsynced.append(segment) }
    try directory.setWritable(false, segment)
  }
}

extension LogError {
  /// The error of a writer whose lock excludes no process any more.
  static var lockWasTaken: LogError {
    LogError(
      .locked, "The store's lock was removed or taken: another process may write to the store.",
      hint: .waitForWriter)
  }
}

// Writes groups of lines into the log's files. One thread at a time; the caller makes sure of that.

import EventSourcing
import JSONLines

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
  private var file: OpenFile?
  private var segment: Int
  /// Where the last whole write ends.
  private(set) var size: Int
  /// Whether the next write begins a segment: an unfinished batch must not cover what comes later.
  private var mustSeal: Bool
  /// Whether something was written to the open segment and not synced yet.
  private var isDirty = false
  /// Sealed segments that weren't synced yet.
  private var unsynced: [Int] = []
  /// Segments that were opened since the last request.
  private var opened: [Int] = []

  /// Goes on in the log's last segment, if there is one.
  init(
    _ directory: LogDirectory, storeID: String, segmentSize: Int,
    last: LastSegment?, note: LockNote
  ) {
    self.directory = directory
    self.note = note
    self.storeID = storeID
    self.segmentSize = segmentSize
    file = last?.file
    segment = last?.segment ?? 0
    size = last?.size ?? 0
    mustSeal = last.map { $0.endsInsideBatch && $0.size > 0 } ?? false
  }

  /// Writes a group with one call. If that fails, the part that was written is removed.
  ///
  /// - Throws: `locked`, having written nothing, if another process may be writing to the store.
  func write(_ group: inout PendingBatch) throws(LogError) {
    try checkAlone()
    let file = try fileWithRoom(for: group)
    isDirty = true
    let count = try group.withFinishedBytes(openingSegmentOf: size == 0 ? storeID : nil) {
      (bytes) throws(LogError) in
      do throws(LogError) {
        try file.write(bytes, at: size)
      } catch {
        // If this fails too, a torn tail is left, which the next opening finds.
        try? file.truncate(to: size)
        throw error
      }
      return bytes.count
    }
    size += count
  }

  /// The lock keeps nobody out if its file was removed, or where the file system ignores locks.
  private func checkAlone() throws(LogError) {
    guard try note.isLast else {
      throw LogError(
        .locked, "The store's lock was removed or taken: another process may write to the store.",
        hint: .waitForWriter)
    }
    guard try file?.size() ?? 0 == size else {
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
    let new = try directory.openSegment(group.firstSeq, for: .creating)
    try directory.syncFolder(directory.log)
    try seal()
    file = new
    segment = group.firstSeq
    size = 0
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

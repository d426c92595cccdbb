// The folder of what is derived from a store's log. All of it can be deleted at any time, and nothing that
// happens to it is an error: what can't be read is built again, what can't be written isn't kept.

import Platform

/// A derived file of a segment.
struct CacheFile: Sendable {
  let header: CacheHeader
  let bytes: CheckedBytes
}

/// The file that is kept for a segment, if it can be used.
enum FoundFile {
  case current(CacheFile)
  case unusable(CachedSegment.State)

  var state: CachedSegment.State {
    switch self {
    case .current: .current
    case .unusable(let state): state
    }
  }
}

extension StoreReader {
  /// The derived files of one kind; nil if the cache isn't used.
  func cached(_ format: CacheFormat) -> CacheFiles? {
    directory.usesCache ? CacheFiles(format, of: self) : nil
  }
}

/// The derived files of one kind.
struct CacheFiles: Sendable {
  /// The store's id.
  private let store: (UInt64, UInt64)
  var format: CacheFormat
  let directory: LogDirectory
  private let smallest: Int
  /// The store's erasures before anything was read that is kept.
  private let erasures: [UInt8]?

  init(_ format: CacheFormat, of reader: StoreReader) {
    erasures = reader.directory.erasureNote
    (store, directory) = (reader.description.words, reader.directory)
    smallest = reader.smallestIndex
    self.format = format
  }

  func path(of segment: Int) -> String {
    directory.cache + "/" + SegmentName.number(segment) + format.suffix
  }

  /// The file that is kept for a segment. It is current if the segment is as it was then; the last one may have grown,
  /// but not much.
  func found(for file: SegmentFile, isLast: Bool) throws(LogError) -> FoundFile {
    let found = found(named: file.segment)
    guard case .current(let kept) = found else { return found }
    let header = kept.header
    guard header.isOf(file) else { return .unusable(.stale) }
    if header.modified == file.stamp.modified, header.end == file.size { return found }
    // A segment was changed if it was written without becoming longer.
    guard isLast, 1..<smallest ~= file.size - header.end,
      try file.lastBytes(before: header.end) == header.lastBytes
    else { return .unusable(.stale) }
    return found
  }

  /// The file that is kept for the beginning of a segment that others may have appended to since.
  func found(beginning file: SegmentFile) -> CacheFile? {
    guard case .current(let kept) = found(named: file.segment), kept.header.isOf(file),
      (try? file.lastBytes(before: kept.header.end)) == kept.header.lastBytes
    else { return nil }
    return kept
  }

  /// The file that has a segment's name: current if it is of this store and this segment.
  private func found(named segment: Int) -> FoundFile {
    let found = look(for: segment)
    // Another process may have replaced or removed it meanwhile.
    return found.state == .damaged ? look(for: segment) : found
  }

  private func look(for segment: Int) -> FoundFile {
    let path = path(of: segment)
    let item = try? directory.item(at: path)
    if item == .some(nil) { return .unusable(.absent) }
    // Opening a pipe would wait for a writer.
    guard item == .file, let file = try? OpenFile(path, for: .reading, on: directory.disk),
      let beginning = try? file.bytes(at: 0, count: CacheHeader.size)
    else { return .unusable(.damaged) }
    if beginning.words64.first.map(format.isOfOtherVersion) == true {
      return .unusable(.stale)
    }
    guard let header = try? header(beginning, path), header.segment == segment,
      header.first == segment, (header.storeHigh, header.storeLow) == store,
      let size = format.size(header), (try? file.size()) == CheckedBytes.fileSize(of: size)
    else { return .unusable(.damaged) }
    return .current(CacheFile(header: header, bytes: bytes(at: path, header.seed)))
  }

  /// The size of the file of a segment, in bytes; 0 if there is none.
  func size(of segment: Int) -> Int { directory.size(ofFile: path(of: segment)) ?? 0 }

  private func bytes(at path: String, _ seed: UInt64) -> CheckedBytes {
    .file(path, directory.disk, key: UInt32(truncatingIfNeeded: seed))
  }

  /// The first block says what the checksums of all depend on.
  private func header(_ beginning: [UInt8], _ path: String) throws(CacheFault) -> CacheHeader {
    let seed = try CacheHeader(beginning.words64, format).seed
    return try CacheHeader(bytes(at: path, seed).read(0..<CacheHeader.size).words64, format)
  }

  /// Keeps a file that covers a segment up to a place.
  ///
  /// - Parameter lastBytes: The bytes before that place; read from the file if nil.
  /// - Returns: nil if the store can't be written to, or read.
  func keep(
    _ body: [UInt8], of file: SegmentFile, through cursor: LogCursor, lastBytes: UInt64? = nil,
    _ details: [UInt64]
  ) -> CacheFile? {
    guard let lastBytes = lastBytes ?? (try? file.lastBytes(before: cursor.byte)) else {
      return nil
    }
    var header = header(of: file)
    (header.count, header.end) = (cursor.seq + 1 - file.segment, cursor.byte)
    (header.lastBytes, header.details) = (lastBytes, details)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(CacheHeader.size + body.count)
    for word in header.words(format) { bytes.append(word: word) }
    return keep(bytes + body, header)
  }

  /// The header of a new file; without what its contents tell.
  func header(of file: SegmentFile) -> CacheHeader {
    var header = CacheHeader()
    (header.storeHigh, header.storeLow) = store
    header.seed = SystemClock.salt().words.low
    (header.segment, header.first) = (file.segment, file.segment)
    (header.device, header.number) = (file.stamp.device, file.stamp.number)
    header.modified = file.stamp.modified
    return header
  }

  /// Keeps a file, in one step.
  ///
  /// - Parameter bytes: All of it, with the header.
  /// - Returns: nil if the store can't be written to.
  func keep(_ bytes: [UInt8], _ header: CacheHeader) -> CacheFile? {
    let disk = directory.disk
    let path = path(of: header.segment)
    let draft = "\(path).\(header.seed)"
    try? disk.makeFolder(directory.cache)
    let blocks = CheckedBytes.blocks(of: bytes, key: UInt32(truncatingIfNeeded: header.seed))
    guard (try? disk.isSymbolicLink(directory.cache)) == false,
      directory.cache(blocks, at: path, by: draft)
    else { return nil }
    removeDrafts(of: header.segment)
    // It may have words in it that were erased while it was made.
    guard directory.erasureNote == erasures else {
      try? disk.remove(path)
      return nil
    }
    // Another reader may have replaced it.
    guard case .current(let kept) = found(named: header.segment), kept.header == header else {
      return nil
    }
    return kept
  }

  /// Removes what readers that were killed have left.
  private func removeDrafts(of segment: Int) {
    let disk = directory.disk
    let own = try? disk.stamp(at: path(of: segment))
    let prefix = SegmentName.number(segment) + format.suffix + "."
    for name in (try? disk.names(in: directory.cache)) ?? [] where name.hasPrefix(prefix) {
      let path = directory.cache + "/" + name
      // A reader that is still at work has written to it lately.
      guard let own, let draft = try? disk.stamp(at: path),
        own.modified &- draft.modified > 600_000_000_000
      else { continue }
      try? disk.remove(path)
    }
  }
}

extension LogDirectory {
  /// Writes a derived file, in one step; returns whether it did.
  func cache(_ bytes: [UInt8], at path: String, by draft: String) -> Bool {
    let written: Void? = try? writeInOneStep(path, by: draft, isDurable: false) {
      (file) throws(LogError) in
      try bytes.withUnsafeBufferPointer { (bytes) throws(LogError) in
        try file.write(UnsafeRawBufferPointer(bytes), at: 0)
      }
    }
    return written != nil
  }

  /// The size of a file, in bytes; nil if it isn't one. Opening a pipe would wait for a writer.
  fileprivate func size(ofFile path: String) -> Int? {
    guard (try? item(at: path)) == .file else { return nil }
    return try? OpenFile(path, for: .reading, on: disk).size()
  }

  /// Removes all derived files, and what is left of unfinished ones.
  func clearCache() throws(LogError) -> (files: Int, bytes: Int) {
    // A link may lead to another store's files.
    guard (try? disk.isSymbolicLink(cache)) == false else { return (0, 0) }
    var removed = (files: 0, bytes: 0)
    for name in (try? disk.names(in: cache)) ?? [] where SegmentName.begins(name) {
      try remove(cache + "/" + name, &removed)
    }
    try removeFolder(tiles, &removed)
    return removed
  }

  private func remove(_ path: String, _ removed: inout (files: Int, bytes: Int)) throws(LogError) {
    let size = size(ofFile: path)
    guard try removeKept(path) else { return }
    removed = (removed.files + 1, removed.bytes + (size ?? 0))
  }

  /// Removes a file.
  ///
  /// - Returns: Whether it was there: another process may have removed it.
  @discardableResult func removeKept(_ path: String) throws(LogError) -> Bool {
    do throws(DiskError) {
      try disk.remove(path)
      return true
    } catch {
      if (try? disk.item(at: path)) == .some(nil) { return false }
      throw LogError(error, path: path)
    }
  }

  /// The file with the store's erasures; nil if there is none, or it can't be read.
  var erasureNote: [UInt8]? { (try? ErasureNote.contents(in: self)) ?? nil }

  /// Removes a folder with all that is in it.
  private func removeFolder(
    _ folder: String, _ removed: inout (files: Int, bytes: Int)
  ) throws(LogError) {
    guard (try? disk.isSymbolicLink(folder)) == false, (try? item(at: folder)) == .directory else {
      return
    }
    for name in (try? disk.names(in: folder)) ?? [] {
      let path = folder + "/" + name
      if (try? item(at: path)) == .directory {
        try removeFolder(path, &removed)
      } else {
        try remove(path, &removed)
      }
    }
    // Others may have put something there meanwhile.
    try? disk.remove(folder)
  }
}

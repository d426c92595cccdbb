// The folder of what is derived from a store's log. All of it can be deleted at any time, and nothing that
// happens to it is an error: what can't be read is built again, what can't be written isn't kept.

import EventSourcing
import Platform

/// What there is for a segment.
enum FoundIndex {
  case current(SegmentIndex)
  case unusable(StoreCache.State)

  var state: StoreCache.State {
    switch self {
    case .current: .current
    case .unusable(let state): state
    }
  }
}

struct KeptIndexes {
  /// The store's id.
  let store: (UInt64, UInt64)
  private let directory: LogDirectory
  private let smallest: Int

  init(of reader: StoreReader) {
    let id = reader.description.id
    // 32 hexadecimal digits, which the description was checked for.
    let words = (UInt64(id.prefix(16), radix: 16) ?? 0, UInt64(id.dropFirst(16), radix: 16) ?? 0)
    (store, directory, smallest) = (words, reader.directory, reader.smallestIndex)
  }

  func path(of segment: Int) -> String {
    directory.cache + "/" + SegmentName.number(segment) + Self.suffix
  }

  private static let suffix = ".index"

  /// The index of a segment; nil if there is none that can be used.
  func index(of segment: Int) throws(LogError) -> SegmentIndex? {
    let isLast = try directory.segments().last == segment
    guard case .current(let index) = try found(for: SegmentFile(segment, in: directory), isLast)
    else { return nil }
    return index
  }

  /// What there is for a segment. It is current if the segment is as it was then; the last one may have grown,
  /// but not much.
  func found(for file: SegmentFile, _ isLast: Bool) throws(LogError) -> FoundIndex {
    let found = found(named: file.segment)
    guard case .current(let index) = found else { return found }
    let header = index.header
    guard
      (header.device, header.number) == (file.stamp.device, file.stamp.number),
      header.end <= file.size
    else { return .unusable(.stale) }
    if header.end == file.size, header.modified == file.stamp.modified { return .current(index) }
    guard isLast, file.size - header.end < smallest,
      try file.lastBytes(before: header.end) == header.lastBytes
    else { return .unusable(.stale) }
    return .current(index)
  }

  /// What there is under the name of a segment's index: current if it is of this store and this segment.
  private func found(named segment: Int) -> FoundIndex {
    let path = path(of: segment)
    let item = try? directory.item(at: path)
    if item == .some(nil) { return .unusable(.absent) }
    // Opening a pipe would wait for a writer.
    guard item == .file, let file = try? OpenFile(path, for: .reading, on: directory.disk),
      let beginning = try? file.bytes(at: 0, count: SegmentIndex.headerSize)
    else { return .unusable(.damaged) }
    if beginning.words64.first.map(SegmentIndex.Header.isOfOtherVersion) == true {
      return .unusable(.stale)
    }
    guard let header = try? header(beginning, path), header.segment == segment,
      header.first == segment, (header.storeHigh, header.storeLow) == store,
      (try? file.size()) == CheckedBytes.fileSize(of: SegmentIndex.size(header))
    else { return .unusable(.damaged) }
    return .current(SegmentIndex(header, bytes(at: path, header.seed)))
  }

  /// How many bytes the file of a segment's index has; 0 if there is none.
  func size(of segment: Int) -> Int {
    (try? OpenFile(path(of: segment), for: .reading, on: directory.disk).size()) ?? 0
  }

  private func bytes(at path: String, _ seed: UInt64) -> CheckedBytes {
    .file(path, directory.disk, key: UInt32(truncatingIfNeeded: seed))
  }

  /// The first block says what the checksums of all depend on.
  private func header(_ beginning: [UInt8], _ path: String) throws(IndexFault)
    -> SegmentIndex.Header
  {
    let seed = try SegmentIndex.Header(beginning.words64).seed
    return try SegmentIndex.Header(
      bytes(at: path, seed).read(0..<SegmentIndex.headerSize).words64)
  }

  /// Keeps an index, in one step.
  ///
  /// - Returns: The index in its file; nil if the store can't be written to.
  func keep(_ bytes: [UInt8], _ header: SegmentIndex.Header) -> SegmentIndex? {
    let disk = directory.disk
    let path = path(of: header.segment)
    let draft = "\(path).\(header.seed)"
    try? disk.makeFolder(directory.cache)
    guard (try? disk.isSymbolicLink(directory.cache)) == false,
      let file = try? OpenFile(draft, for: .creating, on: disk)
    else { return nil }
    let key = UInt32(truncatingIfNeeded: header.seed)
    do {
      try CheckedBytes.blocks(of: bytes, key: key).withUnsafeBytes { try file.write($0, at: 0) }
      try disk.rename(draft, to: path)
    } catch {
      try? disk.remove(draft)
      return nil
    }
    removeDrafts(of: header.segment)
    // Another reader may have replaced it.
    guard case .current(let index) = found(named: header.segment), index.header == header else {
      return nil
    }
    return index
  }

  /// Removes what readers that were killed have left.
  private func removeDrafts(of segment: Int) {
    let prefix = SegmentName.number(segment) + Self.suffix + "."
    for name in (try? directory.disk.names(in: directory.cache)) ?? [] where name.hasPrefix(prefix)
    {
      try? directory.disk.remove(directory.cache + "/" + name)
    }
  }

  /// Removes all indexes, and what is left of unfinished ones.
  func clear() throws(LogError) -> (files: Int, bytes: Int) {
    let disk = directory.disk
    var removed = (files: 0, bytes: 0)
    // What a link leads to may be another store's.
    guard (try? disk.isSymbolicLink(directory.cache)) == false else { return removed }
    for name in (try? disk.names(in: directory.cache)) ?? [] where name.contains(Self.suffix) {
      let path = directory.cache + "/" + name
      let size =
        (try? disk.item(at: path)) == .file
        ? try? OpenFile(path, for: .reading, on: disk).size() : nil
      do throws(DiskError) {
        try disk.remove(path)
      } catch {
        throw LogError(error, path: path)
      }
      removed = (removed.files + 1, removed.bytes + (size ?? 0))
    }
    return removed
  }
}

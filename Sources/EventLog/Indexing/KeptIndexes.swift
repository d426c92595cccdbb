// The folder of what is derived from a store's log. All of it can be deleted at any time, and nothing that
// happens to it is an error: what can't be read is built again, what can't be written isn't kept.

import EventSourcing
import Platform

struct KeptIndexes {
  /// The store's id.
  let store: (UInt64, UInt64)
  private let directory: LogDirectory
  private let smallest: Int

  init?(of reader: StoreReader) {
    let id = reader.description.id
    guard let high = UInt64(id.prefix(16), radix: 16), let low = UInt64(id.dropFirst(16), radix: 16)
    else { return nil }
    (store, directory, smallest) = ((high, low), reader.directory, reader.smallestIndex)
  }

  private func path(of segment: Int) -> String {
    directory.cache + "/" + SegmentName.number(segment) + ".index"
  }

  /// The index of a segment; nil if there is none that can be used.
  func index(of segment: Int) throws(LogError) -> SegmentIndex? {
    let isLast = try directory.segments().last == segment
    return try index(of: SegmentFile(segment, in: directory), isLast)
  }

  /// The same, if the segment is as it was then; the last one may have grown, but not much.
  func index(of file: SegmentFile, _ isLast: Bool) throws(LogError) -> SegmentIndex? {
    guard let index = index(named: file.segment) else { return nil }
    let header = index.header
    guard
      (header.device, header.number) == (file.stamp.device, file.stamp.number),
      header.end <= file.size
    else { return nil }
    if header.end == file.size, header.modified == file.stamp.modified { return index }
    guard isLast, file.size - header.end < smallest else { return nil }
    return try file.lastBytes(before: header.end) == header.lastBytes ? index : nil
  }

  /// What there is under the name of a segment's index, if it is of this store and this segment.
  private func index(named segment: Int) -> SegmentIndex? {
    let path = path(of: segment)
    // Opening a pipe would wait for a writer.
    guard (try? directory.item(at: path)) == .file,
      let file = try? OpenFile(path, for: .reading, on: directory.disk),
      let header = try? header(of: file, path), header.segment == segment, header.first == segment,
      (header.storeHigh, header.storeLow) == store,
      (try? file.size()) == CheckedBytes.fileSize(of: SegmentIndex.size(header))
    else { return nil }
    return SegmentIndex(header, bytes(at: path, header.seed))
  }

  private func bytes(at path: String, _ seed: UInt64) -> CheckedBytes {
    .file(path, directory.disk, key: UInt32(truncatingIfNeeded: seed))
  }

  /// The first block says what the checksums of all depend on.
  private func header(of file: OpenFile, _ path: String) throws -> SegmentIndex.Header {
    let part = 0..<SegmentIndex.headerSize
    let seed = try SegmentIndex.Header(file.bytes(at: 0, count: part.count).words64).seed
    return try SegmentIndex.Header(bytes(at: path, seed).read(part).words64)
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
    let index = index(named: header.segment)
    // Another reader may have replaced it.
    return index?.header == header ? index : nil
  }

  /// Removes what readers that were killed have left.
  private func removeDrafts(of segment: Int) {
    let prefix = SegmentName.number(segment) + ".index."
    for name in (try? directory.disk.names(in: directory.cache)) ?? [] where name.hasPrefix(prefix)
    {
      try? directory.disk.remove(directory.cache + "/" + name)
    }
  }
}

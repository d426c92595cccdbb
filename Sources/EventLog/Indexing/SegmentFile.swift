// The identity of a segment's file, which differs for another one, or after a change.

struct SegmentFile {
  let segment: Int
  let stamp: FileStamp
  /// The number of bytes of its lines.
  let size: Int
  private let directory: LogDirectory

  /// - Parameter mayBeFilled: Whether a writer may have filled it ahead.
  init(_ segment: Int, mayBeFilled: Bool, in directory: LogDirectory) throws(LogError) {
    (self.segment, self.directory) = (segment, directory)
    let file = try directory.openSegment(segment, for: .reading)
    // The stamp is taken before the size: bytes that are added in between make the file newer than its stamp.
    stamp = try file.stamp()
    size = mayBeFilled ? try file.endOfLines() : try file.size()
  }

  static func all(_ segments: [Int], in directory: LogDirectory) throws(LogError) -> [SegmentFile] {
    var files: [SegmentFile] = []
    for segment in segments {
      files.append(try SegmentFile(segment, mayBeFilled: segment == segments.last, in: directory))
    }
    return files
  }

  /// Tells sealed segments from any others, and from what they are once they are rewritten.
  static func identity(of files: ArraySlice<SegmentFile>) -> UInt64 {
    let words = files.flatMap { file in
      [
        UInt64(file.segment), UInt64(file.size), file.stamp.device, file.stamp.number,
        UInt64(bitPattern: file.stamp.modified),
      ]
    }
    return words.withUnsafeBytes { StreamTable.longHash($0, seed: 2) } >> 1
  }

  /// Whether nothing was written to it since.
  func isSame(as other: SegmentFile) -> Bool {
    (segment, stamp, size) == (other.segment, other.stamp, other.size)
  }

  /// The digits of an entry's checksum, which end its line but for `"}`.
  static func lastBytes(of line: UnsafeRawBufferPointer) -> UInt64 {
    line.count < 10 ? 0 : line.loadUnaligned(fromByteOffset: line.count - 10, as: UInt64.self)
  }

  /// The last bytes of the line that ends here, with its LF.
  func lastBytes(before end: Int) throws(LogError) -> UInt64 {
    let file = try directory.openSegment(segment, for: .reading)
    return try file.bytes(at: max(0, end - 11), count: 10).withUnsafeBytes {
      Self.lastBytes(of: $0)
    }
  }
}

extension OpenFile {
  /// Whether a line with an entry's number begins where the entry should be, and ends where that ends.
  func hasEntry(at place: EntryPlace) throws(LogError) -> Bool {
    let count = place.bytes.count
    return try withBytes(at: place.bytes.lowerBound, count: count) { line in
      line.starts(with: #"{"seq":\#(place.seq),"#.utf8) && line.count == count && line.last == 0x0A
    }
  }
}

// Finds an entry in a segment by its number, from a few of the segment's lines.

/// Numbers ascend, and a line feed ends a line wherever it is: so a place can be found by halving.
struct EntrySearch {
  private static let pieceSize = 16 << 10
  /// Reading that many bytes costs less than another look.
  private static let nearEnough = 64 << 10

  private let file: OpenFile
  /// The cursor at or before the entry that is searched for.
  private(set) var cursor: LogCursor

  /// - Parameters:
  ///   - seq: The entry to look for, which is in this segment if anywhere.
  ///   - end: The number of the file's bytes that may be read.
  init(for seq: Int, segment: Int, in file: OpenFile, before end: Int) throws(LogError) {
    self.file = file
    cursor = LogCursor(startOf: segment)
    var end = end
    while end - cursor.byte > Self.nearEnough {
      let middle = cursor.byte + (end - cursor.byte) / 2
      // A line that isn't as expected is left to the reader.
      guard let found = try line(after: middle), found.seq > cursor.seq else { return }
      if found.seq < seq, found.byte < end { cursor = found } else { end = middle }
    }
  }

  /// The first line that begins after a byte; nil if it isn't near, or doesn't begin as an entry does.
  private func line(after byte: Int) throws(LogError) -> LogCursor? {
    let storage = try ByteStorage.filled(capacity: Self.pieceSize) { (buffer) throws(LogError) in
      try file.read(at: byte, into: buffer)
    }
    guard let feed = storage.bytes.firstIndex(of: 0x0A) else { return nil }
    var json = JSONReader(storage, in: feed + 1..<storage.count, profile: .canonical)
    guard json.expect(#"{"seq":"#), let number = try? json.integer(), json.expect(","),
      let seq = Int(exactly: number), seq > cursor.segment
    else { return nil }
    return LogCursor(
      seq: seq - 1, segment: cursor.segment, byte: byte + feed + 1,
      line: seq - cursor.segment + 1)
  }
}

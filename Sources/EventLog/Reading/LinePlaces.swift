// The place of a line, by its number. A segment is rewritten when personal data is erased: then lines are at other
// bytes than when a cursor was made, but under the same numbers.

extension OpenFile {
  /// The offset of a cursor's line: the cursor's byte, unless the file was rewritten since.
  ///
  /// - Parameter end: The number of the file's bytes that may be read.
  /// - Returns: nil if the file has fewer lines.
  func byte(of cursor: LogCursor, before end: Int) throws(LogError) -> Int? {
    if cursor.byte == 0 { return 0 }
    let next = Array(#"{"seq":\#(cursor.seq + 1),"#.utf8)
    let rest = max(0, end - cursor.byte + 1)
    let found = try bytes(at: cursor.byte - 1, count: min(next.count + 1, rest))
    if found.first == 0x0A {
      // A line that isn't complete, or a line feed that a writer has filled in, will be the one.
      let line = found.dropFirst()
      if line.count > 1, next.starts(with: line) { return cursor.byte }
      if line.isEmpty || line.first == 0x0A, try endsEntry(cursor) { return cursor.byte }
    }
    return try byte(ofLine: cursor.line, in: cursor.segment, before: end)
  }

  /// Whether the line before a cursor is that of its entry.
  private func endsEntry(_ cursor: LogCursor) throws(LogError) -> Bool {
    let start = max(0, cursor.byte - maximumLineLength)
    let entry = Array(#"{"seq":\#(cursor.seq),"#.utf8)
    // Most lines are far shorter.
    for count in [1024, cursor.byte - start] where count <= cursor.byte - start {
      let bytes = try bytes(at: cursor.byte - count, count: count - 1)
      if let feed = bytes.lastIndex(of: 0x0A) { return bytes[(feed + 1)...].starts(with: entry) }
      if count == cursor.byte { return bytes.starts(with: entry) }
    }
    return false
  }

  /// The place of an entry in a file that may have been rewritten since it was found.
  func place(of entry: EntryPlace, before end: Int) throws(LogError) -> EntryPlace {
    let cursor = entry.cursor
    guard let start = try byte(ofLine: cursor.line, in: entry.segment, before: end),
      let next = try byte(ofLine: cursor.line + 1, in: entry.segment, before: end)
    else { throw .logWasCut(at: cursor, of: self) }
    return EntryPlace(seq: entry.seq, segment: entry.segment, bytes: start..<next)
  }

  private func byte(ofLine line: Int, in segment: Int, before end: Int) throws(LogError) -> Int? {
    let near = try EntrySearch(for: segment + line - 1, segment: segment, in: self, before: end)
    var (byte, number) = (near.cursor.byte, near.cursor.line)
    while number < line {
      let count = min(LineReader.pieceSize, end - byte)
      guard count > 0 else { return nil }
      let (feeds, last) = try withBytes(at: byte, count: count) { bytes in
        var (feeds, last) = (0, -1)
        for (place, value) in bytes.enumerated() where value == 0x0A && number + feeds < line {
          (feeds, last) = (feeds + 1, place)
        }
        return (feeds, last)
      }
      number += feeds
      byte += number == line ? last + 1 : count
    }
    return byte
  }
}

extension LogError {
  static func logWasCut(at cursor: LogCursor, of file: OpenFile) -> LogError {
    LogError(
      .corrupt, "The log was cut after it was read.",
      at: Place(file: file.path, line: cursor.line, byte: cursor.byte, column: 1), seq: cursor.seq,
      hint: LogError.hint(for: .store))
  }
}

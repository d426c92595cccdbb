// The lines of a base: each has a checksum, and is checked whenever it is read.

extension ArchivedPrefix {
  /// The number of bytes that are read at once where all lines are read.
  private static var pieceSize: Int { 1 << 20 }
  /// The number of bytes that are read at once where one line is searched for.
  private static var searchSize: Int { 1 << 12 }
  /// The longest line that is read.
  private static var longestLine: Int { 1 << 27 }

  func eachLine(
    in lines: Range<Int>, _ body: (inout JSONReader) throws(JSONError) -> Void
  ) throws(LogError) {
    var start = lines.lowerBound
    while start < lines.upperBound {
      let storage = try bytes(from: start, Self.pieceSize, in: lines)
      // The range is valid as long as the storage exists.
      start += try withExtendedLifetime(storage) { () throws(LogError) in
        let whole = storage.bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        var place = 0
        while place < whole {
          let feed = storage.bytes[place..<whole].firstIndex(of: 0x0A) ?? whole - 1
          try check(storage, place..<feed, at: start + place, body)
          place = feed + 1
        }
        return whole
      }
    }
  }

  /// Passes the line that begins at a place.
  ///
  /// - Returns: Its range, with its LF.
  func line(
    at start: Int, in lines: Range<Int>, _ body: (inout JSONReader) throws(JSONError) -> Void
  ) throws(LogError) -> Range<Int> {
    let storage = try bytes(from: start, Self.searchSize, in: lines)
    return try withExtendedLifetime(storage) { () throws(LogError) in
      let feed = storage.bytes.firstIndex(of: 0x0A) ?? storage.count - 1
      try check(storage, 0..<feed, at: start, body)
      return start..<start + feed + 1
    }
  }

  /// The offset of the first line that isn't before a name or id, as lines are sorted; the end if all are. O(log n)
  func lowerBound(
    in lines: Range<Int>, where isBefore: (inout JSONReader) throws(JSONError) -> Bool
  ) throws(LogError) -> Int {
    var (low, high) = (lines.lowerBound, lines.upperBound)
    while low < high {
      let start = try lineStart(before: (low + high) / 2, from: low)
      var isLow = false
      let range = try line(at: start, in: lines) { (line) throws(JSONError) in
        isLow = try isBefore(&line)
      }
      if isLow { low = range.upperBound } else { high = start }
    }
    return low
  }

  /// The offset at which the line begins that has a byte.
  private func lineStart(before byte: Int, from first: Int) throws(LogError) -> Int {
    var end = byte
    while end > first {
      let start = max(first, end - Self.searchSize)
      let storage = try read(start..<end)
      let feed = withExtendedLifetime(storage) { storage.bytes.lastIndex(of: 0x0A) }
      if let feed { return start + feed + 1 }
      end = start
    }
    return first
  }

  /// Reads bytes, at least to the end of the first line.
  private func bytes(from start: Int, _ count: Int, in lines: Range<Int>) throws(LogError)
    -> ByteStorage
  {
    var end = min(start + count, lines.upperBound)
    while true {
      let storage = try read(start..<end)
      guard storage.count == end - start else { throw damaged(at: start, "The file was cut.") }
      if withExtendedLifetime(storage, { storage.bytes.contains(0x0A) }) { return storage }
      guard end < lines.upperBound, end - start < Self.longestLine else {
        throw damaged(at: start, "The line has no end.")
      }
      end = min(start + 2 * (end - start), lines.upperBound)
    }
  }

  private func check(
    _ storage: ByteStorage, _ line: Range<Int>, at byte: Int,
    _ body: (inout JSONReader) throws(JSONError) -> Void
  ) throws(LogError) {
    let bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[line])
    guard EntryDecoder.hasTrueChecksum(bytes) else {
      throw damaged(at: byte, "The line doesn't match its checksum.")
    }
    var reader = JSONReader(storage, in: line, profile: .canonical)
    do throws(JSONError) {
      try body(&reader)
    } catch {
      throw damaged(at: byte + error.offset - line.lowerBound, error.message)
    }
  }

  /// The error of a base that isn't as it was written.
  package func damaged(at byte: Int, _ message: String) -> LogError {
    let before =
      (try? read(0..<byte)).map { storage in
        withExtendedLifetime(storage) { Array(storage.bytes) }
      } ?? []
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let line = before.count { $0 == 0x0A } + 1
    return Self.damaged(Place(file: path, line: line, byte: byte, after: before[start...]), message)
  }

  /// The error of a line that wasn't read yet.
  package static func damaged(_ place: Place, _ message: String) -> LogError {
    LogError(.corrupt, message, at: place, hint: .restoreBase)
  }
}

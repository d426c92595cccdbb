// Reads one file in large pieces and cuts them after their last LF. It doesn't interpret lines.

import Platform

struct LineReader {
  /// The number of bytes that are read at once unless requested otherwise: little enough to stay in a core's cache
  /// until it is decoded.
  static let pieceSize = 1 << 18

  let file: OpenFile
  /// The offset of the next line that wasn't returned.
  private(set) var byte: Int
  private(set) var line: Int
  /// The bytes of that line that were read already.
  private var beginning: [UInt8] = []
  private let segment: Int
  private let form: LineForm
  private let pieceSize: Int

  /// - Parameter segment: The segment that the file is; 0 for a single file.
  init(
    _ file: OpenFile, byte: Int = 0, line: Int = 1, segment: Int,
    pieceSize: Int = LineReader.pieceSize
  ) {
    (self.file, self.byte, self.line) = (file, byte, line)
    (self.segment, self.pieceSize) = (segment, pieceSize)
    form = segment == 0 ? .history : .store
  }

  /// The number of bytes after the last line that was returned, as far as was read.
  var unfinishedCount: Int { beginning.count }

  /// Whether the file has no more lines than were read.
  var isAtEnd: Bool {
    get throws(LogError) { try file.endOfLines() == byte + unfinishedCount }
  }

  /// Whether nothing but line feeds follow what was read, at least one.
  var isFollowedByLineFeeds: Bool {
    get throws(LogError) {
      guard try file.size() > byte else { return false }
      return try isAtEnd
    }
  }

  /// The next whole lines, as far as the limit; nil if there is no whole line up to the limit or the file's end.
  ///
  /// - Parameter storage: The storage of the previous lines, reused if it has no other owner.
  mutating func next(
    reusing storage: inout ByteStorage, limit: Int
  ) throws(LogError) -> LogChunk? {
    while true {
      let read = try readPiece(into: &storage, limit: limit)
      if read == 0 { return nil }
      let bytes = storage.bytes
      let isFirstWhole = try checkFirstLine(of: bytes, after: beginning.count)
      guard isFirstWhole, let lastFeed = bytes.lastIndex(of: 0x0A) else {
        beginning = Array(bytes)
        continue
      }
      beginning = Array(bytes[(lastFeed + 1)...])
      let count = lastFeed + 1
      let chunk = chunk(storage, count)
      byte += count
      line += Self.countOfLines(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      return chunk
    }
  }

  private func chunk(_ storage: ByteStorage, _ count: Int) -> LogChunk {
    LogChunk(
      storage: storage, lines: 0..<count, file: file.path, segment: segment, line: line, byte: byte)
  }

  /// Moves to after the next line, however long that is.
  mutating func skipLine(limit: Int) throws(LogError) {
    beginning = []
    line += 1
    while byte < limit {
      let count = min(pieceSize, limit - byte)
      let feed = try file.withBytes(at: byte, count: count) { Self.indexOfLineFeed(in: $0) }
      byte += feed.map { $0 + 1 } ?? count
      if feed != nil { return }
    }
  }

  mutating func unfinishedLine() -> LogChunk {
    let chunk = chunk(.copy(of: beginning), beginning.count)
    byte += beginning.count
    line += 1
    beginning = []
    return chunk
  }

  private func readPiece(into storage: inout ByteStorage, limit: Int) throws(LogError) -> Int {
    let carried = beginning.count
    let offset = byte + carried
    let count = min(pieceSize, limit - offset)
    guard count > 0 else { return 0 }
    var read = 0
    try ByteStorage.refill(&storage, capacity: carried + pieceSize) {
      (buffer) throws(LogError) in
      buffer.copyBytes(from: beginning)
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[carried..<carried + count])
      read = try file.read(at: offset, into: room)
      return carried + read
    }
    return read
  }

  /// Whether the first line has its LF. Only this one can be too long: the others are in one piece.
  private func checkFirstLine(of bytes: UnsafeRawBufferPointer, after carried: Int)
    throws(LogError) -> Bool
  {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[carried...])
    let feed = Self.indexOfLineFeed(in: rest)
    let length = carried + (feed.map { $0 + 1 } ?? rest.count)
    guard length <= maximumLineLength else {
      throw LogError(
        .corrupt, "The line is longer than 1 MiB.",
        at: Place(file: file.path, line: line, byte: byte, column: 1),
        hint: LogError.hint(for: form))
    }
    return feed != nil
  }

  private static func indexOfLineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let found = memchr(start, 0x0A, bytes.count) else {
      return nil
    }
    return UnsafeRawPointer(found) - start
  }

  private static func countOfLines(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes
    while let feed = indexOfLineFeed(in: rest) {
      count += 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(feed + 1)...])
    }
    return count
  }
}

extension OpenFile {
  /// The offset after the last line: a writer may have filled the file with line feeds, to write over them.
  ///
  /// Bytes that are being written meanwhile become visible from their beginning on, and this looks from the end
  /// on. So no line feeds are left between the lines before this.
  func endOfLines() throws(LogError) -> Int {
    let size = try size()
    let isFilled = try bytes(at: max(0, size - 2), count: 2).allSatisfy { $0 == 0x0A }
    guard isFilled else { return size }
    var end = size
    while end > 0 {
      let start = max(0, end - LineReader.pieceSize)
      let last = try withBytes(at: start, count: end - start) { $0.lastIndexNotLineFeed }
      if let last { return start + last + 2 }
      end = start
    }
    return 0
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var lastIndexNotLineFeed: Int? {
    var end = count
    while end >= 8, loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0x0A0A_0A0A_0A0A_0A0A
    {
      end -= 8
    }
    return self[..<end].lastIndex { $0 != 0x0A }
  }
}

// A history that is in memory as a whole, passed in pieces of the size that files are read in.

import EventSourcing
import JSONLines

/// Lines in memory, read as a store's or as a history's.
final class MemorySource: LogSource {
  private static let pieceSize = 1 << 18
  private let pieces: [LogChunk]
  let form: LineForm

  init(_ storage: ByteStorage, as form: LineForm) {
    self.form = form
    var pieces: [LogChunk] = []
    var start = 0
    var line = 1
    while start < storage.count {
      var end = min(start + Self.pieceSize, storage.count)
      while end < storage.count, storage.bytes[end - 1] != 0x0A { end += 1 }
      pieces.append(
        LogChunk(
          storage: storage, lines: start..<end, file: "memory", segment: 1, line: line,
          byte: start))
      line += countOfLineFeeds(UnsafeRawBufferPointer(rebasing: storage.bytes[start..<end]))
      start = end
    }
    self.pieces = pieces
  }

  var storeID: String? { form == .store ? "00000000000000000000000000000000" : nil }
  func chunks(from cursor: LogCursor) -> any ChunkReader { Pieces(pieces) }

  private final class Pieces: ChunkReader {
    private var rest: ArraySlice<LogChunk>

    init(_ pieces: [LogChunk]) { rest = pieces[...] }

    func next(reusing storage: inout ByteStorage) -> LogChunk? { rest.popFirst() }
  }
}

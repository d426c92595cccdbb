// A history in memory: a fixture, or a few pasted lines.

/// Reads a history out of bytes; any key order, checksums optional.
package final class InMemoryHistory: LogSource {
  private let storage: ByteStorage
  private let name: String

  /// A history of these lines.
  ///
  /// - Parameters:
  ///   - storage: The lines.
  ///   - name: The name in errors.
  public init(_ storage: ByteStorage, name: String) {
    self.storage = storage
    self.name = name
  }

  /// Any key order.
  public var form: LineForm { .history }

  /// Reads from a place on.
  public func chunks(from cursor: LogCursor) -> any ChunkReader {
    let all = LogChunk(
      storage: storage, lines: 0..<storage.count, file: name, segment: 0, line: 1, byte: 0)
    return ListOfChunks(storage.count == 0 ? [] : [all], from: cursor)
  }
}

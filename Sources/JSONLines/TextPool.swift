// Copying the few texts worth keeping out of large storages, so that those can be released. It
// doesn't look for equal texts.

/// Gathers texts out of several storages into one compact new one, unescaping those that need it.
package struct TextPool: ~Copyable {
  private var buffer: GrowingBuffer

  /// A pool with room for this many bytes; it grows when that isn't enough.
  public init(capacity: Int = 512) {
    buffer = GrowingBuffer(capacity: capacity)
  }

  /// Copies a text and returns its range in the new storage. Absent and null stay what they are.
  public mutating func add(_ range: TextRange, of storage: ByteStorage) -> TextRange {
    guard range.isPresent else { return range }
    let offset = buffer.count
    buffer.reserve(range.count)
    withExtendedLifetime(storage) {
      if range.hasEscapes {
        let room = UnsafeMutableRawBufferPointer(start: buffer.end, count: range.count)
        buffer.count &+= unescape(storage.slice(range), into: room)
      } else {
        copyRoughly(from: storage.pointer + range.offset, to: buffer.end, count: range.count)
        buffer.count &+= range.count
      }
    }
    return TextRange(offset: offset, count: buffer.count &- offset)
  }

  /// Copies a string and returns its range in the new storage.
  public mutating func add(_ string: String) -> TextRange {
    let offset = buffer.count
    var string = string
    string.withUTF8 { buffer.append(UnsafeRawBufferPointer($0)) }
    return TextRange(offset: offset, count: buffer.count &- offset)
  }

  /// The new storage, as large as its texts.
  public consuming func finish() -> ByteStorage {
    buffer.storage()
  }
}

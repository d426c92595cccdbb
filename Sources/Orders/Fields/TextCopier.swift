// Gathers the texts of an order in a storage of their own, one behind the other.

import JSONLines

/// Copies texts into the buffer of a new storage that is large enough for all of them.
struct TextCopier {
  private let start: UnsafeMutableRawPointer?
  /// How many bytes were copied.
  private(set) var count = 0

  init(into buffer: UnsafeMutableRawBufferPointer) { start = buffer.baseAddress }

  /// Copies a text; one that isn't there stays so.
  @inline(__always)
  mutating func copy(_ range: TextRange, of storage: ByteStorage) -> TextRange {
    guard range.isPresent, let start else { return range }
    let offset = count
    // What is copied too much is overwritten by the next text, or lies in the padding.
    storage.copyRoughly(range, to: start + offset)
    count &+= range.count
    return TextRange(offset: offset, count: range.count)
  }

  /// Copies a literal.
  mutating func copy(_ literal: StaticString) -> TextRange {
    let (offset, bytes) = (count, literal.utf8CodeUnitCount)
    start?.advanced(by: offset).copyMemory(from: literal.utf8Start, byteCount: bytes)
    count &+= bytes
    return TextRange(offset: offset, count: bytes)
  }

  /// Copies all texts out of one storage; what is to be removed is absent then.
  mutating func copy(_ texts: inout OrderTexts, of storage: ByteStorage) {
    var copier = self
    texts.withMutableRanges { ranges in
      for index in 0..<TextRanges.count {
        let range = ranges[index]
        ranges[index] = range.isPresent ? copier.copy(range, of: storage) : .absent
      }
    }
    self = copier
  }

  /// Copies the texts of items.
  mutating func copy(_ items: inout [RecordedItem]?, of storage: ByteStorage) {
    guard var copies = items else { return }
    for index in copies.indices {
      copies[index].sku = copy(copies[index].sku, of: storage)
      copies[index].name = copy(copies[index].name, of: storage)
    }
    items = copies
  }
}

// A file as the operating system has it in memory, and as it is on stable storage.

import EventLog
import TestKit

/// Only touched while its disk's state is locked.
final class MemoryFile: @unchecked Sendable {
  /// Small, so that a page ends within a line and several lie in a write.
  static let pageSize = 200

  let isFolder: Bool
  var bytes: [UInt8] = []
  var isWritable = true
  var lockedBy: Int32?
  /// The number of writes, which stands for the time of the last one.
  private var changes: Int64 = 0
  private var durable: [UInt8] = []
  /// The pages that the next sync would write.
  private var dirty: Set<Int> = []

  init(isFolder: Bool) { self.isFolder = isFolder }

  func write(_ new: UnsafeRawBufferPointer, at offset: Int) {
    guard !new.isEmpty else { return }
    let end = offset + new.count
    changes += 1
    bytes.resize(to: max(bytes.count, end))
    bytes.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: new)
    }
    dirty.formUnion((offset / Self.pageSize)...((end - 1) / Self.pageSize))
  }

  var stamp: FileStamp {
    let number = UInt(bitPattern: ObjectIdentifier(self))
    return FileStamp(device: 0, number: UInt64(number), modified: changes)
  }

  func setModified(_ modified: Int64) { changes = modified }

  func truncate(to size: Int) {
    bytes.resize(to: size)
  }

  func replace(with new: [UInt8]) {
    (bytes, durable) = (new, new)
    dirty = []
  }

  func sync() {
    durable.resize(to: bytes.count)
    for page in dirty {
      let start = page * Self.pageSize
      let end = min(start + Self.pageSize, bytes.count)
      if start < end { durable.copy(start..<end, from: bytes) }
    }
    dirty = []
  }

  /// Fails as Linux does it: the pages count as clean now, but they were never written.
  func failSync() { dirty = [] }

  func losePower(_ random: inout Seeded) {
    let size: Int
    switch random.below(4) {
    case 0: size = durable.count
    case 1: size = bytes.count
    default:
      size = min(durable.count, bytes.count) + random.below(abs(bytes.count - durable.count) + 1)
    }
    // Either chance takes single pages, or everything before the end arrived.
    let inOrder = random.coin()
    let survivors = dirty.sorted().filter { _ in inOrder || random.coin() }
    durable = merged(size: size) { survivors.contains($0) }
    bytes = durable
    dirty = []
  }

  /// Pages out of memory where they are asked for, else as they were on stable storage, else zeros.
  private func merged(size: Int, takesPage: (Int) -> Bool) -> [UInt8] {
    var merged = [UInt8](repeating: 0, count: size)
    for page in 0..<(size + Self.pageSize - 1) / Self.pageSize {
      let source = takesPage(page) ? bytes : durable
      let start = page * Self.pageSize
      let end = min(start + Self.pageSize, size, source.count)
      if start < end { merged.copy(start..<end, from: source) }
    }
    return merged
  }
}

extension [UInt8] {
  /// Takes a range over from another array.
  fileprivate mutating func copy(_ range: Range<Int>, from source: [UInt8]) {
    source.withUnsafeBytes { source in
      withUnsafeMutableBytes { target in
        UnsafeMutableRawBufferPointer(rebasing: target[range])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range]))
      }
    }
  }

  fileprivate mutating func resize(to size: Int) {
    if count > size { removeSubrange(size...) }
    // An array, because its bytes are copied at once; under the thread sanitizer that tells.
    if count < size { append(contentsOf: [UInt8](repeating: 0, count: size - count)) }
  }
}

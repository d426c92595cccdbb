// The memory of the writer and the pool: bytes that can be appended to. It doesn't interpret them.

/// Growing memory with some slack after its capacity, so that copies in whole words may overrun.
@usableFromInline @frozen
struct GrowingBuffer: ~Copyable {
  @usableFromInline static var slack: Int { 32 }

  @usableFromInline var start: UnsafeMutableRawPointer
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int

  @usableFromInline init(capacity: Int) {
    self.capacity = max(capacity, 32)
    start = .allocate(byteCount: self.capacity &+ Self.slack, alignment: 16)
  }

  @inlinable deinit { start.deallocate() }

  @inlinable var end: UnsafeMutableRawPointer {
    @inline(__always) get { start + count }
  }

  @inlinable var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: count)
  }

  /// A copy of the bytes.
  @usableFromInline @inline(never)
  borrowing func storage() -> ByteStorage { ByteStorage.copy(of: bytes) }

  /// Makes sure that this many more bytes, and the slack, can be written at the end.
  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if more > capacity &- count { grow(more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: larger + Self.slack, alignment: 16)
    memory.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = memory
    capacity = larger
  }

  @inlinable @inline(__always)
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    end.copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }
}

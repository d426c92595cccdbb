// Bytes that many values share: texts, readers and decoded entries point into them instead of
// copying. A storage doesn't grow, and maps no files.

/// Shared immutable bytes in one allocation, followed by ``padding`` readable zero bytes, so that
/// loads of whole words may overrun the end.
///
/// Safe to send between threads because nothing writes to it after it is made, except
/// ``refill(_:capacity:_:)``, which needs to be its only owner.
public final class ByteStorage: @unchecked Sendable {
  @usableFromInline struct Header {
    @usableFromInline var count: Int
    @usableFromInline let capacity: Int

    @usableFromInline init(count: Int, capacity: Int) {
      self.count = count
      self.capacity = capacity
    }
  }

  @usableFromInline typealias Buffer = ManagedBufferPointer<Header, UInt8>

  /// The number of zero bytes after the last byte.
  public static let padding = 32

  /// The maximum number of bytes a storage can hold: what a ``TextRange`` can name.
  public static let maximumCount = (1 << 31) - 64

  /// A storage without bytes.
  public static let empty = copy(of: UnsafeRawBufferPointer(start: nil, count: 0))

  @available(*, unavailable, message: "use filled(capacity:_:) or copy(of:)")
  init() {}

  /// Makes a storage of the bytes that `body` writes into an uninitialised buffer.
  ///
  /// - Parameters:
  ///   - capacity: the size of the buffer in bytes, at most ``maximumCount``.
  ///   - body: writes from the start of the buffer and returns how many bytes it wrote.
  /// - Throws: what `body` throws.
  @inlinable
  public static func filled<E: Error>(
    capacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> ByteStorage {
    let storage = uninitialized(capacity: capacity)
    try storage.fill(capacity: capacity, body)
    return storage
  }

  /// Copies bytes from anywhere. O(n).
  public static func copy(of bytes: UnsafeRawBufferPointer) -> ByteStorage {
    filled(capacity: bytes.count) { buffer in
      buffer.copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Copies the UTF-8 of a string. O(n).
  public static func copy(of string: String) -> ByteStorage {
    var string = string
    return string.withUTF8 { copy(of: UnsafeRawBufferPointer($0)) }
  }

  /// Copies an array of bytes. O(n).
  public static func copy(of bytes: [UInt8]) -> ByteStorage {
    bytes.withUnsafeBytes { copy(of: $0) }
  }

  /// Fills the storage again, in place if it has no other owner and is large enough; otherwise puts
  /// a new one into `storage`.
  ///
  /// - Throws: what `body` throws; the storage then holds nothing.
  @inlinable
  public static func refill<E: Error>(
    _ storage: inout ByteStorage, capacity: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    if !isKnownUniquelyReferenced(&storage) || storage.capacity < capacity {
      storage = uninitialized(capacity: capacity)
    }
    try storage.fill(capacity: capacity, body)
  }

  /// The number of bytes, without the padding.
  @inlinable public var count: Int { Buffer(unsafeBufferObject: self).header.count }

  /// The first byte; valid while the storage lives.
  @inlinable public var pointer: UnsafePointer<UInt8> {
    Buffer(unsafeBufferObject: self).withUnsafeMutablePointerToElements { UnsafePointer($0) }
  }

  /// All bytes, without the padding; valid while the storage lives.
  ///
  /// A storage may be released right after its last use. Code that reads through a pointer must
  /// keep it alive with `withExtendedLifetime`, unless something else does.
  @inlinable public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer, count: count)
  }

  @usableFromInline var capacity: Int { Buffer(unsafeBufferObject: self).header.capacity }

  @usableFromInline static func uninitialized(capacity: Int) -> ByteStorage {
    precondition(capacity >= 0 && capacity <= maximumCount, "a storage holds less than 2 GiB")
    let buffer = Buffer(bufferClass: self, minimumCapacity: capacity &+ padding) { _, _ in
      Header(count: 0, capacity: capacity)
    }
    return unsafeDowncast(buffer.buffer, to: ByteStorage.self)
  }

  /// Lets `body` write, then sets the count and the padding after it. The caller is the only owner.
  @inlinable func fill<E: Error>(
    capacity: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    setCount(0)
    let start = UnsafeMutableRawPointer(mutating: pointer)
    let count = try body(UnsafeMutableRawBufferPointer(start: start, count: capacity))
    precondition(count >= 0 && count <= capacity, "more bytes than fit")
    setCount(count)
  }

  @usableFromInline func setCount(_ count: Int) {
    Buffer(unsafeBufferObject: self).withUnsafeMutablePointers { header, bytes in
      header.pointee.count = count
      UnsafeMutableRawPointer(bytes + count)
        .initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    }
  }
}

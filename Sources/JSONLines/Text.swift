// A text as a value: it shares its bytes and compares them, without Unicode's notion of equality.
// Nothing about its meaning, its width or its case.

/// A text that shares its bytes with others: plain UTF-8, never escaped.
///
/// Compares and hashes by bytes, so that its order is the same on every machine.
@frozen public struct Text: Hashable, Comparable, Sendable {
  /// The bytes that contain the text, often together with others.
  public let storage: ByteStorage
  /// Its range; always present and without escapes.
  public let range: TextRange

  /// Copies the UTF-8 of a string. O(n).
  public init(_ string: String) {
    storage = ByteStorage.copy(of: string)
    range = TextRange(offset: 0, count: storage.count)
  }

  /// The text of a range: shares the storage, or unescapes into a new one when that is needed.
  ///
  /// The empty text if the range is absent or null.
  @inlinable public init(_ storage: ByteStorage, _ range: TextRange) {
    if range.hasEscapes {
      self.init(unescaping: range, of: storage)
    } else {
      self.init(in: storage, TextRange(offset: range.offset, count: range.count))
    }
  }

  @inlinable init(in storage: ByteStorage, _ range: TextRange) {
    self.storage = storage
    self.range = range
  }

  @usableFromInline init(unescaping range: TextRange, of storage: ByteStorage) {
    self.storage = withExtendedLifetime(storage) {
      ByteStorage.filled(capacity: range.count) { unescape(storage.slice(range), into: $0) }
    }
    self.range = TextRange(offset: 0, count: self.storage.count)
  }

  /// The UTF-8 of the text; valid while the storage lives: see
  /// ``ByteStorage/bytes``.
  @inlinable public var bytes: UnsafeRawBufferPointer { storage.slice(range) }

  /// Whether the bytes are equal. O(n).
  @inlinable
  public static func == (left: Text, right: Text) -> Bool {
    let count = left.range.count
    guard count == right.range.count else { return false }
    return withExtendedLifetime(left.storage) {
      withExtendedLifetime(right.storage) {
        sameBytes(
          left.storage.pointer + left.range.offset, right.storage.pointer + right.range.offset,
          count: count)
      }
    }
  }

  /// Whether the left bytes come before the right ones, byte by byte, unsigned. O(n).
  public static func < (left: Text, right: Text) -> Bool {
    withExtendedLifetime(left.storage) {
      withExtendedLifetime(right.storage) { left.bytes.lexicographicallyPrecedes(right.bytes) }
    }
  }

  /// Hashes the bytes. O(n).
  @inlinable
  public func hash(into hasher: inout Hasher) {
    withExtendedLifetime(storage) { hasher.combine(bytes: bytes) }
    hasher.combine(range.count)
  }
}

extension Text: ExpressibleByStringLiteral {
  /// The text of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Text: CustomStringConvertible {
  /// The text as a string.
  public var description: String { String(self) }
}

extension String {
  /// Copies the text into a string. O(n).
  public init(_ text: Text) {
    self = text.storage.string(text.range)
  }
}

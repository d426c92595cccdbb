// Strings compared by their bytes. Swift's own equality takes canonically equivalent texts for the same, é as one
// scalar and as two, but a log tells them apart, and so must whatever says that nothing was changed.

extension String {
  /// Whether the UTF-8 of both is the same. Use this instead of `==` for texts of entries and states. O(n).
  public func hasSameBytes(as other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { bytes in
      other.withUTF8 { UnsafeRawBufferPointer(bytes).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
    }
  }
}

/// A string that compares and hashes by its bytes, as ``Text`` does: for texts of entries and states in keys and sets.
package struct ExactString: Hashable, Comparable, Sendable {
  /// The string itself.
  public let string: String

  /// Wraps a string. O(1).
  public init(_ string: String) { self.string = string }

  /// Whether the bytes are equal. O(n).
  public static func == (one: ExactString, other: ExactString) -> Bool {
    one.string.hasSameBytes(as: other.string)
  }

  /// Whether the left bytes come before the right ones. O(n).
  public static func < (one: ExactString, other: ExactString) -> Bool {
    one.string.utf8.lexicographicallyPrecedes(other.string.utf8)
  }

  /// Hashes the bytes. O(n).
  public func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(copy.utf8.count)
  }
}

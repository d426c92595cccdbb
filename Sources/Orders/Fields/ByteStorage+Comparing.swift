// Whether two fields hold the same text, or lack one in the same way.

import JSONLines

extension ByteStorage {
  /// Whether a range of this storage and one of another are of the same bytes, or both absent, or
  /// both null. Both are without escapes. O(n).
  @inline(__always)
  func hasSameText(_ range: TextRange, as other: TextRange, of otherStorage: ByteStorage) -> Bool {
    // Two readings of one line share most of their texts.
    if range == other && (self === otherStorage || !range.isPresent) { return true }
    guard range.isPresent && other.isPresent else {
      return range.isAbsent == other.isAbsent && range.isNull == other.isNull
    }
    return slice(range).hasSameBytes(as: otherStorage.slice(other))
  }
}

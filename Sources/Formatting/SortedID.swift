// The order of ids, for people and in answers to programs.

/// An id as ids are sorted: numbers by their value, `998` before `1000`, then all others byte by byte.
package struct SortedID: Comparable {
  private let text: String
  /// The digits of a number, without leading zeros; nil for any other id.
  private let digits: Substring.UTF8View?

  package init(_ text: String) {
    self.text = text
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
    digits = isNumber ? text.utf8.drop { $0 == 0x30 } : nil
  }

  package static func == (one: SortedID, other: SortedID) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package static func < (one: SortedID, other: SortedID) -> Bool {
    guard let digits = one.digits, let others = other.digits else {
      let haveSameKind = one.digits == nil && other.digits == nil
      return haveSameKind
        ? one.text.utf8.lexicographicallyPrecedes(other.text.utf8) : one.digits != nil
    }
    if digits.count != others.count { return digits.count < others.count }
    // 7 and 007 are two ids.
    return digits.elementsEqual(others)
      ? one.text.utf8.count < other.text.utf8.count : digits.lexicographicallyPrecedes(others)
  }
}

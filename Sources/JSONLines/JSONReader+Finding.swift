// Finds one member among several, for readers that need none of the others.

extension JSONReader {
  /// The result of a search for a member.
  @usableFromInline package enum MemberSearch: Sendable {
    /// Its value is next.
    case found
    /// The object has no such member.
    case missing
    /// The members before it aren't written as canonical lines have them, so that it takes reading them.
    case unclear
  }

  /// Looks for a member among members that each have a leading comma, up to the reader's end. Something else
  /// vouches for their bytes: a checksum, or an earlier reading. O(n) in the bytes before it.
  package mutating func findMember(_ key: StaticString) -> MemberSearch {
    while cursor < end {
      guard base[cursor] == 0x2C, base[cursor &+ 1] == 0x22,
        let close = endOfPlainText(cursor &+ 2), close < end, base[close] == 0x3A,
        base[close &+ 1] > 0x20
      else { return .unclear }
      let name = cursor &+ 2
      cursor = close &+ 1
      let count = close &- 1 &- name
      if count == key.utf8CodeUnitCount, sameBytes(base + name, key.utf8Start, count: count) {
        return .found
      }
      guard stepOverCompactValue() else { return .unclear }
    }
    return .missing
  }

  /// Looks for a member among the last ones, from the end, as long as their values are neither objects nor lists. Members
  /// and doubts are those of ``findMember(_:)``.
  ///
  /// - Returns: Whether its value is next. If not, it may still be before those.
  package mutating func findMemberFromEnd(_ key: StaticString) -> Bool {
    var (place, next) = (end &- 1, 0 as UInt8)
    while place >= cursor {
      let byte = base[place]
      // A closing brace or bracket.
      if byte | 0x20 == 0x7D { return false }
      // A quote in a text always has a backslash before it.
      if byte == 0x2C, next == 0x22 {
        let (name, close) = (place &+ 2, place &+ 2 &+ key.utf8CodeUnitCount)
        if close &+ 2 < end, base[close] == 0x22, base[close &+ 1] == 0x3A, base[close &+ 2] > 0x20,
          sameBytes(base + name, key.utf8Start, count: key.utf8CodeUnitCount)
        {
          cursor = close &+ 2
          return true
        }
      }
      (place, next) = (place &- 1, byte)
    }
    return false
  }

  /// Whether `null` is next.
  public var isAtNull: Bool { base[cursor] == 0x6E }

  /// - Returns: false if it isn't closed, or white space follows.
  private mutating func stepOverCompactValue() -> Bool {
    switch base[cursor] {
    case 0x22:
      guard let close = endOfText(cursor &+ 1) else { return false }
      cursor = close
    case 0x7B, 0x5B: guard (try? stepOver()) != nil else { return false }
    default: while cursor < end, base[cursor] > 0x20, base[cursor] != 0x2C { cursor &+= 1 }
    }
    return cursor == end || base[cursor] == 0x2C
  }

  /// The offset after the closing quote of a text in ASCII without escapes; nil if it isn't one.
  private func endOfPlainText(_ start: Int) -> Int? {
    var place = start
    while place < end {
      let count = firstSpecialByte(base + place)
      place &+= count
      if count < 16 { return base[place] == 0x22 ? place &+ 1 : nil }
    }
    return nil
  }

  /// The offset after the closing quote of a text; nil if there is none.
  private func endOfText(_ start: Int) -> Int? {
    var place = start
    while place < end {
      place &+= firstSpecialByte(base + place)
      switch base[place] {
      case 0x22: return place &+ 1
      case 0x5C: place &+= 2
      // Beyond ASCII, or none of those sixteen.
      default: if base[place] >= 0x80 || base[place] < 0x20 { place &+= 1 }
      }
    }
    return nil
  }
}

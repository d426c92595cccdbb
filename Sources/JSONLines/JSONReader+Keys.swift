// Keys of objects: found in a table, refused when they come twice or in the wrong order.

extension JSONReader {
  /// The rank of the next key, whose value is then next; nil if the closing brace was consumed.
  ///
  /// Returns ``KeyTable/unknown`` for a key that the table doesn't have: ``lastKey`` says which.
  ///
  /// - Parameters:
  ///   - keys: a new value for each object, given again for each of its keys.
  ///   - table: the same table for each key of the object.
  /// - Throws: `duplicate-key` (not in the `rfc8259` profile) and `key-out-of-order` (only in the
  ///   `canonical` one) at the key, besides errors of syntax.
  @inlinable @inline(__always)
  public mutating func nextKey(
    _ keys: inout ObjectKeys, _ table: KeyTable
  ) throws(JSONError) -> Int? {
    let rank = keys.expected
    if rank < table.entries.count {
      let separator = keys.hasStarted ? 1 : 0
      let start = cursor &+ separator
      let isSeparated = separator == 0 || base[cursor] == 0x2C
      let entry = table.entries[rank]
      let behind = start &+ entry.length
      if isSeparated && entry.matches(base + start) && base[behind] == 0x3A && behind < end
        && keys.seen & (1 &<< UInt64(truncatingIfNeeded: rank)) == 0
      {
        keys.take(rank)
        cursor = behind &+ 1
        return rank
      }
    }
    if base[cursor] == 0x7D && cursor < end {
      cursor &+= 1
      return nil
    }
    return try searchKey(&keys, table)
  }

  /// The next key when it isn't the expected one, or has whitespace or escapes.
  @usableFromInline @inline(never)
  mutating func searchKey(
    _ keys: inout ObjectKeys, _ table: KeyTable
  ) throws(JSONError) -> Int? {
    if try peek() == 0x7D {
      cursor &+= 1
      return nil
    }
    if keys.hasStarted {
      if base[cursor] != 0x2C { throw failure(.unexpectedByte, at: cursor) }
      cursor &+= 1
    }
    if try peek() != 0x22 { throw failure(.unexpectedByte, at: cursor) }

    let start = cursor
    var rank = table.rank(ofQuoted: base + start)
    if rank >= 0 {
      cursor = start &+ table.entries[rank].length
      try takeColon()
    } else {
      let key = try takeKey()
      rank =
        key.hasEscapes
        ? table.rank(of: Text(storage, key).bytes) : table.rank(of: storage.slice(key))
      if rank < 0 {
        try noteUnknown(key, &keys)
        return KeyTable.unknown
      }
    }
    try check(rank, at: start, keys)
    keys.take(rank)
    return rank
  }

  /// A string and the colon behind it.
  mutating func takeKey() throws(JSONError) -> TextRange {
    let key = try text()
    try takeColon()
    return key
  }

  @inline(__always)
  private mutating func takeColon() throws(JSONError) {
    if base[cursor] != 0x3A || cursor >= end {
      if try peek() != 0x3A { throw failure(.unexpectedByte, at: cursor) }
    }
    cursor &+= 1
  }

  private func check(_ rank: Int, at offset: Int, _ keys: ObjectKeys) throws(JSONError) {
    guard profile != .rfc8259 else { return }
    if keys.seen & (1 &<< UInt64(truncatingIfNeeded: rank)) != 0 {
      throw JSONError(.duplicateKey, at: offset)
    }
    if profile == .canonical && rank < keys.expected {
      throw JSONError(.keyOutOfOrder, at: offset)
    }
  }

  private mutating func noteUnknown(
    _ key: TextRange, _ keys: inout ObjectKeys
  ) throws(JSONError) {
    keys.hasStarted = true
    lastKey = key
    guard profile != .rfc8259 else { return }
    if keys.unknownKeysID == 0 { keys.unknownKeysID = unknownKeys.newObject() }
    if !unknownKeys.insert(Text(storage, key), object: keys.unknownKeysID) {
      throw JSONError(.duplicateKey, at: key.offset &- 1)
    }
  }
}

extension ObjectKeys {
  @inlinable @inline(__always)
  mutating func take(_ rank: Int) {
    seen |= 1 &<< UInt64(truncatingIfNeeded: rank)
    expected = rank &+ 1
    hasStarted = true
  }
}

/// The keys that no table knew, by object: a set, so that a line full of them takes linear time.
@usableFromInline
struct UnknownKeys {
  private struct Key: Hashable {
    let object: Int
    let name: Text
  }

  private var keys: Set<Key> = []
  private var objects = 0

  /// A number for an object, different from all before.
  mutating func newObject() -> Int {
    objects &+= 1
    return objects
  }

  /// Whether the object didn't have the key yet.
  mutating func insert(_ name: Text, object: Int) -> Bool {
    keys.insert(Key(object: object, name: name)).inserted
  }
}

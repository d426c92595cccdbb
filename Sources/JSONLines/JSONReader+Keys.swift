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
    let start = cursor &+ keys.separator
    let length = table.lengthOfMatch(rank, base + start)
    if length > 0 && (base[cursor] == 0x2C || keys.separator == 0) {
      let behind = start &+ length
      if base[behind] == 0x3A && behind < end && !keys.has(rank) {
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

  /// The next key when it isn't the expected one.
  @usableFromInline @inline(never)
  mutating func searchKey(
    _ keys: inout ObjectKeys, _ table: KeyTable
  ) throws(JSONError) -> Int? {
    let start = cursor &+ keys.separator
    if base[start] == 0x22 && (base[cursor] == 0x2C || keys.separator == 0) {
      let (rank, length) = table.find(quoted: base + start)
      let behind = start &+ length
      if rank >= 0 && base[behind] == 0x3A && behind < end && !keys.has(rank)
        && (rank >= keys.expected || profile != .canonical)
      {
        keys.take(rank)
        cursor = behind &+ 1
        return rank
      }
    }
    return try parseKey(&keys, table)
  }

  /// The next key when it is unknown or wrong, or has whitespace around it or escapes.
  @inline(never)
  private mutating func parseKey(
    _ keys: inout ObjectKeys, _ table: KeyTable
  ) throws(JSONError) -> Int? {
    if try peek() == 0x7D {
      cursor &+= 1
      return nil
    }
    if keys.separator == 1 {
      if base[cursor] != 0x2C { throw source.failure(.unexpectedByte, at: cursor) }
      cursor &+= 1
    }
    if try peek() != 0x22 { throw source.failure(.unexpectedByte, at: cursor) }

    let key = try takeKey()
    let text = Text(storage, key)
    let rank = table.rank(of: text.bytes)
    if rank < 0 {
      try noteUnknown(key, text, &keys)
    } else {
      try check(rank, at: key.offset &- 1, keys)
      keys.take(rank)
    }
    return rank
  }

  /// A string and the colon behind it.
  mutating func takeKey() throws(JSONError) -> TextRange {
    let key = try text()
    if base[cursor] != 0x3A || cursor >= end {
      if try peek() != 0x3A { throw source.failure(.unexpectedByte, at: cursor) }
    }
    cursor &+= 1
    return key
  }

  private func check(_ rank: Int, at offset: Int, _ keys: ObjectKeys) throws(JSONError) {
    guard profile != .rfc8259 else { return }
    if keys.has(rank) { throw JSONError(.duplicateKey, at: offset) }
    if profile == .canonical && rank < keys.expected {
      throw JSONError(.keyOutOfOrder, at: offset)
    }
  }

  private mutating func noteUnknown(
    _ key: TextRange, _ text: Text, _ keys: inout ObjectKeys
  ) throws(JSONError) {
    keys.separator = 1
    lastKey = key
    guard profile != .rfc8259 else { return }
    if keys.unknownKeysID == 0 { keys.unknownKeysID = unknownKeys.newObject() }
    if !unknownKeys.insert(text, object: keys.unknownKeysID) {
      throw JSONError(.duplicateKey, at: key.offset &- 1)
    }
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

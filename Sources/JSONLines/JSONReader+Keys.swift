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
  package mutating func nextKey(
    _ keys: inout ObjectKeys, _ table: KeyTable
  ) throws(JSONError) -> Int? {
    let rank = keys.expected
    let start = cursor &+ keys.separator
    let length = table.lengthOfMatch(rank, base + start)
    if length > 0 && (base[cursor] == 0x2C || keys.separator == 0) {
      let after = start &+ length
      if base[after] == 0x3A && after < end && !keys.has(rank) {
        keys.take(rank)
        cursor = after &+ 1
        return rank
      }
    }
    if base[cursor] == 0x7D && cursor < end {
      cursor &+= 1
      return nil
    }
    let found = try source.searchKey(from: cursor, &keys, table, storage)
    cursor = found.end
    if found.rank == KeyTable.unknown { unknownKey = found.unknown }
    return found.rank == FoundKey.none ? nil : found.rank
  }
}

/// The result of a search for a key.
@usableFromInline @frozen
struct FoundKey {
  /// Stands in for a rank when the object has ended.
  @inlinable static var none: Int { -2 }

  /// The rank, ``KeyTable/unknown`` or ``none``.
  @usableFromInline let rank: Int
  /// The offset after the colon, or after the closing brace.
  @usableFromInline let end: Int
  /// The key if it is unknown.
  @usableFromInline var unknown = TextRange.absent

  @inline(__always)
  init(rank: Int, end: Int) {
    self.rank = rank
    self.end = end
  }
}

extension JSONSource {
  /// The next key when it isn't the expected one.
  @usableFromInline @inline(never)
  func searchKey(
    from cursor: Int, _ keys: inout ObjectKeys, _ table: KeyTable, _ storage: ByteStorage
  ) throws(JSONError) -> FoundKey {
    let start = cursor &+ keys.separator
    if base[start] == 0x22 && (base[cursor] == 0x2C || keys.separator == 0) {
      let (rank, length) = table.find(quoted: base + start)
      let after = start &+ length
      if rank >= 0 && base[after] == 0x3A && after < end && !keys.has(rank)
        && (rank >= keys.expected || profile != .canonical)
      {
        keys.take(rank)
        return FoundKey(rank: rank, end: after &+ 1)
      }
    }
    return try parseKey(from: cursor, &keys, table, storage)
  }

  /// The next key when it is unknown or wrong, or has whitespace around it or escapes.
  @inline(never)
  private func parseKey(
    from cursor: Int, _ keys: inout ObjectKeys, _ table: KeyTable, _ storage: ByteStorage
  ) throws(JSONError) -> FoundKey {
    var offset = significant(cursor)
    if base[offset] == 0x7D && offset < end {
      return FoundKey(rank: FoundKey.none, end: offset &+ 1)
    }
    if keys.separator == 1 {
      if base[offset] != 0x2C { throw failure(.unexpectedByte, at: offset) }
      offset = significant(offset &+ 1)
    }
    let key = try self.key(at: offset)
    var found = FoundKey(rank: KeyTable.unknown, end: key.end)
    let rank = rank(of: key.name, table, storage)
    if rank < 0 {
      found.unknown = key.name
      keys.separator = 1
      if profile != .rfc8259 && keys.watchesUnknown && !keys.isNew(Text(storage, key.name)) {
        throw failure(.duplicateKey, at: offset)
      }
      return found
    }
    if profile != .rfc8259 && keys.has(rank) { throw failure(.duplicateKey, at: offset) }
    if profile == .canonical && rank < keys.expected {
      throw failure(.keyOutOfOrder, at: offset)
    }
    keys.take(rank)
    return FoundKey(rank: rank, end: key.end)
  }

  @inline(__always)
  private func rank(of name: TextRange, _ table: KeyTable, _ storage: ByteStorage) -> Int {
    guard name.hasEscapes else { return table.rank(of: storage.slice(name)) }
    let text = Text(storage, name)
    return withExtendedLifetime(text) { table.rank(of: text.bytes) }
  }

  /// A string and the colon after it, and the offset after that.
  @inline(__always)
  func key(at start: Int) throws(JSONError) -> (name: TextRange, end: Int) {
    if base[start] != 0x22 { throw failure(.unexpectedByte, at: start) }
    let name = try text(at: start)
    let colon = significant(name.end)
    if base[colon] != 0x3A || colon >= end { throw failure(.unexpectedByte, at: colon) }
    return (name.range, colon &+ 1)
  }
}

// The keys of one kind of object, prepared so that a reader finds one with a few comparisons. The
// caller knows what the keys mean and which are required.

/// The known keys of one kind of object, in canonical order. A key's rank is its index.
///
/// Make it once, as a `static let`, and fetch it once for many objects where speed matters.
@usableFromInline @frozen package struct KeyTable: Sendable {
  /// Stands in for the rank of a key that the table doesn't have.
  @inlinable public static var unknown: Int { -1 }

  @usableFromInline let keys: PreparedKeys

  /// A table of at most 64 different names that need no escape.
  public init(_ names: StaticString...) { self.init(names) }

  /// A table of at most 64 different names that need no escape.
  public init(_ names: [StaticString]) {
    keys = PreparedKeys(names)
  }

  /// The number of names.
  public var count: Int { keys.names.count }

  /// The name at a rank below ``count``.
  public func name(_ rank: Int) -> StaticString { keys.names[rank] }

  /// The length of the quoted name of the rank if it is at the pointer, otherwise 0; reads at most
  /// 24 bytes after those that are the same. The rank may be ``count``, for which it is always 0.
  @inlinable @inline(__always)
  func lengthOfMatch(_ rank: Int, _ pointer: UnsafePointer<UInt8>) -> Int {
    let key = keys.entries + rank
    let difference0 = (load(pointer, as: UInt64.self) ^ key.pointee.words.0) & key.pointee.masks.0
    let difference1 =
      (load(pointer + 8, as: UInt64.self) ^ key.pointee.words.1) & key.pointee.masks.1
    guard difference0 | difference1 == 0 else { return 0 }
    let length = key.pointee.length
    if length > 16 {
      let last = load(pointer + 16, as: UInt64.self) ^ key.pointee.words.2
      guard last & key.pointee.masks.2 == 0 else { return 0 }
      if length > 24 && !isEnd(of: rank, at: pointer) { return 0 }
    }
    return length
  }

  /// Whether the bytes of a long quoted name from the 25th on are those at the pointer to its first.
  @usableFromInline
  func isEnd(of rank: Int, at pointer: UnsafePointer<UInt8>) -> Bool {
    let name = keys.names[rank]
    let count = name.utf8CodeUnitCount &- 23
    return sameBytes(pointer + 24, name.utf8Start + 23, count: count)
      && pointer[24 &+ count] == 0x22
  }

  /// The rank of the quoted name at the pointer, and its length; ``unknown`` if there is none or if
  /// it has escapes. Reads at most 24 bytes after it.
  @inline(__always)
  func find(quoted pointer: UnsafePointer<UInt8>) -> (rank: Int, length: Int) {
    let word = UInt64(littleEndian: load(pointer + 1, as: UInt64.self))
    // The classic search for a zero byte; what it finds after the first one doesn't matter.
    let quotes = word ^ 0x2222_2222_2222_2222
    let zeros = (quotes &- 0x0101_0101_0101_0101) & ~quotes & 0x8080_8080_8080_8080
    // All bits below the first one's byte, or all if there is none.
    let name = word & (((zeros & (0 &- zeros)) &>> 7) &- 1)
    var slot = PreparedKeys.slot(of: name)
    while true {
      let rank = Int(keys.slots[slot])
      if rank == PreparedKeys.freeSlot { return (Self.unknown, 0) }
      let length = lengthOfMatch(rank, pointer)
      if length > 0 { return (rank, length) }
      slot = (slot &+ 1) & PreparedKeys.lastSlot
    }
  }

  /// The rank of a name without quotes and escapes. It must be in a storage, for its padding.
  package func rank(of name: UnsafeRawBufferPointer) -> Int {
    guard let start = name.assumingMemoryBound(to: UInt8.self).baseAddress else {
      return Self.unknown
    }
    let word = UInt64(littleEndian: load(start, as: UInt64.self))
    var slot = PreparedKeys.slot(of: PreparedKeys.first(name.count, of: word))
    while true {
      let rank = Int(keys.slots[slot])
      if rank == PreparedKeys.freeSlot { return Self.unknown }
      let known = keys.names[rank]
      if known.utf8CodeUnitCount == name.count
        && sameBytes(known.utf8Start, start, count: name.count)
      {
        return rank
      }
      slot = (slot &+ 1) & PreparedKeys.lastSlot
    }
  }
}

/// The position of a reader within one object. Make a new one for each object.
@usableFromInline @frozen package struct ObjectKeys: ~Copyable {
  /// One bit for each rank that was there.
  @usableFromInline var seen: UInt64 = 0
  /// The rank that comes next in canonical order.
  @usableFromInline var expected = 0
  /// The number of commas before the next key: none before the first, then one.
  @usableFromInline var separator = 0
  /// Whether no brace closes them.
  @usableFromInline var endsWithText = false
  /// The keys that aren't in the table: a set, so that an object full of them takes linear time.
  /// It is nil until there is one, which is rare.
  @usableFromInline var unknown: Set<Text>?
  /// Whether unknown keys are checked for duplicates.
  @usableFromInline var watchesUnknown = true

  /// Makes the position before the first key.
  @inlinable public init() {}

  /// Makes the position before the first key of an object that will be read in full elsewhere, so that duplicates of
  /// keys that the table doesn't have needn't be found here.
  @inlinable public init(watchingUnknownKeys: Bool) { watchesUnknown = watchingUnknownKeys }

  /// Makes the position after keys that the caller has read itself: a bit for each rank, the last one `expected - 1`.
  @inlinable public init(seen: UInt64, expected: Int) {
    self.seen = seen
    self.expected = expected
    separator = 1
  }

  /// Makes the position before members that each have a leading comma, and end where the text does.
  @inlinable init(endingWithText: Bool) {
    separator = 1
    endsWithText = endingWithText
  }

  /// Whether any key of the table was there.
  @inlinable var hasKnown: Bool { seen != 0 }

  /// The ranks among these, a bit each, whose keys were there.
  @inlinable public func seen(_ ranks: UInt64) -> UInt64 { seen & ranks }

  @inlinable @inline(__always)
  mutating func take(_ rank: Int) {
    seen |= 1 &<< UInt64(truncatingIfNeeded: rank)
    expected = rank &+ 1
    separator = 1
  }

  mutating func isNew(_ unknownKey: Text) -> Bool {
    unknown?.insert(unknownKey).inserted ?? addFirst(unknownKey)
  }

  private mutating func addFirst(_ unknownKey: Text) -> Bool {
    unknown = [unknownKey]
    return true
  }

  @inlinable @inline(__always)
  func has(_ rank: Int) -> Bool { seen & (1 &<< UInt64(truncatingIfNeeded: rank)) != 0 }
}

// The keys that one kind of object has, prepared so that a reader finds one with a few compares.
// What the keys mean and which are required is the caller's knowledge.

/// The known keys of one kind of object, in canonical order. A key's rank is its index.
///
/// Make it once, as a `static let`.
public struct KeyTable: Sendable {
  /// Stands in for the rank of a key that the table doesn't have.
  public static let unknown = -1

  /// The longest name: with both quotes it fills three words.
  static let longestName = 22

  /// A name with its quotes as three words, and masks for the bytes behind it.
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    @usableFromInline var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)
    /// With the quotes.
    @usableFromInline var length = 0

    /// Whether the quoted name stands at the pointer; reads 24 bytes.
    @inlinable @inline(__always)
    func matches(_ pointer: UnsafePointer<UInt8>) -> Bool {
      let difference0 = (load(pointer, as: UInt64.self) ^ words.0) & masks.0
      let difference1 = (load(pointer + 8, as: UInt64.self) ^ words.1) & masks.1
      let difference2 = (load(pointer + 16, as: UInt64.self) ^ words.2) & masks.2
      return difference0 | difference1 | difference2 == 0
    }
  }

  @usableFromInline let entries: [Entry]
  /// Ranks by hash with open addressing; at most half of the slots are taken.
  private let slots: [UInt8]
  private let names: [StaticString]

  private static let freeSlot: UInt8 = 0xFF

  /// A table of at most 64 different names, each of at most 22 bytes that need no escape.
  public init(_ names: StaticString...) { self.init(names) }

  /// A table of at most 64 different names, each of at most 22 bytes that need no escape.
  public init(_ names: [StaticString]) {
    precondition(names.count <= 64, "a key table holds at most 64 names")
    var slots = [UInt8](repeating: Self.freeSlot, count: 128)
    for (rank, name) in names.enumerated() {
      let count = name.utf8CodeUnitCount
      precondition(count <= Self.longestName, "a key is at most 22 bytes long")
      var slot = Self.slot(of: Self.firstWord(name.utf8Start, count: count))
      while slots[slot] != Self.freeSlot { slot = (slot &+ 1) & 127 }
      slots[slot] = UInt8(rank)
    }
    self.names = names
    self.slots = slots
    entries = names.map(Self.entry)
  }

  /// How many names there are.
  @inlinable public var count: Int { entries.count }

  /// The name at a rank below ``count``.
  public func name(_ rank: Int) -> StaticString { names[rank] }

  /// The rank of the quoted name at the pointer, ``unknown`` if there is none; reads 24 bytes.
  func rank(ofQuoted pointer: UnsafePointer<UInt8>) -> Int {
    let word = load(pointer + 1, as: UInt64.self)
    let quotes = word ^ 0x2222_2222_2222_2222
    let zeros = (quotes &- 0x0101_0101_0101_0101) & ~quotes & 0x8080_8080_8080_8080
    let count = UInt64(littleEndian: zeros).trailingZeroBitCount &>> 3
    return find(UInt64(littleEndian: word) & Self.mask(count)) { entries[$0].matches(pointer) }
  }

  /// The rank of a name without quotes and escapes.
  func rank(of name: UnsafeRawBufferPointer) -> Int {
    guard let start = name.assumingMemoryBound(to: UInt8.self).baseAddress else {
      return Self.unknown
    }
    return find(Self.firstWord(start, count: name.count)) { rank in
      names[rank].utf8CodeUnitCount == name.count
        && sameBytes(names[rank].utf8Start, start, count: name.count)
    }
  }

  @inline(__always)
  private func find(_ firstWord: UInt64, _ isAtRank: (Int) -> Bool) -> Int {
    var slot = Self.slot(of: firstWord)
    while slots[slot] != Self.freeSlot {
      let rank = Int(slots[slot])
      if isAtRank(rank) { return rank }
      slot = (slot &+ 1) & 127
    }
    return Self.unknown
  }

  @inline(__always)
  private static func slot(of firstWord: UInt64) -> Int {
    Int(truncatingIfNeeded: (firstWord &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }

  /// The first eight bytes of a name as a number, the first byte lowest.
  private static func firstWord(_ name: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<min(count, 8) { word |= UInt64(name[index]) &<< UInt64(8 &* index) }
    return word
  }

  /// Ones for the lowest `count` bytes, all of them from eight on.
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : (1 &<< UInt64(8 &* count)) &- 1
  }

  private static func entry(_ name: StaticString) -> Entry {
    let length = name.utf8CodeUnitCount + 2
    var bytes = [UInt8](repeating: 0, count: 24)
    bytes[0] = 0x22
    for index in 0..<name.utf8CodeUnitCount { bytes[index + 1] = name.utf8Start[index] }
    bytes[length - 1] = 0x22
    let (words, masks) = bytes.withUnsafeBytes { raw in
      func word(_ index: Int) -> UInt64 {
        raw.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      }
      func mask(_ index: Int) -> UInt64 {
        UInt64(littleEndian: Self.mask(max(0, length - 8 * index)))
      }
      return ((word(0), word(1), word(2)), (mask(0), mask(1), mask(2)))
    }
    return Entry(words: words, masks: masks, length: length)
  }
}

/// How far a reader has come within one object. Make a new one for each object.
@frozen public struct ObjectKeys: BitwiseCopyable {
  /// One bit for each rank that was there.
  @usableFromInline var seen: UInt64 = 0
  /// The rank that comes next in canonical order.
  @usableFromInline var expected = 0
  /// Whether a key was read, so that a comma must follow.
  @usableFromInline var hasStarted = false
  /// Names this object among those with unknown keys; 0 until there is one.
  @usableFromInline var unknownKeysID = 0

  /// Before the first key.
  @inlinable public init() {}
}

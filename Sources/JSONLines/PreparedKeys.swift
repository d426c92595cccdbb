// The memory of a KeyTable: names as words and masks, and a hash table of their ranks.

/// The keys of a table in a form that is compared quickly. Nothing writes to its memory once it is made,
/// and nothing frees it: looking at it counts no references.
@usableFromInline
struct PreparedKeys: BitwiseCopyable, @unchecked Sendable {
  /// A name with its quotes as three words, or their first ones, and masks for the bytes after it.
  @usableFromInline @frozen
  struct Entry: BitwiseCopyable {
    @usableFromInline var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    @usableFromInline var masks: (UInt64, UInt64, UInt64) = (0, 0, 0)
    /// The number of bytes, quotes included.
    @usableFromInline var length = 0

    @usableFromInline init() {}
  }

  static let freeSlot = 0xFF
  static let lastSlot = 127

  let names: UnsafeBufferPointer<StaticString>
  /// The names by rank, and one more that nothing matches.
  @usableFromInline let entries: UnsafePointer<Entry>
  /// Ranks by hash with open addressing; at most half of the slots are taken.
  let slots: UnsafePointer<UInt8>

  init(_ names: [StaticString]) {
    precondition(names.count <= 64, "a key table holds at most 64 names")
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: names.count + 1)
    let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.lastSlot + 1)
    slots.initialize(repeating: UInt8(Self.freeSlot), count: Self.lastSlot + 1)
    for (rank, name) in names.enumerated() {
      let entry = Self.entry(name)
      (entries + rank).initialize(to: entry)
      let firstWord = entry.words.0.littleEndian >> 8 | entry.words.1.littleEndian << 56
      var slot = Self.slot(of: Self.first(name.utf8CodeUnitCount, of: firstWord))
      while slots[slot] != Self.freeSlot { slot = (slot + 1) & Self.lastSlot }
      slots[slot] = UInt8(rank)
    }
    (entries + names.count).initialize(to: Self.nothing)
    let memory = UnsafeMutableBufferPointer<StaticString>.allocate(capacity: names.count)
    _ = memory.initialize(from: names)
    self.names = UnsafeBufferPointer(memory)
    self.entries = UnsafePointer(entries)
    self.slots = UnsafePointer(slots)
  }

  /// The slot in which to look for a name first: from its first eight bytes, the first one lowest, and zeros if it
  /// has fewer.
  @inline(__always)
  static func slot(of firstWord: UInt64) -> Int {
    Int(truncatingIfNeeded: (firstWord &* 0x9E37_79B9_7F4A_7C15) &>> 57)
  }

  /// So many bytes of a word, or all eight, from the lowest one on.
  static func first(_ count: Int, of word: UInt64) -> UInt64 {
    count >= 8 ? word : word & ((1 &<< UInt64(8 &* count)) &- 1)
  }

  /// Matches only a zero byte, after which no colon can be.
  private static var nothing: Entry {
    var entry = Entry()
    entry.masks.0 = 0xFF
    entry.masks.0 = entry.masks.0.littleEndian
    return entry
  }

  private static func entry(_ name: StaticString) -> Entry {
    let length = name.utf8CodeUnitCount + 2
    var bytes = [UInt8](repeating: 0, count: 24)
    var mask = bytes
    for index in 0..<min(length, 24) {
      let isQuote = index == 0 || index == length - 1
      bytes[index] = isQuote ? 0x22 : name.utf8Start[index - 1]
      mask[index] = 0xFF
    }
    var entry = Entry()
    entry.words = threeWords(bytes)
    entry.masks = threeWords(mask)
    entry.length = length
    return entry
  }

  private static func threeWords(_ bytes: [UInt8]) -> (UInt64, UInt64, UInt64) {
    bytes.withUnsafeBytes { raw in
      (
        raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      )
    }
  }
}

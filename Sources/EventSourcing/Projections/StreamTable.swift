// Finds a stream's place among the states by its name's bytes, without making a String.

/// Numbers streams in the order of their first appearance: 0, 1, 2, …
///
/// Lookups are O(1); the hash is seeded per process, but nothing depends on its order.
@frozen @usableFromInline package struct StreamTable: Sendable {
  @usableFromInline var names: [UInt8] = []
  @usableFromInline var ranges: [TextRange] = []
  /// Indexes by hash with linear probing; at most half are taken.
  @usableFromInline var slots: [Slot]

  /// An index next to its hash, so that one look at a slot usually tells whether it is the right
  /// one.
  @usableFromInline struct Slot: BitwiseCopyable, Sendable {
    @usableFromInline let hash: UInt32
    @usableFromInline let index: UInt32

    @inlinable init(hash: UInt32, index: Int) {
      self.hash = hash
      self.index = UInt32(truncatingIfNeeded: index)
    }

    @inlinable var isFree: Bool { index == .max }
    @usableFromInline static var free: Slot { Slot(hash: 0, index: -1) }
  }

  /// A table without streams.
  public init() { slots = [Slot](repeating: .free, count: 64) }

  /// A table with these streams.
  package init(_ streams: [StreamName]) {
    self.init()
    for stream in streams {
      withExtendedLifetime(stream) { _ = insert(stream.text.bytes) }
    }
  }

  /// The number of streams.
  @inlinable public var count: Int { ranges.count }

  /// The number of the stream with this name, if it has one.
  @inlinable public func find(_ name: UnsafeRawBufferPointer) -> Int? {
    let slot = slots[place(of: name, hash: Self.hash(name))]
    return slot.isFree ? nil : Int(slot.index)
  }

  /// The number of a text of an entry, such as its actor, however it is escaped there; a new one if it has none.
  package mutating func insert(_ text: TextRange, in storage: ByteStorage) -> Int {
    guard text.hasEscapes else { return insert(storage.slice(text)) }
    var unescaped = storage.string(text)
    return unescaped.withUTF8 { insert(UnsafeRawBufferPointer($0)) }
  }

  /// The number of the stream with this name; a new one if it has none.
  @inlinable public mutating func insert(_ name: UnsafeRawBufferPointer) -> Int {
    let hash = Self.hash(name)
    let place = place(of: name, hash: hash)
    if !slots[place].isFree { return Int(slots[place].index) }
    slots[place] = Slot(hash: hash, index: ranges.count)
    ranges.append(TextRange(offset: names.count, count: name.count))
    names.append(contentsOf: name)
    if ranges.count &* 2 > slots.count { grow() }
    return ranges.count &- 1
  }

  /// The name of a stream.
  public func name(_ index: Int) -> String {
    let range = ranges[index]
    return String(decoding: names[range.offset..<range.offset + range.count], as: UTF8.self)
  }

  /// Passes the name of a stream.
  func withName<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let range = ranges[index]
    return names.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[range.offset..<range.offset + range.count]))
    }
  }

  /// A hash of the name that differs from process to process, as Swift's own do, so that no attacker can
  /// choose ids that collide. Multiplies and folds, eight bytes a step, as wyhash does (Wang Yi).
  @inlinable static func hash(_ name: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: longHash(name))
  }

  /// The whole of the hash.
  @inlinable package static func longHash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    longHash(name, seed: seed)
  }

  /// A hash of the name with a given seed.
  @inlinable package static func longHash(_ name: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: name.count)
    var offset = 0
    while offset &+ 8 <= name.count {
      hash = fold(hash ^ name.loadUnaligned(fromByteOffset: offset, as: UInt64.self), seed)
      offset &+= 8
    }
    return fold(hash ^ rest(of: name, from: offset), seed)
  }

  /// The number that less than eight bytes at the end are, the last one lowest.
  @inlinable @inline(__always)
  static func rest(of name: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    if start > 0 {
      let last = name.loadUnaligned(fromByteOffset: name.count &- 8, as: UInt64.self).bigEndian
      return last & ((1 &<< UInt64(8 &* (name.count &- start))) &- 1)
    }
    return name.reduce(0) { $0 &<< 8 | UInt64($1) }
  }

  @inlinable @inline(__always)
  package static func fold(_ value: UInt64, _ seed: UInt64 = seed) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low ^ seed
  }

  @usableFromInline static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  /// The slot that holds the name, or the free one where it belongs.
  @inlinable func place(of name: UnsafeRawBufferPointer, hash: UInt32) -> Int {
    let mask = slots.count &- 1
    var place = Int(hash) & mask
    while true {
      let slot = slots[place]
      if slot.isFree || slot.hash == hash && isName(name, at: Int(slot.index)) { return place }
      place = (place &+ 1) & mask
    }
  }

  @inlinable func isName(_ name: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let range = ranges[index]
    return names.withUnsafeBytes {
      UnsafeRawBufferPointer(start: $0.baseAddress.map { $0 + range.offset }, count: range.count)
        .hasSameBytes(as: name)
    }
  }

  @usableFromInline mutating func grow() {
    let old = slots
    let mask = old.count * 2 - 1
    slots = [Slot](repeating: .free, count: mask + 1)
    for slot in old where !slot.isFree {
      var place = Int(slot.hash) & mask
      while !slots[place].isFree { place = (place + 1) & mask }
      slots[place] = slot
    }
  }
}

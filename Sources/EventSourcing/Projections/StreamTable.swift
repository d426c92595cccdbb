// Finds a stream's place among the states by its name's bytes, without making a String.

import JSONLines

/// Numbers streams in the order of their first appearance: 0, 1, 2, …
///
/// Lookups are O(1); the hash is seeded per process, but nothing depends on its order.
@frozen public struct StreamTable: Sendable {
  @usableFromInline var names: [UInt8] = []
  @usableFromInline var ranges: [TextRange] = []
  @usableFromInline var hashes: [UInt64] = []
  /// Indexes by hash with linear probing, `free` where there is none; at most half are taken.
  @usableFromInline var slots: [UInt32]

  @usableFromInline static let free = UInt32.max

  /// A table without streams.
  public init() { slots = [UInt32](repeating: Self.free, count: 64) }

  /// How many streams there are.
  @inlinable public var count: Int { ranges.count }

  /// The number of the stream with this name, if it has one.
  @inlinable public func find(_ name: UnsafeRawBufferPointer) -> Int? {
    let index = slots[slot(of: name, hash: Self.hash(name))]
    return index == Self.free ? nil : Int(index)
  }

  /// The number of the stream with this name; a new one if it has none.
  @inlinable public mutating func insert(_ name: UnsafeRawBufferPointer) -> Int {
    let hash = Self.hash(name)
    let place = slot(of: name, hash: hash)
    if slots[place] != Self.free { return Int(slots[place]) }
    slots[place] = UInt32(ranges.count)
    ranges.append(TextRange(offset: names.count, count: name.count))
    hashes.append(hash)
    names.append(contentsOf: name)
    if ranges.count &* 2 > slots.count { grow() }
    return ranges.count &- 1
  }

  /// The name of a stream.
  public func name(_ index: Int) -> String {
    let range = ranges[index]
    return String(decoding: names[range.offset..<range.offset + range.count], as: UTF8.self)
  }

  /// A hash of the name that differs from process to process, as Swift's own do, so that nobody can
  /// choose ids that collide. Multiplies and folds, eight bytes a step, as wyhash does (Wang Yi).
  @inlinable static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: name.count)
    var offset = 0
    while offset &+ 8 <= name.count {
      hash = fold(hash ^ name.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < name.count {
      rest = rest &<< 8 | UInt64(name[offset])
      offset &+= 1
    }
    return fold(hash ^ rest)
  }

  @inlinable @inline(__always) static func fold(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low ^ seed
  }

  @usableFromInline static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  /// The slot that holds the name, or the free one where it belongs.
  @inlinable func slot(of name: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != Self.free {
      let index = Int(slots[slot])
      if hashes[index] == hash && isName(name, at: index) { return slot }
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  @inlinable func isName(_ name: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let range = ranges[index]
    guard range.count == name.count else { return false }
    return names.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[range.offset..<range.offset &+ range.count])
        .hasSameBytes(as: name)
    }
  }

  @usableFromInline mutating func grow() {
    let mask = slots.count * 2 - 1
    slots = [UInt32](repeating: Self.free, count: mask + 1)
    for (index, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != Self.free { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index)
    }
  }
}

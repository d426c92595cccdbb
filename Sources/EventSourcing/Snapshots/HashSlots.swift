// Tells a few hashes from many others.

/// A set of hashes of 64 bits that says where in it each one is. At most a quarter of it is taken, so that
/// most of what isn't in it is found out by one look.
struct HashSlots {
  private var slots: [UInt64]

  /// - Parameter count: The number of elements that will follow.
  init(count: Int) {
    var size = 4
    while size < count * 4 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// The number of slots.
  var count: Int { slots.count }

  /// - Returns: Whether it wasn't there.
  mutating func insert(_ hash: UInt64) -> Bool {
    let place = place(of: hash)
    defer { slots[place] = Self.key(hash) }
    return slots[place] == 0
  }

  @inline(__always) func slot(of hash: UInt64) -> Int? {
    let place = place(of: hash)
    return slots[place] == 0 ? nil : place
  }

  @inline(__always) private func place(of hash: UInt64) -> Int {
    let (mask, key) = (slots.count &- 1, Self.key(hash))
    var place = Int(truncatingIfNeeded: key) & mask
    while slots[place] != 0 && slots[place] != key { place = (place &+ 1) & mask }
    return place
  }

  // Zero means that there is none.
  @inline(__always) private static func key(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }
}

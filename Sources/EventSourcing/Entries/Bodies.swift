// The contents of entries' commands and events, in memory that is used again and again: a slot for each member.

/// One command, event or personal block that was read.
@usableFromInline struct Body: BitwiseCopyable, Sendable {
  /// The place of its type among the domain's.
  @usableFromInline var type: Int32 = 0
  /// Whether the members are the bytes that would be written for their values.
  @usableFromInline var isAsWritten = false
  /// The place of its first slot.
  @usableFromInline var firstSlot = 0
  /// The offset of its `{`.
  @usableFromInline var start = 0
  /// Its own members, each with a leading comma; the whole object if it isn't canonical.
  @usableFromInline var members = TextRange.absent
}

/// The bodies of entries and their slots. Written by one thread, before others have it.
@usableFromInline final class Bodies: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline private(set) var slots: UnsafeMutablePointer<UInt64>
  @exclusivity(unchecked) private var slotCount = 0
  @exclusivity(unchecked) private var slotCapacity: Int
  @exclusivity(unchecked) @usableFromInline private(set) var bodies: UnsafeMutablePointer<Body>
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  /// The form in which lists are written, and to be read.
  let profile: JSONProfile
  let reading: ShapeReading
  /// Whether only the hash of the personal block is left.
  let isErased: Bool

  /// Room for an entry; it grows.
  init(
    _ profile: JSONProfile = .canonical, _ reading: ShapeReading = .checksLists,
    isErased: Bool = false
  ) {
    (self.profile, self.reading, self.isErased) = (profile, reading, isErased)
    (slotCapacity, capacity) = (256, 8)
    slots = .allocate(capacity: slotCapacity)
    bodies = .allocate(capacity: capacity)
  }

  deinit {
    slots.deallocate()
    bodies.deallocate()
  }

  /// Forgets everything.
  @inline(__always) func removeAll() { (count, slotCount) = (0, 0) }

  /// Adds a body without values.
  @inline(__always)
  func append(_ type: Int, _ row: PayloadTypes.Row, start: Int) -> Int {
    let needed = row.blank.count
    if slotCount &+ needed > slotCapacity { growSlots(needed) }
    if count == capacity { growBodies() }
    if let blank = row.blank.baseAddress {
      (slots + slotCount).update(from: blank, count: needed)
    }
    bodies[count] = Body(
      type: Int32(truncatingIfNeeded: type), firstSlot: slotCount, start: start)
    slotCount &+= needed
    count &+= 1
    return count &- 1
  }

  /// Adds a body that has the slots of another.
  @inline(__always)
  func append(_ type: Int, sharing other: Int, start: Int) -> Int {
    if count == capacity { growBodies() }
    bodies[count] = bodies[other]
    bodies[count].type = Int32(truncatingIfNeeded: type)
    bodies[count].start = start
    count &+= 1
    return count &- 1
  }

  /// Notes where the members of a body are.
  @inline(__always)
  func finish(_ body: Int, members: TextRange, isAsWritten: Bool) {
    bodies[body].members = members
    bodies[body].isAsWritten = isAsWritten
  }

  /// The slots of a body.
  @inlinable @inline(__always) func slots(of body: Int) -> UnsafeMutablePointer<UInt64> {
    slots + bodies[body].firstSlot
  }

  /// The slots of a body and all after them.
  func memory(of body: Int) -> UnsafeMutableBufferPointer<UInt64> {
    let first = bodies[body].firstSlot
    return UnsafeMutableBufferPointer(start: slots + first, count: slotCapacity - first)
  }

  @inline(never) private func growSlots(_ needed: Int) {
    let grown = max(slotCapacity * 2, slotCount + needed)
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: grown)
    memory.update(from: slots, count: slotCount)
    slots.deallocate()
    (slots, slotCapacity) = (memory, grown)
  }

  @inline(never) private func growBodies() {
    let memory = UnsafeMutablePointer<Body>.allocate(capacity: capacity * 2)
    memory.update(from: bodies, count: count)
    bodies.deallocate()
    (bodies, capacity) = (memory, capacity * 2)
  }
}

/// The contents of an entry's payloads: its command, its events and its personal block, one after the other.
@frozen @usableFromInline package struct EntryContents: Sendable {
  @usableFromInline var bodies: Bodies?
  @usableFromInline var first = 0
  /// The number of events; -1 if nothing was read.
  @usableFromInline var eventCount = -1
  @usableFromInline var hasPersonal = false
  /// The envelope's part of the command.
  @usableFromInline var head = CommandHead()

  /// Makes empty contents.
  public init() {}

  @usableFromInline var isRead: Bool { eventCount >= 0 }

  /// Forgets them. Their memory is used again, unless a copy of the entry still has it.
  @inline(__always) mutating func removeAll() {
    (eventCount, hasPersonal) = (-1, false)
    if isKnownUniquelyReferenced(&bodies) { bodies?.removeAll() } else { bodies = nil }
  }

  /// Hands its memory over, or new memory if it has none.
  @inline(__always) mutating func takeBodies() -> Bodies { bodies.take() ?? Bodies() }

  /// The command, or with a place from 1 on an event.
  @inlinable @inline(__always)
  func payload(_ place: Int, in storage: ByteStorage) -> Payload? {
    guard let bodies else { return nil }
    return Payload(
      storage, bodies, first &+ place, personal: hasPersonal ? first &+ eventCount &+ 1 : -1)
  }
}

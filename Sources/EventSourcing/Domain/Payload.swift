// One command or event as its domain finds it: a slot for each member.

/// A command or an event as it was read, for its domain to make a value of. It is valid only while it does.
@frozen public struct Payload {
  @usableFromInline unowned(unsafe) let bytes: ByteStorage
  @usableFromInline unowned(unsafe) let bodies: Bodies
  @usableFromInline let slots: UnsafeMutablePointer<UInt64>
  /// The slots of the entry's personal block; nil if it has none, or if it was erased.
  @usableFromInline let personalSlots: UnsafeMutablePointer<UInt64>?
  @usableFromInline let place: Int32
  /// The place of the entry's personal block; -1 if it has none, or if it was erased.
  @usableFromInline let personalPlace: Int32

  @inlinable @inline(__always)
  init(_ bytes: ByteStorage, _ bodies: Bodies, _ place: Int, personal: Int) {
    self.bytes = bytes
    self.bodies = bodies
    slots = bodies.slots(of: place)
    personalSlots = personal < 0 ? nil : bodies.slots(of: personal)
    self.place = Int32(truncatingIfNeeded: place)
    personalPlace = Int32(truncatingIfNeeded: personal)
  }

  @inlinable var body: Body { bodies.bodies[Int(place)] }
  @inlinable var personalBody: Body? {
    personalPlace < 0 ? nil : bodies.bodies[Int(personalPlace)]
  }

  /// The entry's personal members, each with a leading comma, or the whole block as an object; absent if it has none,
  /// or if it was erased.
  @inlinable public var personal: TextRange { personalBody?.members ?? .absent }
  /// Whether its members, and the personal ones, are the bytes that would be written for their values.
  @inlinable public var isAsWritten: Bool {
    body.isAsWritten && personalBody?.isAsWritten != false
  }
  /// The form in which lists are written, and to be read.
  var profile: JSONProfile { bodies.profile }
  var reading: ShapeReading { bodies.reading }
  /// Whether only the hash of the entry's personal block is left.
  var isErased: Bool { bodies.isErased }

  /// The bytes that all ranges refer to.
  @inlinable public var storage: ByteStorage { bytes }
  /// The place of its type among the commands, or the events, of the domain.
  @inlinable public var type: Int { Int(body.type) }
  /// Its own members, each with a leading comma; the whole object if it isn't canonical.
  @inlinable public var members: TextRange { body.members }
  /// The offset of its `{`.
  @inlinable public var start: Int { body.start }

  /// The text in a slot.
  @inlinable public func text(_ slot: Int = 0) -> TextRange {
    unsafeBitCast(slots[slot], to: TextRange.self)
  }

  /// The integer in a slot.
  @inlinable public func integer(_ slot: Int = 0) -> Int64 { Int64(bitPattern: slots[slot]) }

  /// The bits of a slot, of the personal block or of the command or event itself.
  @inlinable public func bits(_ slot: Int, isPersonal: Bool) -> UInt64 {
    isPersonal
      ? personalSlots?[slot] ?? unsafeBitCast(TextRange.absent, to: UInt64.self) : slots[slot]
  }

  /// The personal text in a slot; absent if there is no block.
  @inlinable public func personalText(_ slot: Int = 0) -> TextRange {
    unsafeBitCast(bits(slot, isPersonal: true), to: TextRange.self)
  }

  /// The integer in a slot that it can't be without.
  ///
  /// - Throws: `missingKey` with the key if it is absent or `null`.
  public func require(_ key: StaticString, _ slot: Int = 0) throws(JSONError) -> Int64 {
    let value = integer(slot)
    guard value > ObjectShape.nullInteger else { throw JSONError(.missingKey, at: start, key: key) }
    return value
  }
}

// Reads objects whose members a shape describes: the one way from JSON to the values of a payload.

/// Options for keys that a shape doesn't have, and for how much is checked.
@usableFromInline package struct ShapeReading: OptionSet, Sendable {
  /// A bit for each.
  public let rawValue: UInt8

  /// Unknown keys are errors: input from outside must not slip anything in. Otherwise they are stepped
  /// over: a newer version may have added an optional field.
  public static let refusesUnknownKeys = ShapeReading(rawValue: 1)
  /// The elements of lists are read, too, instead of being stepped over.
  public static let checksLists = ShapeReading(rawValue: 2)

  /// Values that aren't read are stepped over without looking for keys that come twice, or for any other
  /// error in them: the caller vouches for the bytes.
  public static let trustsBytes = ShapeReading(rawValue: 4)

  /// The options of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension JSONReader {
  /// Reads an object.
  ///
  /// - Parameters:
  ///   - shape: The members that are known.
  ///   - slots: Gets their values; nothing but eight-byte values, at least as many as the shape has slots.
  ///   - reading: The strictness.
  @inlinable @inline(__always)
  package mutating func read<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots, _ reading: ShapeReading = []
  ) throws(JSONError) {
    try beginObject()
    var keys = ObjectKeys()
    try read(shape, into: &slots, reading, after: &keys)
  }

  /// Reads the rest of an object, some of whose keys the caller has read.
  @inlinable @inline(__always)
  package mutating func read<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots, _ reading: ShapeReading,
    after keys: inout ObjectKeys
  ) throws(JSONError) {
    try withUnsafeMutablePointer(to: &slots) { (slots) throws(JSONError) in
      try read(shape, into: Self.buffer(slots), reading, after: &keys)
    }
  }

  /// Reads members, each with a leading comma, up to the reader's end.
  @inlinable @inline(__always)
  public mutating func readMembers<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots
  ) throws(JSONError) {
    try withUnsafeMutablePointer(to: &slots) { (slots) throws(JSONError) in
      try readMembers(shape, into: Self.buffer(slots))
    }
  }

  @inlinable @inline(__always)
  static func buffer<Slots: BitwiseCopyable>(
    _ slots: UnsafeMutablePointer<Slots>
  ) -> UnsafeMutableBufferPointer<UInt64> {
    UnsafeMutableBufferPointer(
      start: UnsafeMutableRawPointer(slots).assumingMemoryBound(to: UInt64.self),
      count: MemoryLayout<Slots>.size / 8)
  }

  /// Reads an object into slots whose number is known only at run time.
  package mutating func read(
    _ shape: ObjectShape, into slots: UnsafeMutableBufferPointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    try beginObject()
    var keys = ObjectKeys()
    try read(shape, into: slots, reading, after: &keys)
  }

  /// Reads members, each with a leading comma, up to the reader's end.
  public mutating func readMembers(
    _ shape: ObjectShape, into slots: UnsafeMutableBufferPointer<UInt64>
  ) throws(JSONError) {
    var keys = ObjectKeys(endingWithText: true)
    try read(shape, into: slots, .trustsBytes, after: &keys)
  }

  /// Reads the rest of an object, some of whose keys the caller has read.
  @inlinable @inline(__always)
  package mutating func read(
    _ shape: ObjectShape, into slots: UnsafeMutableBufferPointer<UInt64>, _ reading: ShapeReading,
    after keys: inout ObjectKeys
  ) throws(JSONError) {
    precondition(slots.count >= max(shape.slotCount, 1), "the shape has more slots")
    guard let start = slots.baseAddress else { return }
    try readMembers(shape.node, &keys, into: start, reading)
  }

  /// Reads members up to the closing brace, or up to the end if none was opened.
  @usableFromInline @inline(never) mutating func readMembers(
    _ node: UnsafePointer<ShapeNode>, _ keys: inout ObjectKeys,
    into slots: UnsafeMutablePointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    let (table, rows) = (node.pointee.table, node.pointee.rows)
    if readSteps(node, &keys, into: slots, checksLists: !reading.contains(.trustsBytes)) { return }
    while true {
      if keys.endsWithText && cursor == end { return }
      guard let rank = try nextKey(&keys, table) else { return }
      guard rank >= 0 else {
        try skipUnknown(reading)
        continue
      }
      let row = rows + rank
      let slot = Int(row.pointee.slot)
      switch row.pointee.kind {
      case .text:
        let text = row.pointee.isNullable ? try textOrNull() : try text()
        slots[slot] = text.bits
      case .integer:
        let isNull = row.pointee.isNullable ? try takeNull() : false
        slots[slot] = UInt64(bitPattern: isNull ? ObjectShape.nullInteger : try integer())
      case .any: try readAny(slot, into: slots, reading)
      case .list: slots[slot] = try list(row, reading).bits
      case .object: try readObject(node, rank, into: slots, reading)
      }
    }
  }

  @inline(never)
  private mutating func skipUnknown(_ reading: ShapeReading) throws(JSONError) {
    if reading.contains(.refusesUnknownKeys) { throw JSONError(.unknownKey, at: lastKey.quote) }
    sawOmissions = true
    _ = try skipValue(checkingDuplicates: !reading.contains(.trustsBytes))
  }

  @inline(never)
  private mutating func readAny(
    _ slot: Int, into slots: UnsafeMutablePointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    let isTrusted = reading.contains(.trustsBytes)
    let isContainer = try peek() | 0x20 == 0x7B
    let range =
      isTrusted && isContainer ? try stepOver() : try skipValue(checkingDuplicates: !isTrusted)
    if slot >= 0 { slots[slot] = TextRange(range).bits }
  }

  @inline(never)
  private mutating func readObject(
    _ node: UnsafePointer<ShapeNode>, _ rank: Int, into slots: UnsafeMutablePointer<UInt64>,
    _ reading: ShapeReading
  ) throws(JSONError) {
    guard let child = node.pointee.rows[rank].child else { return }
    var isRemoved = try takeNull()
    if !isRemoved {
      try beginObject()
      var keys = ObjectKeys()
      try readMembers(child, &keys, into: slots, reading)
      if keys.hasKnown { return }
      sawOmissions = true
      isRemoved = node.pointee.rows[rank].removesIfEmpty
    }
    guard isRemoved else { return }
    for slot in node.pointee.slotsToRemove(rank) { slots[slot] = TextRange.null.bits }
  }

  @inline(never)
  private mutating func list(
    _ row: UnsafePointer<ShapeNode.Row>, _ reading: ShapeReading
  ) throws(JSONError) -> TextRange {
    _ = try peek()
    let start = cursor
    if try !takeNull() {
      if reading.contains(.checksLists) || reading.contains(.refusesUnknownKeys) {
        try checkElements(row.pointee.child, reading)
      } else {
        guard base[start] == 0x5B else { throw source.unexpectedValue(at: start) }
        if reading.contains(.trustsBytes) {
          _ = try stepOver()
        } else {
          _ = try skipValue(checkingDuplicates: false)
        }
      }
    }
    return TextRange(start..<cursor)
  }

  @inline(never)
  private mutating func checkElements(
    _ child: UnsafePointer<ShapeNode>?, _ reading: ShapeReading
  ) throws(JSONError) {
    guard let child else { return }
    try beginArray()
    var index = 0
    // Enough for all lists there are; read to be checked, and forgotten.
    var forgotten = (
      UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0)
    )
    while try nextElement(&index) {
      try read(ObjectShape(node: child), into: &forgotten, reading)
    }
  }
}

// Reads objects whose members a shape describes: the one way from JSON to the values of a payload.

/// What is done with keys that a shape doesn't have, and how much is checked.
public struct ShapeReading: OptionSet, Sendable {
  /// A bit for each.
  public let rawValue: UInt8

  /// Unknown keys are errors: input from outside must not slip anything in. Otherwise they are stepped
  /// over: a newer version may have added an optional field.
  public static let refusesUnknownKeys = ShapeReading(rawValue: 1)
  /// The elements of lists are read, too, instead of being stepped over.
  public static let checksLists = ShapeReading(rawValue: 2)

  /// What isn't read is stepped over without looking for keys that come twice, or for anything else that
  /// could be wrong with it: something else vouches for the bytes.
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
  ///   - reading: How strictly.
  @inlinable @inline(__always)
  public mutating func read<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots, _ reading: ShapeReading = []
  ) throws(JSONError) {
    try beginObject()
    var keys = ObjectKeys()
    try read(shape, into: &slots, reading, behind: &keys)
  }

  /// Reads an object into slots whose number is known only at run time: at least as many as the shape has.
  public mutating func read(
    _ shape: ObjectShape, into slots: inout [UInt64], _ reading: ShapeReading = []
  ) throws(JSONError) {
    try beginObject()
    var keys = ObjectKeys()
    try read(shape, into: &slots, reading, behind: &keys)
  }

  /// Reads members, each with a leading comma, up to the reader's end.
  public mutating func readMembers(
    _ shape: ObjectShape, into slots: inout [UInt64]
  ) throws(JSONError) {
    var keys = ObjectKeys(endingWithText: true)
    try read(shape, into: &slots, .trustsBytes, behind: &keys)
  }

  /// Reads the rest of an object, some of whose keys the caller has read.
  public mutating func read(
    _ shape: ObjectShape, into slots: inout [UInt64], _ reading: ShapeReading,
    behind keys: inout ObjectKeys
  ) throws(JSONError) {
    precondition(slots.count >= shape.slotCount, "the shape has more slots")
    var failure: JSONError?
    slots.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      do throws(JSONError) {
        try readMembers(shape.node, &keys, into: start, reading)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Reads the rest of an object, some of whose keys the caller has read.
  @inlinable @inline(__always)
  public mutating func read<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots, _ reading: ShapeReading,
    behind keys: inout ObjectKeys
  ) throws(JSONError) {
    precondition(MemoryLayout<Slots>.size >= shape.slotCount &* 8, "the shape has more slots")
    try withUnsafeMutablePointer(to: &slots) { (slots) throws(JSONError) in
      try readMembers(
        shape.node, &keys,
        into: UnsafeMutableRawPointer(slots).assumingMemoryBound(to: UInt64.self), reading)
    }
  }

  /// Reads members, each with a leading comma, up to the reader's end.
  @inlinable @inline(__always)
  public mutating func readMembers<Slots: BitwiseCopyable>(
    _ shape: ObjectShape, into slots: inout Slots
  ) throws(JSONError) {
    var keys = ObjectKeys(endingWithText: true)
    try read(shape, into: &slots, .trustsBytes, behind: &keys)
  }

  /// Reads members up to the closing brace, or up to the end if none was opened.
  @usableFromInline @inline(never) mutating func readMembers(
    _ node: UnsafePointer<ShapeNode>, _ keys: inout ObjectKeys,
    into slots: UnsafeMutablePointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    // Fetched once: each look at the table counts a reference.
    let (table, rows) = (node.pointee.table, node.pointee.rows)
    while cursor != end || !keys.endsWithText {
      guard let rank = try nextKey(&keys, table) else { return }
      guard rank >= 0 else {
        try skipUnknown(reading)
        continue
      }
      let row = rows[rank]
      switch row.kind {
      case .text:
        let text = row.isNullable ? try textOrNull() : try text()
        slots[Int(row.slot)] = text.bits
      case .integer:
        let isNull = row.isNullable ? try takeNull() : false
        slots[Int(row.slot)] = UInt64(bitPattern: isNull ? ObjectShape.nullInteger : try integer())
      case .any: try readAny(row, into: slots, reading)
      case .list: try readList(row, into: slots, reading)
      case .object: try readObject(node, rank, into: slots, reading)
      }
    }
  }

  @inline(never)
  private mutating func skipUnknown(_ reading: ShapeReading) throws(JSONError) {
    if reading.contains(.refusesUnknownKeys) { throw JSONError(.unknownKey, at: lastKey.offset) }
    _ = try skipValue(checkingDuplicates: !reading.contains(.trustsBytes))
  }

  @inline(never)
  private mutating func readAny(
    _ row: ShapeNode.Row, into slots: UnsafeMutablePointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    let isTrusted = reading.contains(.trustsBytes)
    let isContainer = try peek() | 0x20 == 0x7B
    let range =
      isTrusted && isContainer ? try stepOver() : try skipValue(checkingDuplicates: !isTrusted)
    if row.slot >= 0 { slots[Int(row.slot)] = TextRange(range).bits }
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
      isRemoved = node.pointee.rows[rank].removesIfEmpty && !keys.hasKnown
    }
    guard isRemoved else { return }
    for slot in node.pointee.slotsToRemove(rank) { slots[slot] = TextRange.null.bits }
  }

  @inline(never)
  private mutating func readList(
    _ row: ShapeNode.Row, into slots: UnsafeMutablePointer<UInt64>, _ reading: ShapeReading
  ) throws(JSONError) {
    _ = try peek()
    let start = cursor
    if try !takeNull() {
      if reading.contains(.checksLists) || reading.contains(.refusesUnknownKeys) {
        try checkElements(row, reading)
      } else {
        guard base[start] == 0x5B else { throw source.unexpectedValue(at: start) }
        if reading.contains(.trustsBytes) {
          _ = try stepOver()
        } else {
          _ = try skipValue(checkingDuplicates: false)
        }
      }
    }
    slots[Int(row.slot)] = TextRange(start..<cursor).bits
  }

  @inline(never)
  private mutating func checkElements(
    _ row: ShapeNode.Row, _ reading: ShapeReading
  ) throws(JSONError) {
    guard let child = row.child else { return }
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

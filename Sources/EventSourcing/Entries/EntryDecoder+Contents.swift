// The payloads of a line that is written as nearly all are: read with the line, in one pass.

extension EntryDecoder {
  /// Reads the command, its outcome and the personal block, up to the line's end.
  ///
  /// - Parameter allBodies: The memory for the payloads of all lines, if there is one.
  /// - Returns: false if one of them isn't written as nearly all are, or isn't good.
  @inline(__always)
  static func readContents(
    _ reader: inout JSONReader, _ shapes: PayloadShapes, into entry: inout Entry,
    _ allBodies: Bodies?
  ) -> Bool {
    // Taken out, and put back, without counting references.
    let bodies: Bodies
    if let allBodies { bodies = allBodies } else { bodies = entry.contents.takeBodies() }
    let isRead = (try? readContents(&reader, shapes, into: &entry, bodies)) ?? false
    entry.contents.bodies = bodies
    return isRead
  }

  @inline(__always)
  private static func readContents(
    _ reader: inout JSONReader, _ shapes: PayloadShapes, into entry: inout Entry, _ bodies: Bodies
  ) throws(JSONError) -> Bool {
    let first = bodies.count
    entry.contents.first = first
    guard let commandKeys = try readCommand(&reader, shapes.commands, into: &entry, bodies) else {
      return false
    }
    if reader.expect(#","events":["#) {
      let start = reader.position &- 1
      repeat {
        guard try readEvent(&reader, shapes, after: commandKeys, of: first, bodies) else {
          return false
        }
      } while reader.expect(",")
      guard reader.expect("]") else { return false }
      entry.events = start..<reader.position
    } else {
      guard reader.expect(#","rejected":"#), try readRefusal(&reader, into: &entry) else {
        return false
      }
    }
    entry.contents.eventCount = bodies.count &- first &- 1
    if reader.expect(#","personal":{"salt":""#) {
      guard readPersonal(&reader, shapes.personal.rows[0], into: &entry, bodies) else {
        return false
      }
    }
    return true
  }

  /// - Returns: A bit for each key of the command; nil if it can't be read so.
  @inline(__always)
  private static func readCommand(
    _ reader: inout JSONReader, _ types: PayloadTypes, into entry: inout Entry, _ bodies: Bodies
  ) throws(JSONError) -> UInt64? {
    let start = reader.position
    guard reader.expect(#"{"type":"#), let (place, type) = reader.name(in: types.names) else {
      return nil
    }
    var seen: UInt64 = 1
    entry.contents.head = CommandHead()
    entry.contents.head.type = type
    if let id = try reader.text(after: #","id":"#) {
      entry.contents.head.id = id
      seen |= 2
    }
    if let expect = try reader.integer(after: #","expect":"#) {
      entry.contents.head.expected = expect
      seen |= 4
    }
    if let reason = try reader.text(after: #","reason":"#) {
      entry.contents.head.reason = reason
      seen |= 8
    }
    let members = reader.position
    let body = bodies.append(place, types.rows[place], start: start)
    let keys = reader.takeMembers(
      types.rows[place].shape, into: bodies.slots(of: body), after: seen)
    guard let keys else { return nil }
    bodies.finish(body, members: TextRange(members..<reader.position &- 1), isAsWritten: true)
    entry.command = start..<reader.position
    return keys
  }

  @inline(__always)
  private static func readEvent(
    _ reader: inout JSONReader, _ shapes: PayloadShapes, after commandKeys: UInt64,
    of command: Int, _ bodies: Bodies
  ) throws(JSONError) -> Bool {
    let start = reader.position
    guard reader.expect(#"{"type":"#), let (place, _) = reader.name(in: shapes.events.names) else {
      return false
    }
    let members = reader.position
    var seen: UInt64 = 1
    let body: Int
    if shapes.commands.rows[Int(bodies.bodies[command].type)].repeating & 1 &<< UInt64(place) != 0,
      repeats(bodies.bodies[command].members, &reader)
    {
      // A command has four members before its own, an event one.
      seen = (commandKeys &>> 4) &<< 1 | 1
      body = bodies.append(place, sharing: command, start: start)
    } else {
      body = bodies.append(place, shapes.events.rows[place], start: start)
    }
    let keys = reader.takeMembers(
      shapes.events.rows[place].shape, into: bodies.slots(of: body), after: seen)
    if keys == nil { return false }
    let required = shapes.events.rows[place].required
    if required >= 0,
      Int64(bitPattern: bodies.slots(of: body)[required]) <= ObjectShape.nullInteger
    {
      return false
    }
    bodies.finish(body, members: TextRange(members..<reader.position &- 1), isAsWritten: true)
    return true
  }

  /// Steps over members that are the same bytes as those of the command.
  @inline(__always)
  private static func repeats(_ members: TextRange, _ reader: inout JSONReader) -> Bool {
    let start = reader.position
    let end = start &+ members.count
    guard members.count > 0, end < reader.end,
      reader.storage.bytes[end] == UInt8(ascii: ",")
        || reader.storage.bytes[end] == UInt8(ascii: "}"),
      reader.storage.slice(members).hasSameManyBytes(
        as: reader.storage.slice(TextRange(offset: start, count: members.count)))
    else { return false }
    reader.position = end
    return true
  }

  private static let refusalShape = ObjectShape(
    .text("code", nullable: false),
    .list(
      "fields", of: ObjectShape(.text("field", nullable: false), .text("code", nullable: false))))

  private static func readRefusal(
    _ reader: inout JSONReader, into entry: inout Entry
  ) throws(JSONError) -> Bool {
    let start = reader.position
    var values = (TextRange.absent, TextRange.absent)
    try reader.read(refusalShape, into: &values, [.checksLists, .refusesUnknownKeys])
    entry.rejected = start..<reader.position
    return values.0.isPresent
  }

  @inline(__always)
  private static func readPersonal(
    _ reader: inout JSONReader, _ row: PayloadTypes.Row, into entry: inout Entry, _ bodies: Bodies
  ) -> Bool {
    let start = reader.position &- Salt.prefixWidth
    guard reader.hasSalt(before: reader.end) else { return false }
    let members = reader.position &+ Salt.width &+ 1
    reader.position = members
    let body = bodies.append(0, row, start: start)
    if reader.takeMembers(row.shape, into: bodies.slots(of: body), after: 1) == nil { return false }
    bodies.finish(body, members: TextRange(members..<reader.position &- 1), isAsWritten: true)
    entry.personal = start..<reader.position
    entry.contents.hasPersonal = true
    return true
  }
}

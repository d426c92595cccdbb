// One command or event of an entry as its domain finds it: the type and the envelope's part were read,
// the domain's own members come next.

public import JSONLines

/// The part of a command that belongs to the envelope.
@frozen public struct CommandHead: BitwiseCopyable, Sendable {
  /// The command's type: `pay-order`.
  public var type = TextRange.absent
  /// The caller's id of it.
  public var id = TextRange.absent
  @usableFromInline var expected = ObjectShape.absentInteger
  /// Why it was requested.
  public var reason = TextRange.absent

  @inlinable init() {}

  /// The revision that the caller had seen.
  @inlinable public var expect: Int? {
    expected == ObjectShape.absentInteger ? nil : Int(expected)
  }
}

extension ObjectShape {
  @usableFromInline static let commandHead = ObjectShape(
    .text("type", nullable: false), .text("id", nullable: false),
    .integer("expect", nullable: false), .text("reason", nullable: false))
  @usableFromInline static let eventHead = ObjectShape(.text("type", nullable: false))
  @usableFromInline static let emptyCommand = ObjectShape().after(commandHead)
  @usableFromInline static let emptyEvent = ObjectShape().after(eventHead)

  /// The members of a command, which follow those of its envelope.
  public static func command(_ members: Member...) -> ObjectShape {
    ObjectShape(members).after(commandHead)
  }

  /// The members of an event, which follow its type.
  public static func event(_ members: Member...) -> ObjectShape {
    ObjectShape(members).after(eventHead)
  }

  /// The members of a personal block, which follow its salt.
  public static func personal(_ members: Member...) -> ObjectShape {
    ObjectShape(members).after(ObjectShape(.text("salt")))
  }
}

/// One command or event, for its domain to decode.
///
/// A domain calls `read(_:into:)` or ``skipMembers()`` at most once; a payload that it doesn't read
/// is skipped.
public struct Payload: ~Copyable {
  @usableFromInline var json: JSONReader
  @usableFromInline var keys = ObjectKeys()
  /// The envelope's keys that were read before the domain's, a bit each.
  @usableFromInline var headKeys: UInt64 = 0
  /// Whether the type is the first key, so that all others begin with a comma.
  private var beginsWithType = true
  @usableFromInline var isRead = false
  /// Where the payload's `{` is.
  public internal(set) var start = 0
  @usableFromInline let reading: ShapeReading
  /// The members of the command, read in full, and a bit for each key; none if anything was omitted.
  private var repeated = TextRange.empty
  private var repeatedKeys: UInt64 = 0
  /// The payload's type: `pay-order`.
  public var type: TextRange { head.type }
  /// What is read of a command besides its own members; of an event only its type.
  @usableFromInline var head = CommandHead()
  /// Whether everything is checked, or only what is needed.
  public let level: DecodingLevel
  /// The entry's personal members, each with a leading comma, or the whole block as an object; absent
  /// if there is none, or if it was erased.
  public let personal: TextRange

  /// The whole personal block; absent as ``personal`` is.
  private let personalBlock: TextRange
  /// Whether the personal block was checked, what was wrong with it, and whether its members are the bytes
  /// that would be written for their values.
  private var isPersonalChecked = false
  @usableFromInline private(set) var personalDefect: JSONError?
  @usableFromInline private(set) var isPersonalAsWritten = false

  /// The payloads of an entry. Inlined, because a call would copy the entry.
  @inlinable @inline(__always) init(of entry: Entry) {
    self.init(
      JSONReader(entry.storage, in: entry.line, profile: entry.form.profile), entry.level,
      personal: entry.personalRange)
  }

  @usableFromInline init(_ json: JSONReader, _ level: DecodingLevel, personal block: TextRange) {
    self.json = json
    self.level = level
    reading = level == .full ? [.checksLists] : []
    let isThere = block.count > 0 && json.storage.bytes[block.offset] == UInt8(ascii: "{")
    personalBlock = isThere ? block : .absent
    personal = isThere ? self.json.personalMembers(of: block) : .absent
  }

  /// The payloads in some bytes that aren't an entry: input from outside, which is checked
  /// completely.
  public init(_ json: JSONReader, refusingUnknownKeys refuses: Bool = false) {
    self.json = json
    level = .full
    reading = refuses ? [.checksLists, .refusesUnknownKeys] : [.checksLists]
    personal = .absent
    personalBlock = .absent
  }

  /// The bytes that are read.
  @inlinable public var storage: ByteStorage { json.storage }

  /// The reader's position: after the payload, once it was read.
  @inlinable public var position: Int { json.position }

  /// Whether lines are canonical.
  @inlinable public var isCanonical: Bool { json.profile == .canonical }

  /// Whether the members read last, and the personal ones, are the bytes that would be written for their
  /// values. Known only where everything is checked.
  @inlinable public var isAsWritten: Bool {
    level == .full && isCanonical && isPersonalAsWritten && !json.sawOmissions
  }

  /// Whether the payload is of this type.
  @inlinable @inline(__always)
  public func isType(_ type: StaticString) -> Bool { json.isText(head.type, type) }

  /// Reads the payload's own members to its end.
  ///
  /// - Parameters:
  ///   - shape: Made by `ObjectShape.command(…)` or `ObjectShape.event(…)`.
  ///   - values: Gets the values; see `ObjectShape`.
  @inlinable @inline(__always)
  public mutating func read<Values: BitwiseCopyable>(
    _ shape: ObjectShape, into values: inout Values
  ) throws(JSONError) {
    isRead = true
    try json.read(shape, into: &values, reading, after: &keys)
  }

  /// As the other one, for members whose number is known only at run time.
  public mutating func read(
    _ shape: ObjectShape, into slots: UnsafeMutableBufferPointer<UInt64>
  ) throws(JSONError) {
    isRead = true
    try json.read(shape, into: slots, reading, after: &keys)
  }

  /// Reads the entry's personal data.
  ///
  /// - Parameters:
  ///   - shape: Made by `ObjectShape.personal(…)`.
  ///   - values: Gets the values; none if there is no block, or if it was erased.
  public func readPersonal<Values: BitwiseCopyable>(
    _ shape: ObjectShape, into values: inout Values
  ) throws(JSONError) {
    guard personal.count > 0 else { return }
    var json = JSONReader(storage, in: personal.bounds, profile: .anyOrder)
    if storage.bytes[personal.offset] == UInt8(ascii: "{") {
      try json.read(shape, into: &values, reading)
    } else {
      try json.readMembers(shape, into: &values)
    }
  }

  /// Steps over the payload's own members.
  ///
  /// - Returns: Their range, each with a leading comma, after those of the envelope; the whole
  ///   object if it isn't canonical, or has other keys before its type.
  public mutating func skipMembers() throws(JSONError) -> TextRange {
    isRead = true
    let members = json.position
    json.position = start
    if isCanonical {
      _ = try json.stepOver()
    } else {
      _ = try json.skipValue(checkingDuplicates: false)
    }
    return membersRange(from: members)
  }

  /// Reads the command's own members and the personal ones of its entry. For domains that have read them
  /// all if everything is checked; where it isn't, ``skipMembers()`` will do.
  ///
  /// - Parameters:
  ///   - shape: Made by `ObjectShape.command(…)`.
  ///   - personal: Made by `ObjectShape.personal(…)`; what is wrong with these members is found later.
  ///   - slots: Gets the values of both.
  /// - Returns: What ``skipMembers()`` does.
  public mutating func members(
    _ shape: ObjectShape, personal: ObjectShape, into slots: UnsafeMutableBufferPointer<UInt64>
  ) throws(JSONError) -> TextRange {
    checkPersonal { (json, reading) throws(JSONError) in
      try json.read(personal, into: slots, reading)
    }
    let members = json.position
    json.sawOmissions = false
    try read(shape, into: slots)
    let range = membersRange(from: members)
    if isCanonical && !json.sawOmissions { (repeated, repeatedKeys) = (range, keys.seen(.max)) }
    return range
  }

  /// Like ``skipMembers()`` where the level allows it; otherwise reads an event's members, except those that
  /// are the same bytes as the command's, with which its shape begins.
  public mutating func members(repeatingCommandIn shape: ObjectShape) throws(JSONError) -> TextRange
  {
    guard level == .full else { return try skipMembers() }
    let members = json.position
    json.sawOmissions = false
    stepOverRepeated()
    var values = ObjectSlots()
    try read(shape, into: &values)
    return membersRange(from: members)
  }

  private func membersRange(from members: Int) -> TextRange {
    isCanonical && beginsWithType
      ? TextRange(members..<json.position &- 1) : TextRange(start..<json.position)
  }

  /// Steps over members that are the same as those of the command.
  private mutating func stepOverRepeated() {
    let end = json.position &+ repeated.count
    guard repeated.count > 0, end < json.end,
      storage.bytes[end] == UInt8(ascii: ",") || storage.bytes[end] == UInt8(ascii: "}"),
      storage.slice(repeated).hasSameManyBytes(
        as: storage.slice(TextRange(offset: json.position, count: repeated.count)))
    else { return }
    json.position = end
    // A command has four members before its own, an event one.
    let seen = (repeatedKeys &>> 4) &<< 1 | 1
    keys = ObjectKeys(seen: seen, expected: 64 &- seen.leadingZeroBitCount)
  }
}

extension Payload {
  /// Starts with the command at the reader's position.
  @usableFromInline mutating func beginCommand() throws(JSONError) {
    start = json.position
    isRead = false
    beginsWithType = true
    head = CommandHead()
    guard let type = try json.text(after: #"{"type":"#) else { return try beginAny(.commandHead) }
    head.type = type
    headKeys = 1
    if let id = try json.text(after: #","id":"#) {
      head.id = id
      headKeys |= 2
    }
    if let expect = try json.integer(after: #","expect":"#) {
      head.expected = expect
      headKeys |= 4
    }
    if let reason = try json.text(after: #","reason":"#) {
      head.reason = reason
      headKeys |= 8
    }
    keys = ObjectKeys(seen: headKeys, expected: 64 &- headKeys.leadingZeroBitCount)
  }

  /// Starts with the event at the reader's position.
  @usableFromInline mutating func beginEvent() throws(JSONError) {
    start = json.position
    isRead = false
    beginsWithType = true
    headKeys = 15
    guard let type = try json.text(after: #"{"type":"#) else { return try beginAny(.eventHead) }
    head.type = type
    keys = ObjectKeys(seen: 1, expected: 1)
  }

  /// Finds the envelope's part wherever it is, and moves to the first key.
  @inline(never)
  private mutating func beginAny(_ shape: ObjectShape) throws(JSONError) {
    json.position = start
    try json.beginObject()
    let after = json.position
    start = after - 1
    try readHead(shape)
    guard head.type.isPresent else { throw JSONError(.missingKey, at: start) }
    json.position = after
    keys = ObjectKeys()
    headKeys = 15
    beginsWithType = false
  }

  private mutating func readHead(_ shape: ObjectShape) throws(JSONError) {
    head = CommandHead()
    var keys = ObjectKeys(watchingUnknownKeys: false)
    try json.read(shape, into: &head, .trustsBytes, after: &keys)
  }

  /// Reads the envelope's part of the command at the reader's position, wherever it is.
  @usableFromInline mutating func readHead() throws(JSONError) -> CommandHead {
    try beginCommand()
    if !isCanonical && headKeys != 15 { try readLateHead() }
    return head
  }

  /// Iterates over the events in an array, each of which may be read.
  @inlinable @inline(__always) mutating func eachEvent(
    in events: Range<Int>, _ body: (inout Payload) throws(JSONError) -> Void
  ) throws(JSONError) {
    var index = 0
    json.position = events.lowerBound
    try json.beginArray()
    while try json.nextElement(&index) {
      _ = try json.peek()
      try beginEvent()
      try body(&self)
      try finishEvent()
    }
    try checkIsAtEnd(of: events)
  }

  /// What was read is what was found when the entry was divided into its parts.
  @inlinable @inline(__always) func checkIsAtEnd(of part: Range<Int>) throws(JSONError) {
    if json.position != part.upperBound { throw JSONError(.unexpectedByte, at: json.position) }
  }

  /// Checks the personal block, if that wasn't done with the command. What is wrong with it comes after what
  /// is wrong with the command or its events.
  @usableFromInline @inline(__always) mutating func checkPersonal(
    _ shape: ObjectShape
  ) throws(JSONError) {
    if !isPersonalChecked { checkUnread(shape) }
    if let personalDefect { throw personalDefect }
  }

  @inline(never) @usableFromInline mutating func checkUnread(_ shape: ObjectShape) {
    checkPersonal { (json, reading) throws(JSONError) in
      var values = ObjectSlots()
      try json.read(shape, into: &values, reading)
    }
  }

  @inline(__always) private mutating func checkPersonal(
    _ read: (inout JSONReader, ShapeReading) throws(JSONError) -> Void
  ) {
    isPersonalChecked = true
    let position = json.position
    json.sawOmissions = false
    do throws(JSONError) {
      if personalBlock.isPresent {
        json.position = personalBlock.offset
        try read(&json, reading)
        try checkIsAtEnd(of: personalBlock.bounds)
      }
      isPersonalAsWritten = !json.sawOmissions
    } catch {
      personalDefect = error
    }
    json.position = position
  }

  /// Goes to the end of the command.
  @usableFromInline @inline(__always) mutating func finishCommand() throws(JSONError) {
    if !isRead {
      if json.expect("}") { return }
      try finishUnread(isEvent: false)
    }
    if keys.seen(15) & ~headKeys != 0 { try readLateHead() }
  }

  /// Goes to the end of the event.
  @usableFromInline @inline(__always) mutating func finishEvent() throws(JSONError) {
    if isRead || json.expect("}") { return }
    try finishUnread(isEvent: true)
  }

  @inline(never) @usableFromInline
  mutating func finishUnread(isEvent: Bool) throws(JSONError) {
    var nothing = ObjectSlots()
    try json.read(isEvent ? .emptyEvent : .emptyCommand, into: &nothing, reading, after: &keys)
  }

  /// The error of a type that the domain doesn't have: a newer version's, or one that is escaped where that isn't
  /// needed, and so isn't compared.
  @inline(never) @usableFromInline func unknownType() -> JSONError {
    var written = JSONReader(storage, in: type.quote..<json.end, profile: .canonical)
    let isPlain = (try? written.text()) != nil
    return JSONError(isPlain ? .unsupported : .notCanonical, at: type.quote)
  }

  /// The envelope's keys of a command may follow its own where any order is fine; in canonical lines, those
  /// that are left have wrong values.
  @inline(never) @usableFromInline mutating func readLateHead() throws(JSONError) {
    let end = json.position
    json.position = start
    try json.beginObject()
    try readHead(.commandHead)
    json.position = end
  }

  /// Reads a command from outside, where its own members and the envelope's are one object.
  ///
  /// - Parameter body: Decodes the command, of which only the type and the envelope are known.
  public mutating func readCommand<Command>(
    _ body: (inout Payload) throws(JSONError) -> Command?
  ) throws(JSONError) -> (command: Command, head: CommandHead) {
    try beginCommand()
    guard let command = try body(&self) else { throw JSONError(.invalidValue, at: type.quote) }
    try finishCommand()
    return (command, head)
  }
}

// Reads the payloads of entries that aren't written as nearly all are: in any order, with anything that a newer version
// may have added. It fills the slots that the decoder of whole lines fills, or says what is wrong and where.

/// Reads commands, events and personal blocks by their shapes, member by member.
@usableFromInline struct BodyReader: ~Copyable {
  private var json: JSONReader
  private var keys = ObjectKeys()
  /// The envelope's keys that were read before the domain's, a bit each.
  private var headKeys: UInt64 = 0
  /// Whether the type is the first key, so that all others begin with a comma.
  private var beginsWithType = true
  private var start = 0
  private let reading: ShapeReading
  private var head = CommandHead()

  init(of entry: Entry) {
    json = JSONReader(entry.storage, in: entry.line, profile: entry.form.profile)
    reading = .checksLists
  }

  /// A reader of input from outside, where the members of a command and the envelope's are one object.
  init(_ json: JSONReader, refusingUnknownKeys refuses: Bool) {
    self.json = json
    reading = refuses ? [.checksLists, .refusesUnknownKeys] : .checksLists
  }

  private var isCanonical: Bool { json.profile == .canonical }

  /// Reads all payloads of an entry.
  @usableFromInline static func read(
    _ entry: Entry, _ vocabulary: Vocabulary, into contents: inout EntryContents
  ) throws(JSONError) {
    var reader = BodyReader(of: entry)
    let bodies = Bodies(
      reader.json.profile, reader.reading, isErased: entry.isErased)
    try reader.readCommand(at: entry.command.lowerBound, vocabulary, into: bodies)
    try reader.checkIsAtEnd(of: entry.command)
    contents.head = reader.head
    if entry.isAccepted { try reader.readEvents(entry.events, vocabulary, into: bodies) }
    contents.eventCount = bodies.count - 1
    contents.hasPersonal = entry.hasPersonalData
    if contents.hasPersonal {
      try reader.readPersonal(entry.personal, vocabulary.shapes, into: bodies)
    }
    contents.bodies = bodies
  }

  /// Reads a command from outside.
  @usableFromInline static func readImport(
    _ json: inout JSONReader, _ shapes: PayloadShapes, into contents: inout EntryContents
  ) throws(JSONError) -> Payload {
    var reader = BodyReader(json, refusingUnknownKeys: true)
    // The last contents may still be in use; and they may have been for other bytes.
    if !isKnownUniquelyReferenced(&contents.bodies) || contents.bodies?.profile != json.profile {
      contents.bodies = Bodies(json.profile, reader.reading)
    }
    guard let bodies = contents.bodies else { throw JSONError(.invalidValue, at: json.position) }
    bodies.removeAll()
    contents.eventCount = -1
    try reader.beginCommand()
    let place = shapes.commands.names.rank(of: json.storage.slice(reader.head.type))
    guard place >= 0 else { throw JSONError(.invalidValue, at: reader.head.type.quote) }
    try reader.readBody(place, shapes.commands, into: bodies)
    try reader.finishCommand()
    (contents.head, contents.eventCount) = (reader.head, 0)
    json.position = reader.json.position
    return Payload(json.storage, bodies, 0, personal: -1)
  }

  private mutating func readCommand(
    at start: Int, _ vocabulary: Vocabulary, into bodies: Bodies
  ) throws(JSONError) {
    json.position = start
    try beginCommand()
    // The personal block belongs to the command and its events, and gets its form from both.
    if vocabulary.upcasters.contains(where: { json.storage.isText(head.type, $0.type) }) {
      throw JSONError(.unsupported, at: head.type.quote)
    }
    try readBody(
      try place(in: vocabulary.shapes.commands), vocabulary.shapes.commands, into: bodies)
    try finishCommand()
  }

  private mutating func readEvents(
    _ events: Range<Int>, _ vocabulary: Vocabulary, into bodies: Bodies
  ) throws(JSONError) {
    var index = 0
    let commandHead = head
    json.position = events.lowerBound
    try json.beginArray()
    while try json.nextElement(&index) {
      _ = try json.peek()
      try beginEvent()
      try readBody(try place(in: vocabulary.shapes.events), vocabulary.shapes.events, into: bodies)
    }
    head = commandHead
    try checkIsAtEnd(of: events)
  }

  /// The place of the type that was read.
  private func place(in types: PayloadTypes) throws(JSONError) -> Int {
    let place = head.type.hasEscapes ? -1 : types.names.rank(of: json.storage.slice(head.type))
    guard place < 0 else { return place }
    // A newer version's, or one that is escaped where that isn't needed, and so isn't compared.
    var written = JSONReader(json.storage, in: head.type.quote..<json.end, profile: .canonical)
    let isPlain = (try? written.text()) != nil
    throw JSONError(isPlain ? .unsupported : .notCanonical, at: head.type.quote)
  }

  private mutating func readBody(_ place: Int, _ types: PayloadTypes, into bodies: Bodies)
    throws(JSONError)
  {
    let body = bodies.append(place, types.rows[place], start: start)
    let members = json.position
    json.sawOmissions = false
    try json.read(
      types.rows[place].shape, into: bodies.memory(of: body), reading, after: &keys)
    let isCompact = isCanonical && beginsWithType
    bodies.finish(
      body,
      members: isCompact
        ? TextRange(members..<json.position - 1) : TextRange(start..<json.position),
      isAsWritten: isCompact && !json.sawOmissions)
  }

  /// Reads the block that begins with its brace.
  private mutating func readPersonal(
    _ block: Range<Int>, _ shapes: PayloadShapes, into bodies: Bodies
  ) throws(JSONError) {
    let body = bodies.append(0, shapes.personal.rows[0], start: block.lowerBound)
    json.position = block.lowerBound
    json.sawOmissions = false
    try json.read(shapes.personal.rows[0].shape, into: bodies.memory(of: body), reading)
    try checkIsAtEnd(of: block)
    bodies.finish(
      body, members: json.personalMembers(of: TextRange(block)),
      isAsWritten: isCanonical && !json.sawOmissions)
  }

  /// Throws if the part ends elsewhere than it did when the entry was divided.
  private func checkIsAtEnd(of part: Range<Int>) throws(JSONError) {
    if json.position != part.upperBound { throw JSONError(.unexpectedByte, at: json.position) }
  }
}

extension BodyReader {
  /// Starts with the command at the reader's position.
  private mutating func beginCommand() throws(JSONError) {
    start = json.position
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
  private mutating func beginEvent() throws(JSONError) {
    start = json.position
    beginsWithType = true
    headKeys = 15
    guard let type = try json.text(after: #"{"type":"#) else { return try beginAny(.eventHead) }
    head.type = type
    keys = ObjectKeys(seen: 1, expected: 1)
  }

  /// Finds the envelope's part wherever it is, and moves to the first key.
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

  /// The envelope's keys of a command may follow its own where any order is fine; in canonical lines, those
  /// that are left have wrong values.
  private mutating func finishCommand() throws(JSONError) {
    guard keys.seen(15) & ~headKeys != 0 else { return }
    let end = json.position
    json.position = start
    try json.beginObject()
    try readHead(.commandHead)
    json.position = end
  }

  /// Reads the envelope's part of the command that begins at an offset, wherever it is.
  static func head(of entry: Entry) throws(JSONError) -> CommandHead {
    var reader = BodyReader(of: entry)
    reader.json.position = entry.command.lowerBound
    try reader.beginCommand()
    if !reader.isCanonical && reader.headKeys != 15 {
      reader.json.position = reader.start
      try reader.json.beginObject()
      try reader.readHead(.commandHead)
    }
    return reader.head
  }

  /// The types of an entry's events.
  static func eventTypes(of entry: Entry) throws(JSONError) -> [String] {
    var reader = BodyReader(of: entry)
    var (types, index) = ([String](), 0)
    reader.json.position = entry.events.lowerBound
    try reader.json.beginArray()
    while try reader.json.nextElement(&index) {
      let start = reader.json.position
      try reader.beginEvent()
      types.append(entry.storage.string(reader.head.type))
      reader.json.position = start
      _ = try reader.json.skipValue(checkingDuplicates: false)
    }
    return types
  }
}

extension ByteStorage {
  /// Whether a range without escapes is of this text.
  fileprivate func isText(_ range: TextRange, _ text: String) -> Bool {
    range.isPresent && !range.hasEscapes && slice(range).elementsEqual(text.utf8)
  }
}

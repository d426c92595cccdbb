// Reads what a domain put into its entries, and steps over those of other domains.

public import JSONLines

/// The commands and events of one domain, read while their line is.
@frozen public struct DomainBody<D: RecordedDecider>: EntryBody {
  /// Whether commands must be readable, too, or only good JSON.
  public let readsCommands: Bool
  /// Whether the entry read last is of this domain.
  public var isMine = false
  /// The envelope's part of the command.
  public var head = CommandHead()
  /// The command; if commands needn't be readable, perhaps nil.
  public var command: D.Command?
  /// The events; none if the command was refused.
  public var events: [D.Event] = []
  /// The refusal, if the command was refused.
  public var refusal: D.Refusal?
  @usableFromInline let category = Text(D.category)
  @usableFromInline let oldTypes = D.upcasters.map { Text($0.type) }
  /// A bit for each length that an old type has.
  @usableFromInline let oldLengths = D.upcasters.reduce(0 as UInt64) {
    $0 | 1 &<< UInt64($1.type.utf8.count & 63)
  }
  /// Where the command's own members lie, if it was of the usual shape.
  @usableFromInline var commandMembers = TextRange.absent

  /// A body that reads events, and commands if asked to.
  @inlinable public init(readsCommands: Bool = false) { self.readsCommands = readsCommands }

  /// Brings old lines of this domain into today's form.
  @inlinable public var upcasters: [Upcaster] { D.upcasters }

  /// Reads the head of the command, and the command if asked to or if it is cheap.
  @inlinable public mutating func command(_ reader: inout JSONReader, of stream: TextRange)
    throws(JSONError)
  {
    isMine = StreamName.belongs(reader.storage.slice(stream), to: category.bytes)
    command = nil
    commandMembers = .absent
    refusal = nil
    // There are one or two; removing all at once would take longer.
    while !events.isEmpty { events.removeLast() }
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    let start = reader.position
    if let head = try Entry.usualHead(&reader) {
      self.head = head
      try checkIsOfToday(head.type, in: reader.storage)
      let members = reader.position
      // Also if nobody asked for it: its events then needn't be read where they say the same.
      if let read = try D.readUsualCommand(head.type, from: &reader) {
        command = read
        commandMembers = TextRange(members..<reader.position &- 1)
        return
      }
      reader.position = start
    }
    try anyCommand(&reader)
  }

  /// Reads a command whose head may be anywhere.
  @inlinable mutating func anyCommand(_ reader: inout JSONReader)
    throws(JSONError)
  {
    let start = reader.position
    guard readsCommands else {
      head = try Entry.anyHead(&reader)
      try checkIsOfToday(head.type, in: reader.storage)
      reader.position = start
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    // The rest of the head is read where it stands: another pass over the command costs a tenth.
    var head = CommandHead()
    head.type = try PayloadReader.type(&reader)
    try checkIsOfToday(head.type, in: reader.storage)
    reader.position = start
    command = try PayloadReader.read(&reader) { (payload) throws(JSONError) in
      payload.head = head
      guard let read = try D.readCommand(head.type, from: &payload) else {
        throw JSONError(.unsupported, at: head.type.offset)
      }
      head = payload.head ?? head
      return read
    }
    self.head = head
  }

  @inlinable @inline(__always)
  func checkIsOfToday(_ type: TextRange, in storage: ByteStorage) throws(JSONError) {
    if isOld(storage.slice(type)) { throw JSONError(.unsupported, at: type.offset) }
  }

  /// Whether commands of this type must be brought into today's form, be they read or not: the
  /// personal block belongs to command and events alike, and has its form from both.
  @inlinable func isOld(_ type: UnsafeRawBufferPointer) -> Bool {
    guard oldLengths & 1 &<< UInt64(type.count & 63) != 0 else { return false }
    for old in oldTypes where old.bytes.hasSameBytes(as: type) { return true }
    return false
  }

  /// Reads the events.
  @inlinable public mutating func events(_ reader: inout JSONReader)
    throws(JSONError)
  {
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    let start = reader.position
    if commandMembers.isPresent, try usualEvents(&reader) { return }
    reader.position = start
    events.removeAll(keepingCapacity: true)
    var index = 0
    try reader.beginArray()
    while try reader.nextElement(&index) {
      events.append(try Self.event(&reader))
    }
  }

  @inlinable @inline(__always)
  mutating func usualEvents(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard let command else { return false }
    return try D.readUsualEvents(of: command, commandMembers, from: &reader, into: &events)
  }

  @inlinable @inline(__always)
  static func event(_ reader: inout JSONReader) throws(JSONError) -> D.Event {
    let start = reader.position
    return try PayloadReader.read(&reader) { (payload) throws(JSONError) in
      let type = try payload.first.isPresent ? payload.first : payload.type(from: start)
      guard let event = try D.readEvent(type, from: &payload) else {
        throw JSONError(.unsupported, at: type.offset)
      }
      return event
    }
  }

  /// Reads the refusal.
  @inlinable public mutating func rejected(_ reader: inout JSONReader)
    throws(JSONError)
  {
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    let start = reader.position
    let (code, fields) = try RecordedRefusalReader.read(&reader)
    refusal = D.Refusal(code: code, fields: fields)
    if refusal == nil { throw JSONError(.unsupported, at: start) }
  }

  /// Reads the personal block and gives it to the command and the events.
  @inlinable public mutating func personal(_ reader: inout JSONReader)
    throws(JSONError)
  {
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    D.attach(try block(&reader), to: &command, &events)
  }

  @inlinable @inline(__always)
  func block(_ reader: inout JSONReader) throws(JSONError) -> D.Personal {
    let start = reader.position
    if commandMembers.isPresent, try reader.text(behind: #"{"salt":"#) != nil,
      let usual = try D.readUsualPersonal(from: &reader)
    {
      return usual
    }
    reader.position = start
    return try PayloadReader.read(&reader) { (payload) throws(JSONError) in
      try D.readPersonal(from: &payload)
    }
  }

  /// The circumstances of the entry that was read last.
  @inlinable public func context(of entry: Entry) -> EntryContext { entry.context(head) }
}

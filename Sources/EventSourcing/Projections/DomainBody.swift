// Reads what a domain put into its entries, and steps over those of other domains.

public import JSONLines

/// The commands and events of one domain, read while their line is.
@frozen public struct DomainBody<D: RecordedDecider>: EntryBody {
  /// Whether commands are read, too, or only checked as JSON.
  public let readsCommands: Bool
  /// Whether the entry read last is of this domain.
  public var isMine = false
  /// The envelope's part of the command.
  public var head = CommandHead()
  /// The command, if commands are read.
  public var command: D.Command?
  /// The events; none if the command was refused.
  public var events: [D.Event] = []
  /// The refusal, if the command was refused.
  public var refusal: D.Refusal?
  @usableFromInline let category = Text(D.category)
  @usableFromInline let oldTypes = D.upcasters.map { Text($0.type) }

  /// A body that reads events, and commands if asked to.
  @inlinable public init(readsCommands: Bool = false) { self.readsCommands = readsCommands }

  /// Brings old lines of this domain into today's form.
  @inlinable public var upcasters: [Upcaster] { D.upcasters }

  /// Reads the head of the command, and the command if asked to.
  @inlinable public mutating func command(_ reader: inout JSONReader, of entry: Entry)
    throws(JSONError)
  {
    isMine = entry.isIn(category: category.bytes)
    command = nil
    refusal = nil
    // There are one or two; removing all at once would take longer.
    while !events.isEmpty { events.removeLast() }
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    let start = reader.position
    head = try Entry.head(&reader)
    if isOld(entry.storage.slice(head.type)) {
      throw JSONError(.unsupported, at: head.type.offset)
    }
    reader.position = start
    if readsCommands {
      let type = head.type
      command = try PayloadReader.read(&reader) { (payload) throws(JSONError) in
        guard let read = try D.readCommand(type, from: &payload) else {
          throw JSONError(.unsupported, at: type.offset)
        }
        return read
      }
    } else {
      _ = try reader.skipValue(checkingDuplicates: false)
    }
  }

  /// Whether commands of this type must be brought into today's form, be they read or not: the
  /// personal block belongs to command and events alike, and has its form from both.
  @inlinable func isOld(_ type: UnsafeRawBufferPointer) -> Bool {
    for old in oldTypes where old.bytes.hasSameBytes(as: type) { return true }
    return false
  }

  /// Reads the events.
  @inlinable public mutating func events(_ reader: inout JSONReader, of entry: Entry)
    throws(JSONError)
  {
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    var index = 0
    try reader.beginArray()
    while try reader.nextElement(&index) {
      events.append(try Self.event(&reader))
    }
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
  @inlinable public mutating func rejected(_ reader: inout JSONReader, of entry: Entry)
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
  @inlinable public mutating func personal(_ reader: inout JSONReader, of entry: Entry)
    throws(JSONError)
  {
    guard isMine else {
      _ = try reader.skipValue(checkingDuplicates: false)
      return
    }
    let personal = try PayloadReader.read(&reader) { (payload) throws(JSONError) in
      try D.readPersonal(from: &payload)
    }
    if var read = command {
      command = nil
      D.attach(personal, to: &read)
      command = read
    }
    for index in events.indices { D.attach(personal, to: &events[index]) }
  }

  /// The circumstances of the entry that was read last.
  @inlinable public func context(of entry: Entry) -> EntryContext { entry.context(head) }
}

// One domain's part of an entry, decoded.

public import JSONLines

/// The events of one domain's entries, and their commands if requested.
@frozen public struct DomainBody<D: CodableDecider>: Projection {
  /// Whether commands are decoded, too.
  public let readsCommands: Bool
  /// Whether the entry read last is of this domain.
  public var isMine = false
  /// Whether it is the first of some that other threads have decoded.
  @usableFromInline var isFirstAhead = false
  /// The envelope's part of the command.
  public var head = CommandHead()
  /// The command; nil unless commands are read.
  public var command: D.Command?
  /// The events; none if the command was refused.
  public var events: [D.Event] = []
  /// The refusal, if the command was refused.
  public var refusal: D.Refusal?
  @usableFromInline let names = StreamNames(of: D.self)
  @usableFromInline let oldTypes = D.upcasters.map { Text($0.type) }
  /// A bit for each length that an old type has.
  @usableFromInline let oldLengths = D.upcasters.reduce(0 as UInt64) {
    $0 | 1 &<< UInt64($1.type.utf8.count & 63)
  }
  /// Where bodies are found that other threads have decoded.
  @usableFromInline var ahead: BodiesAhead<D>?

  /// A body that decodes events, and commands if requested.
  @inlinable public init(readsCommands: Bool = false) { self.readsCommands = readsCommands }

  /// What rewrites old entries of this domain.
  @inlinable public var upcasters: [Upcaster] { D.upcasters }

  /// Has entries decoded by the threads that read ahead.
  @inlinable public mutating func join(_ readAhead: ReadAhead) {
    D.join(readAhead, for: &self)
  }

  /// Nothing: it keeps nothing of earlier entries.
  public mutating func begin(with base: LogBase) {}

  /// Decodes an entry.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    if let column = ahead?.column, column.take(entry, into: &self) { return }
    do throws(JSONError) {
      try decode(entry)
    } catch {
      throw .unreadable(error)
    }
  }

  @inlinable @inline(__always)
  mutating func decode(_ entry: Entry) throws(JSONError) {
    isMine = names.contain(entry.storage.slice(entry.stream))
    isFirstAhead = false
    forget()
    guard isMine else { return }
    var payload = Payload(of: entry)
    try decodeCommand(entry, &payload)
    if entry.isAccepted {
      try payload.eachEvent(in: entry.events) { (payload) throws(JSONError) in
        guard let event = try D.decodeEvent(&payload) else { throw payload.unknownType() }
        events.append(event)
      }
    } else {
      refusal = try Self.refusal(
        JSONReader(entry.storage, in: entry.rejected, profile: entry.form.profile))
    }
    if entry.level == .full { try payload.checkPersonal(D.personalShape) }
  }

  @inlinable @inline(__always)
  mutating func decodeCommand(_ entry: Entry, _ payload: inout Payload) throws(JSONError) {
    payload.json.position = entry.command.lowerBound
    guard readsCommands else {
      head = try payload.readHead()
      return try checkIsOfToday(payload)
    }
    try payload.beginCommand()
    try checkIsOfToday(payload)
    guard let read = try D.decodeCommand(&payload) else { throw payload.unknownType() }
    try payload.finishCommand()
    try payload.checkIsAtEnd(of: entry.command)
    head = payload.head
    command = read
  }

  @inlinable @inline(never)
  static func refusal(_ json: JSONReader) throws(JSONError) -> D.Refusal {
    let read = try RecordedRefusalReader.read(json)
    guard let refusal = D.Refusal(code: read.code, fields: read.fields) else {
      throw JSONError(.unsupported, at: read.place)
    }
    // Only some codes are about fields.
    guard refusal.fields == read.fields else { throw JSONError(.invalidValue, at: read.place) }
    return refusal
  }

  /// Whether commands of this type must be converted to the current form, even if they aren't
  /// decoded: the personal block belongs to the command and its events, and gets its form from
  /// both.
  @inlinable @inline(__always)
  func checkIsOfToday(_ payload: borrowing Payload) throws(JSONError) {
    let type = payload.storage.slice(payload.type)
    guard oldLengths & 1 &<< UInt64(type.count & 63) != 0 else { return }
    for old in oldTypes where old.bytes.hasSameBytes(as: type) {
      throw JSONError(.unsupported, at: payload.type.quote)
    }
  }

  /// Exchanges what was decoded; the array of events that was used goes where the next will be made.
  @inlinable @inline(__always)
  mutating func exchange(with other: inout DomainBody) {
    isMine = true
    head = other.head
    if readsCommands { swap(&command, &other.command) }
    swap(&events, &other.events)
    swap(&refusal, &other.refusal)
  }

  /// Lets go of what was decoded.
  @inlinable @inline(__always) mutating func forget() {
    command = nil
    refusal = nil
    // There are one or two; removing all at once would take longer.
    while !events.isEmpty { events.removeLast() }
  }

  /// The circumstances of the entry that was read last.
  @inlinable public func context(of entry: Entry) -> EntryContext { entry.context(head) }
}

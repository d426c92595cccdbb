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
  @usableFromInline let vocabulary = Vocabulary(of: D.self)
  /// Where bodies are found that other threads have decoded.
  @usableFromInline var ahead: BodiesAhead<D>?

  /// A body that decodes events, and commands if requested.
  @inlinable public init(readsCommands: Bool = false) { self.readsCommands = readsCommands }

  /// This domain.
  @inlinable public var vocabularies: [Vocabulary] { [vocabulary] }

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
    isMine = vocabulary.names.contain(entry.storage.slice(entry.stream))
    isFirstAhead = false
    forget()
    guard isMine else { return }
    guard entry.contents.isRead else { return try decodeUnusual(entry) }
    try take(entry.contents, entry)
  }

  /// Decodes an entry that isn't written as nearly all are.
  @inlinable @inline(never) mutating func decodeUnusual(_ entry: Entry) throws(JSONError) {
    var contents = EntryContents()
    do throws(JSONError) {
      try BodyReader.read(entry, vocabulary, into: &contents)
    } catch {
      // A newer version's refusal says that all of the entry may be what this one doesn't know.
      if !entry.isAccepted, let newer = unknownRefusal(of: entry) { throw newer }
      throw error
    }
    try take(contents, entry)
  }

  @inlinable @inline(__always)
  mutating func take(_ contents: borrowing EntryContents, _ entry: Entry) throws(JSONError) {
    head = contents.head
    if readsCommands || !D.commandsMayLackMembers,
      let payload = contents.payload(0, in: entry.storage)
    {
      let made = try D.command(payload)
      if readsCommands { command = made }
    }
    var place = 0
    while place < contents.eventCount {
      place &+= 1
      guard let payload = contents.payload(place, in: entry.storage) else { break }
      events.append(try D.event(payload))
    }
    if !entry.isAccepted {
      refusal = try Self.refusal(
        JSONReader(entry.storage, in: entry.rejected, profile: entry.form.profile))
    }
  }

  @usableFromInline func unknownRefusal(of entry: Entry) -> JSONError? {
    do throws(JSONError) {
      _ = try Self.refusal(
        JSONReader(entry.storage, in: entry.rejected, profile: entry.form.profile))
      return nil
    } catch {
      return error.code == .unsupported ? error : nil
    }
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

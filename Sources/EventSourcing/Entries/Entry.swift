// One line of the log: the part that is the same for every domain.

/// One command and its outcome: the envelope of a log line, with its parts as ranges.
///
/// Copying an entry copies no bytes; it keeps the storage that holds its line alive.
@frozen @usableFromInline package struct Entry: Sendable {
  /// The bytes that all ranges refer to.
  public var storage: ByteStorage
  /// The entry's number: the first is 1.
  public var seq = 0
  /// The time when it was made.
  public var at = Timestamp(microseconds: 0)
  /// The stream's name: `order/1001`.
  public var stream = TextRange.absent
  /// The number of accepted entries of the stream, this one included.
  public var rev = 0
  /// The person or program that requested the command.
  public var actor = TextRange.absent
  /// The store's id; only where a segment begins.
  public var store = TextRange.absent
  /// The version of the rules; where a segment begins and where it changes.
  public var rulesVersion = TextRange.absent
  /// The number of entries that were written and synced together, on the first of them; else 1.
  public var batch = 1
  /// The name of the import it came from.
  public var source = TextRange.absent
  /// Its line number there.
  public var sourceLine = 0
  /// The login that recorded it, where that isn't the actor's.
  public var recordedBy = TextRange.absent
  /// The line's checksum, if it ends with one.
  public var crc: UInt32?
  // Eight bytes each, because entries are copied a lot: parts as ranges, no format as 0.
  @usableFromInline var formatOrZero = 0
  @usableFromInline var lineRange = TextRange.empty
  @usableFromInline var metaRange = TextRange.empty
  @usableFromInline var commandRange = TextRange.empty
  @usableFromInline var eventsRange = TextRange.empty
  @usableFromInline var rejectedRange = TextRange.empty
  @usableFromInline var personalRange = TextRange.empty
  /// The contents of its payloads, if they were read with the line.
  @usableFromInline var contents = EntryContents()

  /// The form of its line.
  @usableFromInline var form = LineForm.store
  /// Whether its source keeps personal data back, so that a block may be there of which it has only the hash.
  public var isWithheld = false

  @inlinable init(in storage: ByteStorage) { self.storage = storage }

  /// Resets it for another line, of which nothing is known yet.
  @inline(__always)
  mutating func reset(in storage: ByteStorage, _ form: LineForm) {
    self.form = form
    isWithheld = false
    // Most lines share the storage of the one before: then no references are counted.
    if self.storage !== storage { self.storage = storage }
    (seq, rev, sourceLine, batch, formatOrZero) = (0, 0, 0, 1, 0)
    at = Timestamp(microseconds: 0)
    (stream, actor, store, rulesVersion, source) = (.absent, .absent, .absent, .absent, .absent)
    recordedBy = .absent
    (lineRange, metaRange, commandRange) = (.empty, .empty, .empty)
    (eventsRange, rejectedRange, personalRange) = (.empty, .empty, .empty)
    crc = nil
    contents.removeAll()
  }

  /// The format's version; only where a segment begins.
  @inlinable public var format: Int? {
    get { formatOrZero == 0 ? nil : formatOrZero }
    set { formatOrZero = newValue ?? 0 }
  }
  /// The line without its LF.
  @inlinable public var line: Range<Int> {
    get { lineRange.bounds }
    set { lineRange = TextRange(newValue) }
  }
  /// The caller's map of strings, as JSON; empty if there is none.
  @inlinable public var meta: Range<Int> {
    get { metaRange.bounds }
    set { metaRange = TextRange(newValue) }
  }
  /// The command, a JSON object.
  @inlinable public var command: Range<Int> {
    get { commandRange.bounds }
    set { commandRange = TextRange(newValue) }
  }
  /// The events, a JSON array; empty if the command was refused.
  @inlinable public var events: Range<Int> {
    get { eventsRange.bounds }
    set { eventsRange = TextRange(newValue) }
  }
  /// The refusal, a JSON object; empty if the command was accepted.
  @inlinable public var rejected: Range<Int> {
    get { rejectedRange.bounds }
    set { rejectedRange = TextRange(newValue) }
  }
  /// The personal block, a JSON object, or a string where it was erased; empty if there is none.
  @inlinable public var personal: Range<Int> {
    get { personalRange.bounds }
    set { personalRange = TextRange(newValue) }
  }

  /// Whether the command was accepted.
  @inlinable public var isAccepted: Bool { rejectedRange.count == 0 }

  /// Whether the personal block isn't here: it was erased, or is withheld (``isWithheld``), and only its hash is left.
  @inlinable public var isErased: Bool {
    !personal.isEmpty && storage.bytes[personal.lowerBound] == 0x22
  }

  /// Whether it changed what isn't known any more.
  @inlinable public var lostItsChanges: Bool { isErased && isAccepted }

  /// The bytes of the line without its LF.
  @inlinable public var bytes: UnsafeRawBufferPointer { self[line] }

  /// The bytes of one of the entry's parts.
  @inlinable public subscript(part: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: storage.bytes[part])
  }

  /// The circumstances that the rules may use.
  @inlinable package func context(_ head: CommandHead) -> EntryContext {
    EntryContext(
      storage: storage, stream: stream, actor: actor, commandID: head.id, reason: head.reason,
      rev: rev, at: at, isErased: isErased)
  }
}

extension Entry {
  /// Reads the part of the command that belongs to the envelope.
  ///
  /// - Throws: `JSONError` if one of its values is of the wrong kind, or `type` is missing.
  package func commandHead() throws(JSONError) -> CommandHead {
    contents.isRead ? contents.head : try BodyReader.head(of: self)
  }

  /// The types of the events, in order; none if the command was refused.
  ///
  /// - Throws: `JSONError` if one has no type.
  public func eventTypes() throws(JSONError) -> [String] {
    events.isEmpty ? [] : try BodyReader.eventTypes(of: self)
  }

  /// The refusal's code and the fields it blames; nil if the command was accepted.
  ///
  /// - Throws: `JSONError` if it isn't a refusal.
  public func refusal() throws(JSONError) -> (code: String, fields: [InvalidField])? {
    guard !rejected.isEmpty else { return nil }
    let read = try RecordedRefusalReader.read(
      JSONReader(storage, in: rejected, profile: form.profile))
    return (read.code, read.fields)
  }

  /// Checks that the parts are JSON as lines must have it, where no domain reads them.
  func validateParts() throws(JSONError) {
    for part in [command, events, rejected, personal] where !part.isEmpty {
      var reader = JSONReader(storage, in: part, profile: form.profile)
      _ = try reader.skipValue(checkingDuplicates: false)
      try reader.endOfDocument()
    }
  }
}

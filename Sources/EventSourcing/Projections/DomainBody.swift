// One domain's part of an entry, decoded.

/// The command and the events of one domain's entries.
@usableFromInline @frozen package struct DomainBody<D: CodableDecider>: Projection {
  /// Whether the entry read last is of this domain.
  @usableFromInline package var isOfDomain = false
  /// The envelope's part of the command.
  @usableFromInline package var head = CommandHead()
  /// The command.
  public var command: D.Command?
  /// The events; none if the command was refused. Not available where only states are read.
  @inlinable public var events: [D.Event] {
    assert(!isSkimmed, "the events weren't kept")
    return made
  }
  @usableFromInline var made: [D.Event] = []
  /// Whether the entry's events are made one by one, as states take them in.
  @usableFromInline var isSkimmed = false
  /// The refusal, if the command was refused.
  public var refusal: D.Refusal?
  @usableFromInline let vocabulary = Vocabulary(of: D.self)

  /// Makes a body without a command and events.
  @inlinable public init() {}

  /// The vocabulary of this domain.
  @inlinable public var vocabularies: [Vocabulary] { [vocabulary] }

  /// Nothing: it keeps nothing of earlier entries.
  public mutating func restore(from base: ArchivedPrefix) {}

  /// Decodes an entry.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    do throws(JSONError) {
      try decode(entry)
    } catch {
      throw .unreadable(error)
    }
  }

  @inlinable @inline(__always) mutating func decode(_ entry: Entry) throws(JSONError) {
    isSkimmed = false
    guard take(entry) else { return }
    guard entry.contents.isRead else { return try decodeUnusual(entry) }
    try make(entry.contents, entry)
  }

  /// Takes an entry in whose events the caller makes itself, by ``EntryContents``.
  ///
  /// - Returns: false if it isn't of this domain.
  @inlinable @inline(__always)
  mutating func skim(_ entry: Entry) throws(EntryDefect) {
    isSkimmed = true
    guard take(entry) else { return }
    head = entry.contents.head
    guard !entry.isAccepted else { return }
    do throws(JSONError) {
      try takeRefusal(entry)
    } catch {
      throw .unreadable(error)
    }
  }

  /// - Returns: Whether the entry is of this domain.
  @inlinable @inline(__always)
  mutating func take(_ entry: Entry) -> Bool {
    isOfDomain = vocabulary.names.contain(entry.storage.slice(entry.stream))
    command = nil
    refusal = nil
    // There are one or two; removing all at once would take longer.
    while !made.isEmpty { made.removeLast() }
    return isOfDomain
  }

  /// Decodes an entry that isn't written as nearly all are.
  @inlinable @inline(never) mutating func decodeUnusual(_ entry: Entry) throws(JSONError) {
    var contents = EntryContents()
    try BodyReader.read(entry, vocabulary, into: &contents)
    try make(contents, entry)
  }

  @inlinable @inline(__always)
  mutating func make(_ contents: borrowing EntryContents, _ entry: Entry) throws(JSONError) {
    head = contents.head
    if let payload = contents.payload(0, in: entry.storage) { command = try D.command(payload) }
    var place = 0
    while place < contents.eventCount {
      place &+= 1
      guard let payload = contents.payload(place, in: entry.storage) else { break }
      made.append(try D.event(payload))
    }
    if !entry.isAccepted { try takeRefusal(entry) }
  }

  @inlinable mutating func takeRefusal(_ entry: Entry) throws(JSONError) {
    refusal = try Self.refusal(
      JSONReader(entry.storage, in: entry.rejected, profile: entry.form.profile))
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

  /// The circumstances of the entry that was read last.
  @inlinable public func context(of entry: Entry) -> EntryContext { entry.context(head) }
}

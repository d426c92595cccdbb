// The state of every stream of one domain.

/// An accepted entry whose personal data was erased.
@usableFromInline package struct Erasure: Hashable, Sendable {
  /// The entry's number.
  public let seq: Int
  /// The value that the log has in place of the data, as JSON.
  public let block: String
}

extension Erasure {
  /// The erasure in files beside the log.
  var json: JSONValue {
    .object([.init("seq", .integer(Int64(seq))), .init("block", .string(block))])
  }

  /// nil if this isn't a list of them.
  static func list(_ json: JSONValue) -> [Erasure]? {
    let erasures = json.array?.compactMap { item -> Erasure? in
      guard let seq = item["seq"]?.integer, let block = item["block"]?.string else { return nil }
      return Erasure(seq: Int(seq), block: block)
    }
    return erasures?.count == json.array?.count ? erasures : nil
  }
}

/// Folds the events of one domain into the states of its streams.
@frozen @usableFromInline package struct StateProjection<D: CodableDecider>: Projection {
  /// The contents of the last entry; without a command and events if only states are read.
  @usableFromInline package var body = DomainBody<D>()
  /// The streams, numbered as they appeared.
  public var streams = StreamTable()
  /// The states, by the streams' numbers.
  public var states: [D.State] = []
  /// The revisions, by the streams' numbers.
  public var revisions: [Int] = []
  /// The accepted entries whose personal data was erased, by the streams' numbers.
  var erasures: [Int: [Erasure]] = [:]
  @usableFromInline let readsValues: Bool
  /// Whether revisions must be without gaps, and events be possible, as in a store.
  public let checksRevisions: Bool

  /// A projection without streams.
  ///
  /// - Parameters:
  ///   - checksRevisions: Whether revisions must be without gaps, and events be possible, as in a
  ///     store.
  ///   - readsValues: Whether `body` gets the commands and events, and not only what states need.
  @inlinable public init(checksRevisions: Bool, readsValues: Bool = false) {
    self.checksRevisions = checksRevisions
    self.readsValues = readsValues
  }

  /// Brings old lines of the domain into today's form.
  @inlinable public var vocabularies: [Vocabulary] { [Vocabulary(of: D.self)] }

  /// Begins with the states that the archived entries have led to.
  public mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try restore(from: base) { _ in true }
  }

  /// Begins with some of the streams of a base, in the order of their first entries.
  @usableFromInline package mutating func restore(
    from base: ArchivedPrefix, where isWanted: (Text) -> Bool
  ) throws(LogError) {
    var found: [(stream: ArchivedPrefix.Stream, name: Text, state: D.State)] = []
    try base.eachStream(of: body.vocabulary.names) { (stream, storage) throws(JSONError) in
      let name = Text(storage, stream.name)
      guard isWanted(name) else { return }
      guard var json = stream.state else { return found.append((stream, name, D.initial)) }
      guard let state = try D.readArchived(&json) else {
        throw JSONError(.invalidValue, at: json.position)
      }
      found.append((stream, name, state))
    }
    for (stream, name, state) in found.sorted(by: { $0.stream.first < $1.stream.first }) {
      let index = withExtendedLifetime(name) { number(of: name.bytes) }
      (states[index], revisions[index]) = (state, stream.rev)
      if !stream.erasures.isEmpty { erasures[index] = stream.erasures }
    }
  }

  /// Decodes an entry and evolves its stream.
  ///
  /// - Throws: A defect if it can't be decoded, or can't follow the stream's entries.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func read(_ entry: Entry) throws(EntryDefect) {
    try decode(entry)
    guard body.isOfDomain else { return }
    try apply(entry, to: number(of: entry.storage.slice(entry.stream)))
  }

  /// Decodes an entry into the body.
  @inlinable @inline(__always)  // A call would copy the entry.
  public mutating func decode(_ entry: Entry) throws(EntryDefect) {
    if D.shapesSayAll && !readsValues && entry.contents.isRead {
      try body.skim(entry)
    } else {
      try body.read(entry)
    }
  }

  /// Evolves a stream, whose number is known, with the entry that the body has decoded.
  @inlinable @inline(__always)
  public mutating func apply(_ entry: Entry, to index: Int) throws(EntryDefect) {
    let next = revisions[index] &+ (entry.isAccepted ? 1 : 0)
    if checksRevisions && entry.rev != next {
      throw .misplaced("The entry's rev is \(entry.rev); it must be \(next) here.")
    }
    let context = body.context(of: entry)
    if body.isSkimmed {
      var place = 0
      while place < entry.contents.eventCount {
        place &+= 1
        guard let payload = entry.contents.payload(place, in: entry.storage) else { break }
        try take(event(payload), in: context, index)
      }
    } else {
      let events = body.made
      for place in events.indices {
        try events.lend(place) { (event) throws(EntryDefect) in
          try take(event, in: context, index)
        }
      }
    }
    revisions[index] = entry.rev
    if entry.lostItsChanges, !entry.isWithheld {
      noteErasure(by: entry.seq, entry.storage, entry.personal, index)
    }
  }

  @inlinable @inline(__always)
  mutating func take(_ event: D.Event, in context: EntryContext, _ index: Int) throws(EntryDefect) {
    if checksRevisions, let objection = states.lend(index, { D.objection(to: event, in: $0) }) {
      throw .misplaced(objection)
    }
    D.evolve(&states[index], with: event, in: context)
  }

  @inlinable @inline(__always) func event(_ payload: Payload) throws(EntryDefect) -> D.Event {
    do throws(JSONError) {
      return try D.event(payload)
    } catch {
      throw .unreadable(error)
    }
  }

  // The entry itself would be copied for the call.
  @usableFromInline @inline(never) mutating func noteErasure(
    by seq: Int, _ storage: ByteStorage, _ block: Range<Int>, _ index: Int
  ) {
    let erasure = Erasure(seq: seq, block: storage.string(TextRange(block)))
    erasures[index, default: []].append(erasure)
  }

  /// The number of the stream with this name; a new one if it has none yet.
  @inlinable @inline(__always)
  public mutating func number(of stream: UnsafeRawBufferPointer) -> Int {
    let index = streams.insert(stream)
    if index == states.count {
      states.append(D.initial)
      revisions.append(0)
    }
    return index
  }

  /// Brings one stream up to date.
  @inlinable @inline(__always)
  public mutating func evolve(
    _ index: Int, with events: [D.Event], in context: EntryContext
  ) {
    for place in events.indices {
      events.lend(place) { D.evolve(&states[index], with: $0, in: context) }
    }
  }

  /// Notes that an entry of the stream was accepted, as its new revision.
  @inlinable public mutating func accept(_ index: Int) { revisions[index] &+= 1 }

  /// The state and the revision of a stream; nil if it has no entries.
  public func state(of stream: StreamName) -> (state: D.State, rev: Int)? {
    streams.find(stream.text.bytes).map { (states[$0], revisions[$0]) }
  }

  /// The accepted entries of a stream, by its number, whose personal data was erased: what they changed of
  /// it isn't in the state.
  package func erasures(of index: Int) -> [Erasure] { erasures[index] ?? [] }

  /// The erasures of a stream, by its name.
  package func erasures(of stream: StreamName) -> [Erasure] {
    streams.find(stream.text.bytes).map { erasures(of: $0) } ?? []
  }
}

extension Array {
  /// Calls a closure with an element, which a subscript would copy.
  @inlinable @inline(__always)
  package func lend<Result, E: Error>(
    _ index: Int, _ body: (Element) throws(E) -> Result
  ) throws(E) -> Result {
    try withUnsafeBufferPointer { (buffer) throws(E) in
      precondition(buffer.indices.contains(index), "there is no such element")
      return try body(buffer[index])
    }
  }
}

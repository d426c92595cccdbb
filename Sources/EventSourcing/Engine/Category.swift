// One domain as the engine holds it: its states, and how to bring them up to date.

import JSONLines

/// A category of streams in an engine, with the states of all of them.
///
/// It belongs to the one engine that it was handed to when that was opened, whose lock guards it.
public final class Category<D: RecordedDecider>: @unchecked Sendable {
  // Not checked at run time, as the engine's own properties aren't.
  @exclusivity(unchecked) @usableFromInline var projection = StateProjection<D>(
    checksRevisions: true)
  /// The next number that may be free for a new stream.
  var nextNumber = 1001
  /// The engine that it belongs to.
  @usableFromInline var owner: ObjectIdentifier?

  /// A category of this domain.
  @inlinable public init(_: D.Type = D.self) {}

  /// This category, its domain hidden, for `Engine.init`.
  @inlinable public var erased: AnyCategory {
    AnyCategory(
      name: D.category, upcasters: D.upcasters,
      command: { (reader, stream) throws(JSONError) in
        try self.projection.command(&reader, of: stream)
      },
      events: { (reader) throws(JSONError) in
        try self.projection.events(&reader)
      },
      personal: { (reader) throws(JSONError) in
        try self.projection.personal(&reader)
      },
      apply: { (entry) throws(EntryDefect) in
        try self.projection.apply(entry)
        return self.projection.body.head
      },
      claim: { engine in
        precondition(self.owner == nil, "a category belongs to one engine")
        self.owner = engine
      })
  }

  /// The smallest number from 1001 up whose stream has no entry.
  @usableFromInline func freeNumber() -> Int {
    while let stream = StreamName(category: D.category, id: String(nextNumber)),
      projection.streams.find(stream.text.bytes) != nil
    {
      nextNumber += 1
    }
    return nextNumber
  }
}

/// A category with its domain hidden behind closures, which are specialised where it is known.
public struct AnyCategory {
  @usableFromInline typealias Command = (inout JSONReader, TextRange) throws(JSONError) -> Void
  @usableFromInline typealias Part = (inout JSONReader) throws(JSONError) -> Void

  let name: Text
  let upcasters: [Upcaster]
  let command: Command
  let events: Part
  let personal: Part
  let apply: (Entry) throws(EntryDefect) -> CommandHead
  let claim: (ObjectIdentifier) -> Void

  @usableFromInline init(
    name: String, upcasters: [Upcaster], command: @escaping Command, events: @escaping Part,
    personal: @escaping Part, apply: @escaping (Entry) throws(EntryDefect) -> CommandHead,
    claim: @escaping (ObjectIdentifier) -> Void
  ) {
    self.name = Text(name)
    self.upcasters = upcasters
    self.command = command
    self.events = events
    self.personal = personal
    self.apply = apply
    self.claim = claim
  }
}

/// Reads each entry with its own category, when an engine opens.
struct CategoriesProjection: Projection {
  let categories: [AnyCategory]
  var commandIDs = CommandIDs()
  private var current: AnyCategory?

  init(_ categories: [AnyCategory]) { self.categories = categories }

  var upcasters: [Upcaster] { current?.upcasters ?? [] }

  mutating func command(_ reader: inout JSONReader, of stream: TextRange) throws(JSONError) {
    let name = reader.storage.slice(stream)
    current = categories.first { StreamName.belongs(name, to: $0.name.bytes) }
    guard let current else { throw JSONError(.unsupported, at: stream.offset) }
    try current.command(&reader, stream)
  }

  mutating func events(_ reader: inout JSONReader) throws(JSONError) {
    try current?.events(&reader)
  }

  // A refusal changes no state, so it isn't read.
  mutating func rejected(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.skipValue(checkingDuplicates: false)
  }

  mutating func personal(_ reader: inout JSONReader) throws(JSONError) {
    try current?.personal(&reader)
  }

  mutating func apply(_ entry: Entry) throws(EntryDefect) {
    guard let head = try current?.apply(entry), head.id.isPresent else { return }
    commandIDs.insert(
      Text(entry.storage, head.id), stream: Text(entry.storage, entry.stream), seq: entry.seq)
  }
}

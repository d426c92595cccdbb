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
      read: { (entry) throws(EntryDefect) in
        try self.projection.read(entry)
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
  @usableFromInline typealias Read = (Entry) throws(EntryDefect) -> CommandHead

  let name: Text
  let upcasters: [Upcaster]
  let read: Read
  let claim: (ObjectIdentifier) -> Void

  @usableFromInline init(
    name: String, upcasters: [Upcaster], read: @escaping Read,
    claim: @escaping (ObjectIdentifier) -> Void
  ) {
    self.name = Text(name)
    self.upcasters = upcasters
    self.read = read
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

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    current = categories.first { StreamName.belongs(name, to: $0.name.bytes) }
    guard let current else { throw .unreadable(JSONError(.unsupported, at: entry.stream.offset)) }
    let head = try current.read(entry)
    guard head.id.isPresent else { return }
    commandIDs.insert(
      Text(entry.storage, head.id), stream: Text(entry.storage, entry.stream), seq: entry.seq)
  }
}

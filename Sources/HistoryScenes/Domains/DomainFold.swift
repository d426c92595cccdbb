// Hands each entry to the domain that it is of: what all folds over a store's domains have in common.

import EventSourcing
import JSONLines

package struct DomainFold<Part>: Projection {
  package private(set) var parts: [Part]
  package private(set) var current = 0
  package let upcasters: [Upcaster]
  private let categories: [Text]
  private let readPart: (inout Part, Entry) throws(EntryDefect) -> Void
  private let joinPart: (inout Part, ReadAhead) -> Void

  package init(
    _ domains: HistoryDomains, read: @escaping (inout Part, Entry) throws(EntryDefect) -> Void,
    join: @escaping (inout Part, ReadAhead) -> Void = { _, _ in },
    part: (any HistoryDomain.Type) -> Part
  ) {
    parts = domains.all.map(part)
    categories = domains.all.map { Text($0.category) }
    upcasters = domains.all.flatMap { $0.upcasters }
    readPart = read
    joinPart = join
  }

  package mutating func join(_ readAhead: ReadAhead) {
    for index in parts.indices { joinPart(&parts[index], readAhead) }
  }

  package mutating func update(_ body: (inout Part) -> Void) {
    for index in parts.indices { body(&parts[index]) }
  }

  package mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    for index in categories.indices where StreamName.belongs(name, to: categories[index].bytes) {
      current = index
      return try readPart(&parts[index], entry)
    }
    throw .unreadable(JSONError(.unsupported, at: entry.stream.offset))
  }

  package var currentPart: Part { parts[current] }
}

// Hands each entry to the domain that it is of: what all folds over a store's domains have in common.

struct DomainFold<Part>: Projection {
  var parts: [Part]
  private(set) var current = 0
  let vocabularies: [Vocabulary]
  private let names: [StreamNames]
  private let readPart: (inout Part, Entry) throws(EntryDefect) -> Void
  private let beginPart: (inout Part, ArchivedPrefix) throws(LogError) -> Void

  init(
    _ domains: HistoryDomains, read: @escaping (inout Part, Entry) throws(EntryDefect) -> Void,
    begin: @escaping (inout Part, ArchivedPrefix) throws(LogError) -> Void = {
      (_, base) throws(LogError) in throw base.archived()
    },
    part: (any HistoryDomain.Type) -> Part
  ) {
    parts = domains.all.map(part)
    names = domains.streamNames
    vocabularies = domains.all.map { $0.vocabulary }
    readPart = read
    beginPart = begin
  }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    for index in parts.indices { try beginPart(&parts[index], base) }
  }

  mutating func update(_ body: (inout Part) -> Void) {
    for index in parts.indices { body(&parts[index]) }
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    let name = entry.storage.slice(entry.stream)
    for index in names.indices where names[index].contain(name) {
      current = index
      return try readPart(&parts[index], entry)
    }
    throw .unknownStream
  }

  var currentPart: Part { parts[current] }
}

extension Entry {
  /// The version of the rules that decided it and what follows, if it says so: entries of all domains do.
  var newRulesVersion: String? { rulesVersion.isPresent ? storage.string(rulesVersion) : nil }
}

// Observes good entries for verifying, while another projection reads them.

struct EntryObserver<Base: Projection>: Projection {
  private(set) var base: Base
  /// The streams whose personal data was erased, by the entries.
  private(set) var erased = ErasedStreams()
  private(set) var unchecked = UncheckedEntries()

  init(_ base: Base) { self.base = base }

  var vocabularies: [Vocabulary] { base.vocabularies }
  var checksRevisions: Bool { base.checksRevisions }
  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try self.base.restore(from: base)
    unchecked.restore(from: base)
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    unchecked.look(at: entry)
    try base.read(entry)
    unchecked.take(entry)
    erased.take(entry)
  }
}

extension EntryObserver: SalvageProjection where Base: SalvageProjection {
  mutating func noteDamage() {
    base.noteDamage()
    unchecked.noteDamage()
  }
}

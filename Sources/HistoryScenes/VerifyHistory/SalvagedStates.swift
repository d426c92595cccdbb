// Folds what is left of a damaged history, and draws no conclusions from what is missing.

/// The states of the streams that have all their entries. Those of the others are only decoded: what can't
/// have happened in a state that isn't known can't be told.
struct SalvagedStates: SalvageProjection {
  private struct Stream {
    var rev = 0
    /// The number of entries that were read when its last one was.
    var entry = 0
    var isWhole = true
  }

  private var whole: HistoryStates
  private var others: HistoryStates
  private let form: LineForm
  private var names = StreamTable()
  private var streams: [Stream] = []
  private var entries = 0
  /// The number of entries that were read before entries may be missing.
  private var entriesBeforeDamage = -1
  /// The revisions of a history, whose numbers tell where entries are missing.
  private var revisions = Revisions(.history)
  let checksRevisions = true

  init(of domains: HistoryDomains, form: LineForm) {
    self.form = form
    whole = HistoryStates(of: domains, form: form, readsValues: true)
    others = HistoryStates(of: domains, form: .history, readsValues: true)
  }

  var vocabularies: [Vocabulary] { whole.vocabularies }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try whole.restore(from: base)
    try base.eachStream { name, rev in
      _ = names.insert(name)
      streams.append(Stream(rev: rev))
    }
  }

  mutating func noteDamage() { entriesBeforeDamage = entries }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    guard form == .store else {
      if let problem = revisions.check(entry) { throw .misplaced(problem) }
      return try whole.read(entry)
    }
    let index = names.insert(entry.storage.slice(entry.stream))
    if index == streams.count { streams.append(Stream()) }
    let before = streams[index]
    entries += 1
    // The state stays if something is wrong with the entry: later errors that follow from it aren't reported, too.
    streams[index].entry = entries
    streams[index].isWhole = false
    let next = before.rev + (entry.isAccepted ? 1 : 0)
    if before.isWhole, entry.rev == next {
      try whole.read(entry)
      streams[index].isWhole = true
    } else {
      try others.read(entry)
      try check(entry.rev, next, mayLack: before.entry <= entriesBeforeDamage)
    }
    streams[index].rev = entry.rev
  }

  /// - Parameter mayLack: Whether entries of the stream may be missing since its previous one.
  private func check(_ rev: Int, _ next: Int, mayLack: Bool) throws(EntryDefect) {
    guard mayLack ? rev < next : rev != next else { return }
    throw .misplaced(
      "The entry's rev is \(rev); it must be \(mayLack ? "at least " : "")\(next) here.")
  }
}

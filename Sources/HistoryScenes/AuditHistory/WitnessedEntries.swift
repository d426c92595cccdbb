// The facts of the entries that an audit names: time, actor, stream and amount. Read once the audit knows which.

extension HistoryDomain {
  /// The entries by their numbers.
  static func witnesses(_ wanted: Set<Int>, in history: History, through last: Int)
    throws(Failure) -> [Int: AuditResult.Entry]
  {
    var entries = WitnessedEntries<Self>(domains: history.domains, wanted: wanted)
    _ = try Failure.of(history.source.project(into: &entries, through: last))
    return entries.found
  }
}

private struct WitnessedEntries<D: HistoryDomain>: Projection {
  let domains: HistoryDomains
  let wanted: Set<Int>
  var found: [Int: AuditResult.Entry] = [:]
  var states = StateProjection<D>(checksRevisions: false)
  let total = D.totals.first.flatMap { D.schema.field($0.name) }

  var vocabularies: [Vocabulary] { states.vocabularies }
  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try states.read(entry)
    guard wanted.contains(entry.seq) else { return }
    var described = AuditResult.Entry(at: entry.at, actor: entry.storage.string(entry.actor))
    if states.body.isOfDomain {
      let index = states.number(of: entry.storage.slice(entry.stream))
      let state = states.states[index]
      described.stream = domains.label(of: states.streams.name(index))
      described.amount = (try? entry.commandMember(among: D.moneyOfCommands))?.integer
      if described.amount == nil, entry.isAccepted, case .integer(let sum)? = total?.read(state) {
        described.amount = sum
      }
      if described.amount != nil { described.currency = D.schema.currency(of: state) ?? "" }
    }
    found[entry.seq] = described
  }
}

// Folds a history, and keeps what each entry changed by stream and by what the entry says itself. How a stream is
// grouped by its fields is known at the end.

struct EntryGroups<D: HistoryDomain>: Projection {
  private var amounts: EntryAmounts<D>
  private let groupings: [Grouping<D.State>]
  /// The values of groupings by the entry, in order.
  private var traits: [TraitValues]
  private let times: ClosedRange<Timestamp>
  private let asksPersonal: Bool
  /// The entries whose personal data was erased, if the groups depend on such data.
  private(set) var erasures = Erasures()
  private var cells = GroupCells()

  init(_ request: GroupedStatistics.Request, in history: History) throws(Failure) {
    amounts = try EntryAmounts(where: request.condition, in: history)
    groupings = try request.by.map { (name) throws(Failure) in try D.grouping(named: name) }
    times = try history.times.bounds(since: request.since, until: request.until)
    asksPersonal = D.areAboutPersonalFields(amounts.fields.union(request.by))
    traits = groupings.compactMap {
      if case .entry(let trait) = $0 { TraitValues(trait, in: history.times.zone) } else { nil }
    }
  }

  var vocabularies: [Vocabulary] { amounts.vocabularies }
  var checksRevisions: Bool { amounts.checksRevisions }
  func takeTypeError() -> ConditionError? { amounts.takeTypeError() }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try amounts.read(entry)
    guard times.contains(entry.at) else { return }
    if let condition = amounts.condition {
      guard amounts.stream != nil else { return }
      if condition.formula.isMomentary, !amounts.isSelected { return }
    }
    if asksPersonal { erasures.take(entry) }
    do throws(JSONError) {
      try count(entry)
    } catch {
      throw .unreadable(error)
    }
  }

  private mutating func count(_ entry: Entry) throws(JSONError) {
    var key = GroupCells.Key(stream: amounts.stream ?? GroupCells.noStream)
    for place in traits.indices {
      key.values[place] = Int32(truncatingIfNeeded: try traits[place].number(of: entry))
    }
    cells.count(
      key, isAccepted: entry.isAccepted, isFirst: amounts.isFirst, changing: amounts.changes)
  }

  /// - Throws: `sum-too-large` if a sum leaves 64 bits.
  func groups(in domains: HistoryDomains) throws(Failure) -> [GroupedStatistics.Group] {
    let selectsAtEnd = amounts.condition.map { !$0.formula.isMomentary } ?? false
    var groups = GroupSums()
    for (key, cell) in cells.all {
      let state = key.stream == GroupCells.noStream ? nil : amounts.states.states.states[key.stream]
      if selectsAtEnd {
        guard let state, amounts.isSelected(atEnd: state) else { continue }
      }
      groups.add(cell, isDeleted: state.map { D.isDeleted($0) } ?? false, to: values(key, state))
    }
    return try groups.sorted(in: domains)
  }

  private func values(_ key: GroupCells.Key, _ state: D.State?) -> [GroupValue] {
    var traits = traits.indices.map { self.traits[$0].value(Int(key.values[$0])) }[...]
    return groupings.map { grouping in
      switch grouping {
      case .entry: traits.popFirst() ?? GroupValue(nil)
      case .state(let field): state.map { GroupValue(of: field, in: $0) } ?? GroupValue(nil)
      }
    }
  }
}

// A filter of entries, as typed.

struct HistoryFilter {
  /// The only streams to show; all if there are none.
  let streams: [StreamName]
  /// The last entry that is not shown any more because it is too early.
  private(set) var first: Int
  /// The last entry to show; `.max` for the end.
  private(set) var last: Int
  /// The last entry of the range that was asked for, whatever the times; `.max` for the end.
  let lastAsked: Int
  /// The torn tail at the log's end, where that is known without reading up to it.
  private(set) var knownTail: TornTail?
  /// The header of the base, if entries that may have been requested are archived.
  private(set) var archived: ArchivedPrefixHeader?
  let field: FieldSelection?
  /// Whether field or condition are about personal data: an entry may have changed that and not say so.
  let asksPersonal: Bool
  /// Whether what is shown takes the states before each entry.
  let needsStates: Bool
  /// The part that finds the amounts of each entry, and whether a condition holds after it; nil if neither is needed.
  let amounts: (any EntryAmountsPart)?
  private let hasCondition: Bool
  /// Whether an entry's changes are shown in full, not only the requested fields.
  let showsAllChanges: Bool
  /// The history whose versions of the rules the shown entries name; nil if they needn't.
  let rules: History?
  let showsPlaces: Bool
  private let outcome: ShowLog.Request.Outcome?
  private let actor: Text?
  private let command: String?
  private var times: ClosedRange<Timestamp>

  init(_ request: ShowLog.Request, in history: History) throws(Failure) {
    streams = try request.ids.map { (id) throws(Failure) in try history.domains.stream(id) }
    (first, last) = try history.resolve(range: request.range, at: request.at)
    first = max(first, request.after)
    lastAsked = last
    field = request.field.map { FieldSelection($0) }
    hasCondition = request.condition != nil
    let main = history.domains.main
    amounts =
      request.tellsAmounts || hasCondition
      ? try main.entryAmounts(where: request.condition, in: history) : nil
    asksPersonal =
      (field.map { main.isPersonal($0) } ?? false)
      || main.areAboutPersonalFields(amounts?.fields ?? [])
    showsAllChanges = request.showsChanges
    rules = request.namesRules ? history : nil
    showsPlaces = request.showsPlaces
    needsStates = request.showsChanges || amounts != nil || field != nil
    outcome = request.outcome
    actor = request.actor.map { Text($0) }
    command = request.command
    times = try history.times.bounds(since: request.since, until: request.until)
    try history.domains.checkName(ofCommand: request.command)
    try history.domains.checkName(ofField: request.field)
    try Failure.of { () throws(LogError) in
      try leaveOutArchived(of: history.source)
      if !history.readsAround { try findTimes(in: history.source) }
    }
  }

  /// Begins after what is archived.
  private mutating func leaveOutArchived(of source: any EntrySource) throws(LogError) {
    guard let base = source.base, first < base.header.through else { return }
    if 1...base.header.through ~= last { throw base.archived(last) }
    var isOfArchived = streams.isEmpty
    for stream in streams where try base.has(stream) { isOfArchived = true }
    if isOfArchived, times.lowerBound <= base.header.last { archived = base.header }
    first = base.header.through
  }

  /// Turns times into the numbers of entries where that takes no reading: no entry is earlier than the one before.
  private mutating func findTimes(in source: any EntrySource) throws(LogError) {
    // A range that isn't all there is an error, whatever the times.
    guard times != .always, let end = try source.knownEnd(), first <= end.seq,
      last == .max || last <= end.seq
    else { return }
    if times.lowerBound != .earliest {
      let before = Timestamp(microseconds: times.lowerBound.microseconds - 1)
      guard let found = try source.lastEntry(notAfter: before) else { return }
      (first, times) = (max(first, found), .earliest...times.upperBound)
    }
    // Entries after the end may still be in time.
    if times.upperBound != .latest, let found = try source.lastEntry(notAfter: times.upperBound),
      found < end.seq
    {
      if last == .max { knownTail = end.tornTail }
      (last, times) = (min(last, found), .always)
    }
  }

  /// Whether states decide which entries are selected.
  var selectsByState: Bool { field != nil || hasCondition }

  /// Whether an entry that is written at a time, or later, is too late.
  func isOver(at time: Timestamp?) -> Bool { time.map { $0 > times.upperBound } ?? false }

  /// Whether every entry of the range is selected, whatever is in it.
  var selectsAll: Bool {
    streams.isEmpty && !selectsByState && outcome == nil && actor == nil && command == nil
      && times == .always
  }

  /// The terms by which the selected entries can be found; empty if only by reading them all.
  var terms: [EntryTerm] {
    if !streams.isEmpty { return streams.map { .stream($0) } }
    if outcome == .rejected { return [.refusal] }
    return actor.map { [.actor(String($0))] } ?? []
  }

  /// Ends where the history does now: what is written later may be of streams that aren't read.
  mutating func endWhereKnown(_ source: any EntrySource) throws(LogError) {
    guard last == .max, let end = try source.knownEnd() else { return }
    (last, knownTail) = (end.seq, end.tornTail)
  }

  func beginning(after seq: Int) -> HistoryFilter {
    var filter = self
    filter.first = max(first, seq)
    return filter
  }

  func ending(at seq: Int) -> HistoryFilter {
    var filter = self
    filter.last = min(last, seq)
    return filter
  }

  func accepts(_ entry: Entry) throws(JSONError) -> Bool {
    guard entry.seq > first, times.contains(entry.at) else { return false }
    if !streams.isEmpty, !streams.contains(where: { $0.isStream(of: entry) }) { return false }
    if let outcome, entry.isAccepted != (outcome == .accepted) { return false }
    if let actor, Text(entry.storage, entry.actor) != actor { return false }
    if let command, entry.storage.string(try entry.commandHead().type) != command { return false }
    return true
  }
}

extension ClosedRange<Timestamp> {
  fileprivate static let always = Timestamp.earliest...Timestamp.latest
}

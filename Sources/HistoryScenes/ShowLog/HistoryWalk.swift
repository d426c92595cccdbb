// A walk through a history from the oldest entry to the newest, selecting entries.

struct HistoryWalk {
  /// The beginning of a walk: a place in the log, and the states there if entries are folded.
  struct Start {
    var cursor = LogCursor.start
    fileprivate(set) var states: WalkStates?
  }

  private let history: History
  private let names: [StreamNames]
  private let filter: HistoryFilter
  /// Whether entries are folded: to be selected by states, or to be shown with what they changed.
  private let folds: Bool
  private var reader: EntryReader
  private var states: WalkStates
  /// The changes of the requested fields by the last entry.
  private var wanted: FieldChanges?
  /// The entries of which it isn't known whether the requested fields changed.
  private var erased: Set<Int> = []
  /// Whether the reader knows the version of the rules, once one is named.
  private let readsRules: Bool
  /// The versions of the rules, where the reader doesn't know them.
  private var rules: [(seq: Int, rulesVersion: String)]?
  private var copied = CopiedRules()

  /// - Parameter showsItems: Whether selected entries are shown, not only counted.
  init(
    _ history: History, _ filter: HistoryFilter, from start: Start = Start(),
    showsItems: Bool = true
  ) throws(LogError) {
    self.history = history
    names = history.domains.streamNames
    self.filter = filter
    folds = filter.selectsByState || (showsItems && filter.needsStates)
    reader = try EntryReader(history.source, from: start.cursor)
    reader.knownDomains = history.domains.all.map { $0.vocabulary }
    readsRules = !history.source.isPart && start.cursor.seq == 0
    states = start.states ?? WalkStates(history, filter)
    // Before any entry is read, because another walk may go on from there.
    if folds { try reader.begin(&states) }
  }

  var seq: Int { reader.seq }
  /// The stream of the entry that it has moved to; nil if its name can't be one.
  var stream: StreamName? { StreamName(Text(reader.entry.storage, reader.entry.stream)) }
  var tornTail: TornTail? { filter.last == .max ? reader.tornTail : filter.knownTail }
  var erasures: Erasures { Erasures(erased.sorted()) }
  var cursor: LogCursor { reader.cursor }
  /// The place where another walk can go on.
  var place: Start { Start(cursor: reader.cursor, states: states) }

  /// Goes on where it ended, with what was written since.
  ///
  /// - Throws: `otherHistory`, too, if the last entry isn't there any more.
  mutating func goOn() throws(LogError) { try reader.goOn(in: history.source) }

  /// Moves to the next selected entry; false at the end of the requested range.
  mutating func advance() throws(LogError) -> Bool {
    while reader.seq < filter.last, try read(), reader.seq <= filter.last {
      do throws(JSONError) {
        if try isSelected() { return true }
      } catch {
        throw reader.unreadable(error, seq: reader.seq)
      }
    }
    return false
  }

  /// The next selected entry; nil at the end of the requested range.
  ///
  /// - Parameter isAlone: Whether it isn't shown after the one before.
  mutating func next(isAlone: Bool = false) throws(LogError) -> ShowLog.Item? {
    guard try advance() else { return nil }
    try reader.requireStream(in: names)
    var item: ShowLog.Item
    do throws(JSONError) {
      item = try self.item()
    } catch {
      throw reader.unreadable(error, seq: reader.seq)
    }
    if let history = filter.rules {
      let rulesVersion = try rulesVersion(in: history)
      item.rulesVersion =
        isAlone ? rulesVersion : copied.missing(in: item.entry, decidedBy: rulesVersion)
    }
    return item
  }

  /// The version of the rules in force at the last entry.
  private mutating func rulesVersion(in history: History) throws(LogError) -> String? {
    if readsRules || !self.history.source.isPart && reader.rulesVersion != nil {
      return reader.rulesVersion
    }
    if rules == nil { rules = try history.rules() }
    return rules?.last { $0.seq <= reader.seq }?.rulesVersion
  }

  /// Reads on to a later place, whatever is selected.
  mutating func advance(to cursor: LogCursor) throws(LogError) {
    while reader.seq < cursor.seq, try read() {}
  }

  mutating func skip(_ count: Int) throws(LogError) {
    for _ in 0..<max(0, count) where try !advance() { return }
  }

  private mutating func read() throws(LogError) -> Bool {
    folds ? try reader.advance(into: &states) : try reader.next() != nil
  }

  private mutating func isSelected() throws(JSONError) -> Bool {
    guard try filter.accepts(reader.entry) else { return false }
    if filter.asksPersonal, reader.entry.lostItsChanges, !reader.entry.isWithheld {
      erased.insert(reader.entry.seq)
    }
    if let amounts = states.amounts, !amounts.isSelected { return false }
    guard let field = filter.field else { return true }
    guard reader.entry.isAccepted else { return false }
    wanted = states.changes?.changes(of: reader.entry, only: field)
    return wanted?.differences.isEmpty == false
  }

  private mutating func item() throws(JSONError) -> ShowLog.Item {
    let changes =
      filter.showsAllChanges
      ? states.changes?.changes(of: reader.entry, hasPlaces: filter.showsPlaces) : wanted
    erased.formUnion(changes?.erasures.entries ?? [])
    var item = try ShowLog.Item(reader.entry, of: history.domains, changes: changes)
    item.tellsChanges = filter.showsAllChanges
    if let amounts = states.amounts {
      item.amounts = try ItemAmounts(of: reader.entry, amounts)
    }
    return item
  }
}

/// The states that a walk needs.
struct WalkStates: Projection {
  private(set) var changes: HistoryChanges?
  private(set) var amounts: (any EntryAmountsPart)?

  fileprivate init(_ history: History, _ filter: HistoryFilter) {
    if filter.field != nil || filter.showsAllChanges {
      let only = filter.streams.count == 1 ? filter.streams.first : nil
      changes = HistoryChanges(of: history.domains, only: only, form: history.source.form)
    }
    amounts = filter.amounts
  }

  var vocabularies: [Vocabulary] { changes?.vocabularies ?? amounts?.vocabularies ?? [] }

  mutating func restore(from base: ArchivedPrefix) throws(LogError) {
    try changes?.restore(from: base)
    try amounts?.restore(from: base)
  }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try changes?.read(entry)
    try amounts?.read(entry)
  }
}

extension ShowLog.Item {
  package init(_ entry: Entry, of domains: HistoryDomains, changes: FieldChanges? = nil)
    throws(JSONError)
  {
    let head = try entry.commandHead()
    self.init(
      domain: domains.main, entry: entry,
      stream: domains.label(of: entry.storage.string(entry.stream)),
      command: entry.storage.string(head.type),
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      events: try entry.eventTypes(), refusal: try entry.refusal(), changes: changes)
  }
}

// A walk through a history from the oldest entry to the newest, selecting entries.

import EventSourcing
import JSONLines

struct HistoryWalk {
  private let history: History
  private let filter: HistoryFilter
  private var reader: EntryReader
  private var changes: HistoryChanges

  init(_ history: History, _ filter: HistoryFilter, from cursor: LogCursor = .start)
    throws(LogError)
  {
    self.history = history
    self.filter = filter
    reader = try EntryReader(history.source, from: cursor)
    let only = filter.streams.count == 1 ? filter.streams.first : nil
    changes = HistoryChanges(of: history.domains, only: only, form: history.source.form)
  }

  var seq: Int { reader.seq }
  var tornTail: TornTail? { reader.tornTail }
  var cursor: LogCursor { reader.cursor }

  /// Goes on where it ended, with what was written since.
  mutating func resume() throws(LogError) {
    reader = try EntryReader(history.source, from: reader.cursor)
  }

  /// The next selected entry; nil at the end of the requested range.
  mutating func next() throws(LogError) -> ShowLog.Item? {
    while reader.seq < filter.last, let entry = try read(), entry.seq <= filter.last {
      do throws(JSONError) {
        if let item = try item(entry) { return item }
      } catch {
        throw reader.unreadable(error, seq: entry.seq)
      }
    }
    return nil
  }

  mutating func skip(_ count: Int) throws(LogError) {
    for _ in 0..<max(0, count) where try next() == nil { return }
  }

  private mutating func read() throws(LogError) -> Entry? {
    guard filter.needsChanges else { return try reader.next() }
    return try reader.next(into: &changes)
  }

  private func item(_ entry: Entry) throws(JSONError) -> ShowLog.Item? {
    guard try filter.accepts(entry) else { return nil }
    let domains = history.domains
    guard filter.needsChanges else { return try ShowLog.Item(entry, of: domains) }
    let changes = changes.changes(of: entry)
    guard let field = filter.field else {
      return try ShowLog.Item(entry, of: domains, changes: changes)
    }
    let wanted = changes.only(field)
    if wanted.differences.isEmpty { return nil }
    var item = try ShowLog.Item(
      entry, of: domains, changes: filter.showsAllChanges ? changes : wanted)
    item.tellsChanges = filter.showsAllChanges
    return item
  }
}

extension ShowLog.Item {
  package init(_ entry: Entry, of domains: HistoryDomains, changes: FieldChanges? = nil)
    throws(JSONError)
  {
    let head = try entry.commandHead()
    self.init(
      entry: entry, stream: domains.label(of: entry.storage.string(entry.stream)),
      command: entry.storage.string(head.type),
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      events: try entry.eventTypes(), refusal: try entry.refusal(), changes: changes)
  }
}

// One way through a history from the oldest to the newest, picking the entries that are wanted.

import EventSourcing
import JSONLines
import Replay

/// Finds wanted entries one after another.
struct HistoryWalk {
  private let source: any EntrySource
  private let filter: HistoryFilter
  private var reader: EntryReader
  private var changes: StoreChanges

  init(_ source: any EntrySource, _ filter: HistoryFilter, from cursor: LogCursor = .start)
    throws(LogError)
  {
    self.source = source
    self.filter = filter
    reader = try EntryReader(source, from: cursor)
    let only = filter.streams.count == 1 ? filter.streams.first : nil
    changes = StoreChanges(of: only, form: source.form)
  }

  /// The number of the last entry that was looked at.
  var seq: Int { reader.seq }
  /// What a crash left behind the last entry, once the end was reached.
  var tornTail: TornTail? { reader.tornTail }
  /// The place behind the last entry.
  var cursor: LogCursor { reader.cursor }

  /// Goes on where it ended, with what was written since.
  mutating func resume() throws(LogError) {
    reader = try EntryReader(source, from: reader.cursor)
  }

  /// The next wanted entry; nil at the end of what is asked for.
  mutating func next() throws(LogError) -> OrderHistory.Item? {
    while reader.seq < filter.last, let entry = try read(), entry.seq <= filter.last {
      do throws(JSONError) {
        if let item = try item(entry) { return item }
      } catch {
        throw reader.unreadable(error, seq: entry.seq)
      }
    }
    return nil
  }

  /// Steps over wanted entries.
  mutating func skip(_ count: Int) throws(LogError) {
    for _ in 0..<max(0, count) where try next() == nil { return }
  }

  private mutating func read() throws(LogError) -> Entry? {
    guard filter.needsChanges else { return try reader.next() }
    return try reader.next(into: &changes)
  }

  private func item(_ entry: Entry) throws(JSONError) -> OrderHistory.Item? {
    guard try filter.accepts(entry) else { return nil }
    guard filter.needsChanges else { return try OrderHistory.Item(entry, changes: nil) }
    let fields = changes.fields(of: entry)
    let changes = FieldChanges(fields.before, fields.after)
    guard let field = filter.field else { return try OrderHistory.Item(entry, changes: changes) }
    let wanted = changes.only(field)
    if wanted.differences.isEmpty { return nil }
    return try OrderHistory.Item(entry, changes: filter.showsAllChanges ? changes : wanted)
  }
}

extension OrderHistory.Item {
  init(_ entry: Entry, changes: FieldChanges?) throws(JSONError) {
    let head = try entry.commandHead()
    self.init(
      entry: entry, command: entry.storage.string(head.type),
      reason: head.reason.isPresent ? entry.storage.string(head.reason) : nil,
      events: try entry.eventTypes(), refusal: try entry.refusal(), changes: changes)
  }
}

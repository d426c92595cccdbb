// The orders that a report shows one by one: which these are, and the time line of each.

import EventSourcing
import Formatting
import HistoryScenes
import OrderDomain

/// An order, and every command for it.
struct ReportedOrder: Sendable {
  struct Moment: Sendable {
    let seq: Int
    let at: Timestamp
    let rev: Int
    let actor: String
    let command: String
    let reason: String?
    let events: [String]
    /// The code of the refusal; nil if it was accepted.
    let refusal: String?
    let changes: FieldChanges?
  }

  let item: ListOrders.Item
  let moments: [Moment]
}

extension ReportedOrder {
  /// The largest number of changes of fields in the time lines, to keep the page below 5 MB.
  static let usualChanges = 16_000

  /// - Returns: And how many orders there are that could be shown.
  static func chosen(by request: ReportHistory.Request, in history: History, through end: Int)
    throws(Failure) -> ([ReportedOrder], count: Int)
  {
    let position = String(end)
    guard request.ids.isEmpty else {
      let items = try history.orders(request.ids, through: end, request.at ?? request.until)
      return (try withTimeLines(items, request, history, position), items.count)
    }
    var latest = ListOrders.Request()
    (latest.sort, latest.isReversed) = (.updated, true)
    latest.at = position
    latest.limit = request.limit ?? ReportHistory.usualOrders
    let listed = try ListOrders.respond(to: latest, with: history)
    let since = try history.times.bounds(since: request.since, until: request.until).lowerBound
    var items = listed.orders.filter { $0.order.updatedAt >= since }
    // Each revision is at least one line: what has no room isn't read.
    if request.limit == nil { items = items.prefix(within: usualChanges) { $0.order.rev } }
    var orders = try withTimeLines(items, request, history, position)
    if request.limit == nil { orders = orders.prefix(within: usualChanges) { $0.lineCount } }
    return (orders, listed.count)
  }

  private static func withTimeLines(
    _ items: [ListOrders.Item], _ request: ReportHistory.Request, _ history: History,
    _ position: String
  ) throws(Failure) -> [ReportedOrder] {
    guard !items.isEmpty else { return [] }
    var log = ShowLog.Request(ids: items.map(\.id), at: position)
    (log.showsChanges, log.showsPlaces) = (true, true)
    var moments: [String: [Moment]] = [:]
    try ShowLog.handle(log, in: history) { response in
      guard case .entry(let item) = response else { return }
      let moment = Moment(item) { !request.includesPersonal && isPersonal($0) }
      moments[item.stream.text, default: []].append(moment)
    }
    return items.map { ReportedOrder(item: $0, moments: moments[$0.id] ?? []) }
  }

  /// Whether a field is personal data.
  static func isPersonal(_ path: String) -> Bool {
    Orders.personalFields.contains { $0 == path || path.hasPrefix($0 + ".") }
  }
}

extension ReportedOrder {
  fileprivate var lineCount: Int { moments.reduce(0) { $0 + 1 + ($1.changes?.lineCount ?? 0) } }
}

extension Array {
  /// The first elements, whose sizes add up to a limit at most.
  fileprivate func prefix(within limit: Int, size: (Element) -> Int) -> [Element] {
    var rest = limit
    return Array(
      prefix { element in
        rest -= size(element)
        return rest >= 0
      })
  }
}

extension ReportedOrder.Moment {
  /// The entry isn't kept, because it would keep its part of the log.
  fileprivate init(_ item: ShowLog.Item, without isLeftOut: (String) -> Bool) {
    let entry = item.entry
    self.init(
      seq: entry.seq, at: entry.at, rev: entry.rev, actor: entry.storage.string(entry.actor),
      command: item.command, reason: item.reason, events: item.events, refusal: item.refusalText,
      changes: entry.isAccepted ? item.changes?.without(isLeftOut) : nil)
  }
}

extension History {
  /// Orders as of a position, in the order of their ids here; each once.
  ///
  /// - Parameter position: The position of the last entry, as it was typed.
  /// - Throws: `no-such-order` for the first that isn't there.
  fileprivate func orders(_ ids: [String], through end: Int, _ position: String?) throws(Failure)
    -> [ListOrders.Item]
  {
    var names = StreamTable()
    var wanted: [String] = []
    var seen: Set<String> = []
    for id in ids where seen.insert(id).inserted {
      wanted.append(id)
      guard let name = StreamName(category: Orders.category, id: id) else { continue }
      _ = names.insert(name.text.bytes)
    }
    let (found, _) = try askOrders(at: String(end)) { (states) throws(CacheFault) in
      try states.streams(named: names)
    }
    let items = Dictionary(
      found.compactMap { ListOrders.Item($0) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return try wanted.map { (id) throws(Failure) -> ListOrders.Item in
      if let item = items[id] { return item }
      let (near, _) = try self.ids(near: id, at: String(end))
      throw HistoryDomains.orders.noSuchStream(id, at: position, near: near, through: end)
    }
  }
}

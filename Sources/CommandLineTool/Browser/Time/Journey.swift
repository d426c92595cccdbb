// Where in the history the browser is, and where it can go from there. It knows no screen.

import EventSourcing
import HistoryScenes

/// A place in a history that moves.
final class Journey {
  let history: History
  private let moving: MovingHistory
  /// The entry after which everything is shown; 0 before the first one.
  private(set) var here = 0
  /// The last entry.
  private(set) var end = 0
  /// When the entry was made that it arrived at; nil before the first one.
  private(set) var time: Timestamp?
  /// Whether it stays at the end, wherever that goes.
  private(set) var isAtEnd = true
  /// The moments that were marked, at most two, the older one first.
  private(set) var marks: [Int] = []

  /// A journey that begins at the end, or at a position.
  init(_ history: History, from position: String?) throws(Failure) {
    var history = history
    // The first reading keeps the checkpoints that the others begin from.
    if history.source.checkpoints() != nil {
      try Failure.of { () throws(LogError) in try history.keepCheckpoints() }
    }
    guard let moving = MovingHistory(of: history) else {
      throw Failure(
        .usage, code: "not-browsable", "This history can't be browsed.",
        hint: "`\(ToolName.current) step` goes through it entry by entry.")
    }
    history.moving = moving
    (self.history, self.moving) = (history, moving)
    _ = try follow()
    if let position { try go(to: position) }
  }

  /// The place as scenes are asked for it.
  var position: String { here == 0 ? "start" : String(here) }

  /// The entry before the first one that can be seen: 0, or the last one that is archived.
  var first: Int { history.source.base?.header.through ?? 0 }

  /// Looks for entries that were written since.
  ///
  /// - Returns: Whether there are any.
  func follow() throws(Failure) -> Bool {
    let before = end
    // What is known without reading doesn't disturb the states that are kept.
    let known = try Failure.of { () throws(LogError) in try history.source.knownEnd()?.seq }
    if let known { end = known } else if isAtEnd { end = try moving.end() }
    if isAtEnd { here = end }
    return end != before
  }

  /// Prepares the answers at the place where it is.
  ///
  /// - Parameter isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: Whether they are there.
  func arrive(while isWanted: () -> Bool) throws(Failure) -> Bool {
    guard let found = try moving.move(to: here, while: isWanted) else { return false }
    // In a file, numbers may be missing.
    (here, time) = (found.seq, found.time)
    return true
  }
}

// Going somewhere else.
extension Journey {
  func go(to position: String) throws(Failure) {
    let seq = try history.resolve(position)
    guard seq <= end || seq == .max else { throw Failure(LogError.noEntry(seq, end: end)) }
    go(toEntry: seq)
  }

  func go(toEntry seq: Int) {
    here = min(max(seq, first), end)
    isAtEnd = here == end
  }

  /// Goes some entries forward, or back.
  func step(by distance: Int) throws(Failure) {
    guard distance > 0, history.source.form != .store else { return go(toEntry: here + distance) }
    for _ in 0..<distance { go(toEntry: try entry(after: here)?.entry.seq ?? end) }
  }

  /// Goes to the next or previous revision of an order.
  ///
  /// - Parameter revisions: The entries that made them, in order.
  func step(isForward: Bool, among revisions: [Int]) {
    let next = isForward ? revisions.first { $0 > here } : revisions.last { $0 < here }
    if let next { go(toEntry: next) } else { go(toEntry: isForward ? end : first) }
  }

  /// Goes to the end of the day before, or of this one; of the next that has entries if that is where it is.
  func stepByDay(isForward: Bool) throws(Failure) {
    let zone = history.times.zone
    _ = try arrive { true }
    guard isForward else {
      guard let time else { return }
      let day = zone.local(time).description.prefix(10)
      return go(toEntry: try lastEntry(before: "\(day)T00:00"))
    }
    guard let next = try entry(after: here) else { return go(toEntry: end) }
    let day = zone.local(next.entry.at).description.prefix(10)
    try go(to: String(day))
  }

  private func lastEntry(before time: String) throws(Failure) -> Int {
    guard let moment = history.times.read(time, ofDay: nil) else { return first }
    let before = Timestamp(microseconds: moment.microseconds - 1)
    return try history.resolve(before.description)
  }

  func mark() { marks = marks.suffix(1).filter { $0 != here } + [here] }
  func unmark() { marks = [] }

  /// The two moments that are to be compared, the earlier one first; nil without a mark.
  var compared: (from: Int, to: Int)? {
    guard let last = marks.last else { return nil }
    let other = marks.count > 1 ? marks[0] : here
    return (min(last, other), max(last, other))
  }
}

// Looking for entries.
extension Journey {
  /// The first entry after another; nil if there is none.
  func entry(after seq: Int) throws(Failure) -> ShowLog.Item? {
    guard seq < end else { return nil }
    return try items(from: seq, count: 1).first
  }

  /// The order that the entry here is of; nil if it is of none.
  func touchedOrder() throws(Failure) -> String? {
    guard here > first else { return nil }
    let stream = try Failure.of { () throws(LogError) in try history.source.stream(ofEntry: here) }
    let label = history.domains.label(of: String(stream.text))
    return label.key == history.domains.main.words.noun ? label.text : nil
  }

  /// Entries after another, at most `count`.
  func items(from seq: Int, count: Int, of ids: [String] = []) throws(Failure) -> [ShowLog.Item] {
    var request = ShowLog.Request(ids: ids)
    request.range = "\(seq == 0 ? "start" : String(seq)).."
    let found = FoundItems(limit: count)
    _ = try ShowLog.handle(request, in: history, found)
    return found.items
  }

  /// The next entry after this one at which a condition begins or ceases to hold; the previous one if not forward.
  ///
  /// - Parameters:
  ///   - id: The only order to look at; all if nil.
  ///   - isWanted: Asked now and then; if false, it stops.
  func find(
    _ condition: String, of id: String?, isForward: Bool, while isWanted: @escaping () -> Bool
  )
    throws(Failure) -> FindMoments.Moment?
  {
    var request = FindMoments.Request(condition: condition, id: id)
    // Where there is nothing to look at, a mistake in the condition is still found.
    let isAnything = isForward ? here < end : here > first + 1
    if isAnything {
      if isForward { request.from = position } else { request.at = String(here - 1) }
    }
    let found = FoundMoment(isFirst: isForward) { isAnything && isWanted() }
    _ = try FindMoments.handle(request, in: history, found)
    return isAnything ? found.moment : nil
  }
}

/// Entries that were looked for, and no more than are wanted.
private final class FoundItems: PresentationLogic {
  private(set) var items: [ShowLog.Item] = []
  private let limit: Int
  var isDone: Bool { items.count >= limit }

  init(limit: Int) { self.limit = limit }

  func present(_ response: ShowLog.Response) {
    if case .entry(let item) = response { items.append(item) }
  }
}

private final class FoundMoment: PresentationLogic {
  private(set) var moment: FindMoments.Moment?
  private let isFirst: Bool
  private let isWanted: () -> Bool

  init(isFirst: Bool, _ isWanted: @escaping () -> Bool) {
    (self.isFirst, self.isWanted) = (isFirst, isWanted)
  }

  var isDone: Bool { isFirst && moment != nil || !isWanted() }

  func present(_ response: FindMoments.Response) {
    if case .moment(let found) = response { moment = found }
  }
}

// The browser's place in the history, and the places where it can go from there. It knows no screen.

/// A place in a history that moves.
final class Journey {
  /// A place to which the browser can go back.
  struct Moment: Equatable {
    /// The entry after which everything is shown; 0 before the first one.
    var here = 0
    /// The time of the entry that it arrived at; nil before the first one.
    var time: Timestamp?
    /// Whether it stays at the end, wherever that goes.
    var isAtEnd = true
  }

  private(set) var history: History
  private var moving: MovingHistory
  private let open: () throws(Failure) -> History
  private(set) var moment = Moment()
  /// The last entry.
  private(set) var end = 0
  /// The moments that were marked, at most two, the older one first.
  private(set) var marks: [Int] = []

  /// A journey that begins at the end, or at a position.
  ///
  /// - Parameters:
  ///   - open: Opens the history; again if entries are archived or restored meanwhile.
  ///   - position: The position to begin at; the end if nil.
  init(_ open: @escaping () throws(Failure) -> History, from position: RequestedPosition?)
    throws(Failure)
  {
    self.open = open
    (history, moving) = try Self.opened(open)
    _ = try follow()
    if let position { try go(to: position) }
  }

  private static func opened(_ open: () throws(Failure) -> History) throws(Failure)
    -> (History, MovingHistory)
  {
    var history = try open()
    // The first reading keeps the snapshots that the others begin from.
    if history.source.snapshots() != nil {
      try Failure.of(history.keepSnapshots())
    }
    let moving = MovingHistory(of: history)
    history.moving = moving
    return (history, moving)
  }

  /// Does something, again if entries were archived or restored since the history was opened.
  private func withHistory<R>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    do throws(Failure) {
      return try body()
    } catch {
      guard error.code == LogError.Code.locked.rawValue else { throw error }
      (history, moving) = try Self.opened(open)
      return try body()
    }
  }

  var here: Int { moment.here }
  var time: Timestamp? { moment.time }
  var isAtEnd: Bool { moment.isAtEnd }

  /// The place as scenes are asked for it.
  var position: RequestedPosition { .entry(here) }

  /// The entry before the first one that can be seen: 0, or the last one that is archived.
  var first: Int { history.source.base?.header.through ?? 0 }

  /// Looks for entries that were written since.
  ///
  /// - Returns: Whether there are any.
  func follow() throws(Failure) -> Bool {
    let before = end
    try withHistory { () throws(Failure) in
      // The end that is known without reading doesn't disturb the kept states. It isn't known of small stores, and of
      // files, which are followed at their end only.
      let known = try Failure.of(history.source.knownEnd()?.seq)
      if let known {
        end = known
      } else if isAtEnd || history.source.form == .store {
        end = try moving.end()
      }
    }
    if isAtEnd { moment.here = end }
    return end != before
  }

  /// Prepares the answers at the place where it is.
  ///
  /// - Parameter isWanted: Asked now and then; if false, it stops on the way.
  /// - Returns: Whether they are there.
  func arrive(while isWanted: () -> Bool) throws(Failure) -> Bool {
    let found = try withHistory { () throws(Failure) in
      go(toEntry: here)
      return try moving.move(to: here, while: isWanted)
    }
    guard let found else { return false }
    // A file may lack numbers.
    (moment.here, moment.time) = (max(found.seq, first), found.time)
    return true
  }
}

// Going somewhere else.
extension Journey {
  func go(to position: RequestedPosition) throws(Failure) {
    let seq = try history.resolve(position)
    guard seq <= end || seq == .max else { throw Failure(LogError.noEntry(seq, end: end)) }
    go(toEntry: seq)
  }

  func go(toEntry seq: Int) {
    moment.here = min(max(seq, first), end)
    moment.isAtEnd = here == end
  }

  /// Goes back to where it was. The end hasn't been seen since.
  func goBack(to earlier: Moment) {
    moment = earlier
    moment.isAtEnd = false
  }

  /// Goes some entries forward, or back.
  func step(by distance: Int) throws(Failure) {
    guard distance > 0, history.source.form != .store else { return go(toEntry: here + distance) }
    for _ in 0..<distance { go(toEntry: try entry(after: here)?.entry.seq ?? end) }
  }

  /// Goes to the next or previous revision of a stream.
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
    if isForward {
      guard let next = try entry(after: here) else { return go(toEntry: end) }
      try go(to: .typed(zone.day(of: next.entry.at).last.description))
    } else if let time {
      let before = Timestamp(microseconds: zone.day(of: time).first.microseconds - 1)
      go(toEntry: try history.resolve(.typed(before.description)))
    }
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

  /// The stream that the entry here is of; nil if it is of none of the main domain.
  func touchedStream() throws(Failure) -> String? {
    guard here > first else { return nil }
    let stream = try Failure.of(history.source.stream(ofEntry: here))
    let label = history.domains.label(of: String(stream.text))
    return label.key == history.domains.main.words.noun ? label.text : nil
  }

  /// Entries after another, at most `count`.
  func items(from seq: Int, count: Int, of ids: [String] = []) throws(Failure) -> [ShowLog.Item] {
    var request = ShowLog.Request(ids: ids)
    request.after = seq
    var items: [ShowLog.Item] = []
    try ShowLog.handle(request, in: history, until: { items.count >= count }) {
      if case .entry(let item) = $0 { items.append(item) }
    }
    return items
  }

  /// The next entry after this one at which a condition begins or ceases to hold; the previous one if not forward.
  ///
  /// - Parameters:
  ///   - id: The only stream to look at; all if nil.
  ///   - isWanted: Asked now and then; if false, it stops.
  func find(
    _ condition: String, of id: String?, isForward: Bool, while isWanted: @escaping () -> Bool
  )
    throws(Failure) -> FindMoments.Moment?
  {
    var request = FindMoments.Request(condition: condition, id: id)
    // A mistake in the condition is still found where there is nothing to look at.
    let isAnything = isForward ? here < end : here > first + 1
    if isAnything {
      if isForward { request.from = position } else { request.at = .entry(here - 1) }
    }
    var found: FindMoments.Moment?
    let hasEnough = { isForward && found != nil || !(isAnything && isWanted()) }
    try FindMoments.handle(request, in: history, until: hasEnough) {
      if case .moment(let moment) = $0 { found = moment }
    }
    return isAnything ? found : nil
  }
}

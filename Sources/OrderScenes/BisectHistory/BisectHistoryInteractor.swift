// Searches for the first bad entry. The orders are kept as they are behind the last entry known to be
// good, and folded on from there, so that all looks together cost about two passes.

import HistoryScenes
import EventSourcing
import JSONLines
import Replay

package final class BisectHistoryInteractor: BusinessLogic {
  private let source: any EntrySource
  private let judge: any StateJudge
  private let presenter: any PresentationLogic<BisectHistory.Response>

  package init(
    source: any EntrySource, judge: any StateJudge,
    presenter: any PresentationLogic<BisectHistory.Response>
  ) {
    self.source = source
    self.judge = judge
    self.presenter = presenter
  }

  /// Has the orders judged at some moments.
  ///
  /// - Returns: Whether the first bad entry was found.
  @discardableResult
  package func handle(_ request: BisectHistory.Request) throws(Failure) -> Bool {
    let last = try source.resolve(request.bad)
    let first = try source.resolve(request.good ?? "start")
    var good = OrdersAtMoment(in: source)
    let (count, tornTail) = try Failure.of { () throws(LogError) in
      try good.advance(through: first)
      return try good.countOfEntries(through: last)
    }
    guard count > 0 else { throw .nothingBetween }
    presenter.present(.beginning(tornTail))
    guard let ends = try judgeEnds(good, count) else { return false }
    return try search(from: good, to: ends, Bisection(good: 0, bad: count))
  }

  /// - Returns: The orders at the bad end; nil if that isn't bad, or the good one isn't good.
  private func judgeEnds(_ good: OrdersAtMoment, _ count: Int) throws(Failure) -> OrdersAtMoment? {
    let looks = Bisection(good: 0, bad: count).looksLeft
    let verdict = try look(at: good, count, looks: looks + 2)
    let bad = try good.advanced(by: count)
    let other = try look(at: bad, count, looks: looks + 1)
    guard verdict != .skipped, other != .skipped else { throw .cannotJudgeEnds }
    if verdict == .good && other == .bad { return bad }
    guard verdict == other else { throw .endsSwapped }
    presenter.present(.unchanged(isGood: verdict == .good))
    return nil
  }

  private func search(
    from good: OrdersAtMoment, to bad: OrdersAtMoment, _ bisection: Bisection
  ) throws(Failure) -> Bool {
    var bisection = bisection
    var (good, firstBad) = (good, bad.seq)
    while let place = bisection.next {
      let orders = try good.advanced(by: place - bisection.good)
      let verdict = try look(at: orders, bisection.left, looks: bisection.looksLeft)
      bisection.take(verdict, at: place)
      if verdict == .good { good = orders }
      if verdict == .bad { firstBad = orders.seq }
    }
    guard bisection.candidates.count == 1 else {
      presenter.present(.undecided(first: good.seq, last: firstBad))
      return false
    }
    let item = try Failure.of { () throws(LogError) in
      try History(source, of: .orders).item(ofEntry: firstBad)
    }
    presenter.present(.found(item))
    return true
  }

  private func look(at orders: OrdersAtMoment, _ entries: Int, looks: Int) throws(Failure)
    -> Bisection.Judgement
  {
    presenter.present(.look(.init(seq: orders.seq, entries: entries, looks: looks)))
    try judge.begin(orders.seq)
    var writer = JSONWriter()
    let listed = orders.store.listed().sorted { ListOrders.Sorting.placed.precedes($0, $1) }
    for item in listed {
      writer.removeAll()
      item.writeJSON(to: &writer)
      try judge.take(writer)
    }
    return try judge.judge()
  }
}

/// All orders as they are behind some entry, and the place from which to go on.
private struct OrdersAtMoment {
  private let source: any EntrySource
  private var cursor = LogCursor.start
  private(set) var store: StoreProjection
  /// The number of the entry; 0 at the start.
  private(set) var seq = 0

  init(in source: any EntrySource) {
    self.source = source
    store = StoreProjection(form: source.form)
  }

  /// Takes in entries up to a number, or so many of them.
  mutating func advance(through last: Int = .max, count: Int = .max) throws(LogError) {
    guard seq < last, count > 0 else { return }
    var left = count
    var reader = try EntryReader(source, from: cursor)
    while left > 0, seq < last, let entry = try reader.next(into: &store, through: last) {
      seq = entry.seq
      left -= 1
      cursor = reader.cursor
    }
  }

  func advanced(by count: Int) throws(Failure) -> OrdersAtMoment {
    var copy = self
    do throws(LogError) { try copy.advance(count: count) } catch { throw Failure(error) }
    return copy
  }

  /// How many entries lie behind this one, up to a number, and what a crash left behind the last.
  func countOfEntries(through last: Int) throws(LogError) -> (count: Int, tornTail: TornTail?) {
    var reader = try EntryReader(source, from: cursor)
    var count = 0
    while reader.seq < last, let entry = try reader.next() {
      if entry.seq <= last { count += 1 }
    }
    if last != .max && reader.seq < last { throw .noEntry(last, end: reader.seq) }
    return (count, reader.tornTail)
  }
}

extension Failure {
  fileprivate static let nothingBetween = Failure(
    .usage, code: "nothing-between", "There is no entry between the good moment and the bad one.",
    hint: "--good must lie before --bad.")
  fileprivate static let cannotJudgeEnds = Failure(
    .negative, code: "cannot-judge", "The program couldn't judge one of the two ends (exit 125).",
    hint: "Name other moments with --good and --bad.")
  fileprivate static let endsSwapped = Failure(
    .negative, code: "ends-swapped", "What should be good is bad, and what should be bad is good.",
    hint: "Let the program end with 0 where all is well, and with 1 where it isn't.")
}

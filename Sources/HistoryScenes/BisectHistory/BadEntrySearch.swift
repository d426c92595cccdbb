// Searches for the first bad entry. The streams are kept as they are after the last entry known to be
// good, and folded on from there, so that all looks together cost about two passes.

extension BisectHistory: Interaction {
  package typealias Context = (history: History, judge: any StateJudge)

  /// Has the streams judged at some moments, and returns whether the first bad entry was found.
  package static func handle(
    _ request: Request, in context: Context, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let search = BadEntrySearch(
      history: context.history, judge: context.judge, presenter: presenter)
    return try search.run(request)
  }
}

private struct BadEntrySearch {
  let history: History
  let judge: any StateJudge
  let presenter: any Presenter<BisectHistory.Response>

  func run(_ request: BisectHistory.Request) throws(Failure) -> Bool {
    let last = try history.resolve(request.bad)
    let first = try history.resolve(request.good ?? "start")
    var good = StatesAtMoment(in: history)
    let (count, tornTail, erasures) = try Failure.of { () throws(LogError) in
      try good.advance(through: first)
      return try good.countOfEntries(through: last)
    }
    guard count > 0 else { throw .nothingBetween }
    presenter.present(.beginning(tornTail, erasures))
    guard let ends = try judgeEnds(good, count) else { return false }
    return try search(from: good, to: ends, Bisection(good: 0, bad: count))
  }

  /// - Returns: The streams at the bad end; nil if that isn't bad, or the good one isn't good.
  private func judgeEnds(_ good: StatesAtMoment, _ count: Int) throws(Failure) -> StatesAtMoment? {
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
    from good: StatesAtMoment, to bad: StatesAtMoment, _ bisection: Bisection
  ) throws(Failure) -> Bool {
    var bisection = bisection
    var (good, firstBad) = (good, bad.seq)
    while let place = bisection.next {
      let states = try good.advanced(by: place - bisection.good)
      let verdict = try look(at: states, bisection.left, looks: bisection.looksLeft)
      bisection.take(verdict, at: place)
      if verdict == .good { good = states }
      if verdict == .bad { firstBad = states.seq }
    }
    guard bisection.candidates.count == 1 else {
      presenter.present(.undecided(first: good.seq, last: firstBad))
      return false
    }
    let item = try Failure.of(history.item(ofEntry: firstBad))
    presenter.present(.found(item))
    return true
  }

  private func look(at moment: StatesAtMoment, _ entries: Int, looks: Int) throws(Failure)
    -> Bisection.Judgement
  {
    presenter.present(.look(.init(seq: moment.seq, entries: entries, looks: looks)))
    try judge.begin(moment.seq)
    try moment.states.writeEach { (state) throws(Failure) in try judge.take(state) }
    return try judge.judge()
  }
}

/// All streams as they are after some entry, and the place to continue from.
private struct StatesAtMoment {
  private let source: any EntrySource
  private var cursor = LogCursor.start
  private(set) var states: HistoryStates
  /// The number of the entry; 0 at the start.
  private(set) var seq = 0
  /// The erasures that the states lack.
  private var erasures = Erasures()

  init(in history: History) {
    source = history.source
    states = HistoryStates(of: history.domains, form: source.form)
  }

  mutating func advance(through last: Int = .max, count: Int = .max) throws(LogError) {
    guard seq < last, count > 0 else { return }
    var left = count
    try source.requireWhole()
    var reader = try EntryReader(source, from: cursor)
    while left > 0, seq < last, let entry = try reader.next(into: &states, through: last) {
      seq = entry.seq
      left -= 1
      erasures.take(entry)
      cursor = reader.cursor
    }
  }

  func advanced(by count: Int) throws(Failure) -> StatesAtMoment {
    var copy = self
    try Failure.of(copy.advance(count: count))
    return copy
  }

  /// The number of entries up to the last, and those up to there whose personal data was erased.
  func countOfEntries(through last: Int) throws(LogError) -> (
    count: Int, tornTail: TornTail?, Erasures
  ) {
    var reader = try EntryReader(source, from: cursor)
    var count = 0
    var erasures = erasures
    while reader.seq < last, let entry = try reader.next() {
      guard entry.seq <= last else { continue }
      count += 1
      erasures.take(entry)
    }
    try reader.require(reached: last)
    return (count, reader.tornTail, erasures)
  }
}

extension Failure {
  fileprivate static let nothingBetween = Failure(
    .usage, code: "nothing-between", "There is no entry between the good position and the bad one.",
    hint: "--good must be before --bad.")
  fileprivate static let cannotJudgeEnds = Failure(
    .negative, code: "cannot-judge",
    "The program couldn't judge one of the two ends (exit code 125).",
    hint: "Pass other positions with --good and --bad.")
  fileprivate static let endsSwapped = Failure(
    .negative, code: "ends-swapped", "The good end is bad, and the bad end is good.",
    hint: "The program must exit with 0 for good, and with 1 for bad.")
}

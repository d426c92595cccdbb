// Shows the log: forwards in one pass; the last entries, or the newest first, in a second one.

extension ShowLog: Interaction {
  package static func handle(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    guard !request.readsAround else { return try readAround(request, in: history, presenter) }
    try LogReading(history: history, presenter: presenter).show(request)
    return true
  }

  /// Passes the entries to the presenter, then each new one as it is written.
  /// - Parameters:
  ///   - notes: Told at once what can't be shown.
  ///   - clock: The time, after which new entries are written.
  ///   - waits: Waits a little; false when waiting is over.
  package static func follow(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>,
    notes: any NoteDisplay, clock: () -> Timestamp? = { nil }, waits: () -> Bool
  ) throws(Failure) {
    guard history.source.form == .store else {
      throw Failure(
        .usage, code: "cannot-follow", "Only a store can be followed, not a single file.",
        hint: "Omit --follow.")
    }
    try LogReading(history: history, presenter: presenter)
      .follow(request, notes, clock, waits: waits)
  }
}

struct LogReading {
  let history: History
  /// The part that is read: the requested streams, where they can be found without the others.
  var part: History
  let presenter: any Presenter<ShowLog.Response>
  /// The selected entries, if they were found while looking for the part to read.
  var known: Survey?
  /// The number of entries held at a time where the newest comes first, and are few.
  let blockSize: Int

  init(history: History, presenter: any Presenter<ShowLog.Response>, blockSize: Int = 4096) {
    (self.history, part, self.presenter) = (history, history, presenter)
    self.blockSize = blockSize
  }

  /// The selected entries, where the search ended, and where each block of entries begins.
  struct Survey {
    /// The filter that selected them. Reading may begin before its first entry.
    let filter: HistoryFilter
    let entries: Int
    let seq: Int
    let blocks: Blocks
    let tornTail: TornTail?
    let erasures: Erasures
  }

  /// The places where blocks of selected entries begin.
  enum Blocks {
    case found([LogCursor])
    /// All entries after this one are selected.
    case after(Int)
  }

  /// The part that a backward reading shows.
  private struct Backwards {
    let survey: Survey
    /// The number of selected entries before the first that is shown.
    let first: Int
    var shown = 0
    var erasures: Erasures
  }

  func show(_ request: ShowLog.Request) throws(Failure) {
    var filter = try HistoryFilter(request, in: history)
    let reading = try Failure.of { () throws(LogError) in
      if filter.needsStates, filter.streams.isEmpty { try filter.endWhereKnown(history.source) }
      return try narrowed(to: filter, limit: request.limit)
    }
    try reading.show(request, filter)
  }

  private func show(_ request: ShowLog.Request, _ filter: HistoryFilter) throws(Failure) {
    // Before anything is shown. With one stream, nothing is shown if it isn't there.
    if request.ids.count > 1 {
      try history.require(request.ids, through: filter.lastAsked, request.end)
    }
    let (count, tornTail, erasures) = try Failure.of { () throws(LogError) in
      if request.isReversed { return try showBackwards(filter, limit: request.limit) }
      if let limit = request.limit { return try showLast(limit, filter) }
      var walk = try HistoryWalk(part, filter, from: start(of: filter))
      let count = try present(from: &walk)
      try check(walk.seq, reached: filter)
      return (count, walk.tornTail, walk.erasures)
    }
    try Failure.throwTypeError(filter.amounts?.takeTypeError())
    if count == 0 { try history.require(request.ids, through: filter.lastAsked, request.end) }
    presenter.present(
      .end(
        .init(
          domain: history.domains.main, count: count, tornTail: tornTail, erasures: erasures,
          dayBefore: request.dayBefore(history.times),
          archived: count < request.limit ?? .max ? filter.archived : nil)))
  }

  func follow(
    _ request: ShowLog.Request, _ notes: any NoteDisplay, _ clock: () -> Timestamp?,
    waits: () -> Bool
  ) throws(Failure) {
    let filter = try HistoryFilter(request, in: history)
    if let archived = filter.archived { notes.display(note: archived.notShown) }
    let reports = history.source.recoveryReports()
    do throws(LogError) {
      var walk = try walk(through: filter, showing: request.limit)
      while true {
        let isOver = filter.isOver(at: clock())
        _ = try present(from: &walk)
        guard !isOver, walk.seq < filter.last, !presenter.isDone, waits() else { return }
        try walk.goOn()
      }
    } catch {
      if history.source.isReplaced() { throw Self.replaced }
      guard [.corrupt, .inputOutput, .otherHistory].contains(error.code) else {
        throw Failure(error)
      }
      // A log that can be read from the start isn't damaged, but was cut since.
      let end = try lastEntry(waits)
      throw Self.cut(at: end, isRecovery: history.source.recoveryReports() != reports)
    }
  }

  private static func cut(at end: Int, isRecovery: Bool) -> Failure {
    Failure(
      .tryAgain, code: "log-was-cut",
      "The log was \(isRecovery ? "recovered" : "cut") meanwhile; it ends with entry \(end) now.",
      hint: isRecovery
        ? "Follow it again. What was moved is in the store's quarantine folder."
        : "No recovery did that: its report would be in the store's quarantine folder. Keep what is shown above, and "
          + "compare the log with a copy.")
  }

  private static let replaced = Failure(
    .tryAgain, code: "store-replaced",
    "The store was replaced or removed while it was followed.",
    hint: "What is shown above is from the store that was there. Follow the one that is there now.")

  /// Reads the whole log, again if it is damaged: it may just be being recovered.
  private func lastEntry(_ waits: () -> Bool) throws(Failure) -> Int {
    for _ in 1...5 {
      do throws(LogError) { return try readToEnd() } catch {
        guard error.code == .corrupt, waits() else { throw Failure(error) }
      }
    }
    return try Failure.of(readToEnd())
  }

  private func readToEnd() throws(LogError) -> Int {
    var reader = try EntryReader(history.source)
    while try reader.next() != nil {}
    return reader.seq
  }

  private func showLast(_ limit: Int, _ filter: HistoryFilter) throws(LogError)
    -> (count: Int, tornTail: TornTail?, erasures: Erasures)
  {
    let survey = try survey(filter, last: limit)
    guard var walk = try walk(survey, showing: limit, through: survey.seq) else {
      return (0, survey.tornTail, survey.erasures)
    }
    let count = try present(from: &walk)
    return (count, survey.tornTail, survey.erasures.and(walk.erasures))
  }

  /// A walk whose next selected entry is the first of the last ones, or of all without a limit.
  func walk(through filter: HistoryFilter, showing limit: Int?, showsItems: Bool = true)
    throws(LogError) -> HistoryWalk
  {
    var filter = filter
    if let limit {
      let survey = try survey(filter, last: limit)
      if let last = try walk(survey, showing: limit, showsItems) { return last }
      filter = filter.beginning(after: survey.seq)
    }
    let start = try start(of: filter, showsItems: showsItems)
    return try HistoryWalk(part, filter, from: start, showsItems: showsItems)
  }

  /// A walk from a start; nil if there is none.
  private func walk(
    _ survey: Survey, showing limit: Int, through last: Int = .max, _ showsItems: Bool = true
  ) throws(LogError) -> HistoryWalk? {
    let filter = survey.filter.ending(at: last)
    let first = max(0, survey.entries - limit)
    guard first < survey.entries else { return nil }
    let start =
      showsItems
      ? try start(of: first / blockSize, survey)
      : HistoryWalk.Start(cursor: try cursor(of: first / blockSize, survey))
    var walk = try HistoryWalk(part, filter, from: start, showsItems: showsItems)
    try walk.skip(first % blockSize)
    return walk
  }

  private func present(from walk: inout HistoryWalk) throws(LogError) -> Int {
    var count = 0
    while !presenter.isDone, let item = try walk.next() {
      presenter.present(.entry(item))
      count += 1
    }
    return count
  }

  /// The place where reading begins: as near to the first entry as is known, unless states are needed.
  func start(of filter: HistoryFilter, showsItems: Bool = true) throws(LogError)
    -> HistoryWalk.Start
  {
    let folds = filter.selectsByState || (showsItems && filter.needsStates)
    return .init(cursor: folds ? .start : try part.source.cursor(before: filter.first + 1))
  }

  /// - Parameter limit: The number of last entries to find; nil for all.
  func survey(_ filter: HistoryFilter, last limit: Int?) throws(LogError) -> Survey {
    if let known { return known }
    if let found = try surveyEnd(filter, last: limit, within: .max) { return found }
    return try survey(filter)
  }

  /// Looks at ever more of the log's end, until it has enough entries; nil if that doesn't pay.
  func surveyEnd(_ filter: HistoryFilter, last limit: Int?, within longest: Int) throws(LogError)
    -> Survey?
  {
    guard let limit, !filter.selectsByState, let end = try part.source.knownEnd()?.seq else {
      return nil
    }
    var length = 4 * blockSize
    while length <= longest, min(filter.last, end) - length > filter.first {
      let found = try survey(filter.beginning(after: min(filter.last, end) - length))
      if found.entries >= limit { return found }
      length *= 8
    }
    return nil
  }

  private func survey(_ filter: HistoryFilter) throws(LogError) -> Survey {
    if filter.selectsAll, !part.source.isPart, let end = try part.source.knownEnd() {
      try check(end.seq, reached: filter)
      let last = min(filter.last, end.seq)
      return Survey(
        filter: filter, entries: max(0, last - filter.first), seq: last,
        blocks: .after(filter.first),
        tornTail: filter.last > end.seq ? end.tornTail : filter.knownTail, erasures: Erasures())
    }
    let start = try start(of: filter, showsItems: false)
    var walk = try HistoryWalk(part, filter, from: start, showsItems: false)
    var entries = 0
    var blocks: [LogCursor] = []
    var cursor = walk.cursor
    while try walk.advance() {
      if entries % blockSize == 0 { blocks.append(cursor) }
      entries += 1
      cursor = walk.cursor
    }
    try check(walk.seq, reached: filter)
    return Survey(
      filter: filter, entries: entries, seq: walk.seq, blocks: .found(blocks),
      tornTail: walk.tornTail,
      erasures: walk.erasures)
  }

  private func showBackwards(_ filter: HistoryFilter, limit: Int?) throws(LogError)
    -> (count: Int, tornTail: TornTail?, erasures: Erasures)
  {
    let survey = try survey(filter, last: limit)
    let first = max(0, survey.entries - (limit ?? survey.entries))
    guard first < survey.entries else { return (0, survey.tornTail, survey.erasures) }
    let blocks = first / blockSize..<(survey.entries + blockSize - 1) / blockSize
    var backwards = Backwards(survey: survey, first: first, erasures: survey.erasures)
    let start = try start(of: blocks.lowerBound, survey)
    try show(blocks, from: start, &backwards)
    return (backwards.shown, survey.tornTail, backwards.erasures)
  }

  /// Shows blocks of entries, the newest first; each is read forwards.
  ///
  /// Where states are needed, those in the middle are kept for the later half, and the earlier half is
  /// read again, so memory and repeated reading grow with the logarithm of the log's length.
  private func show(
    _ blocks: Range<Int>, from start: HistoryWalk.Start, _ backwards: inout Backwards
  ) throws(LogError) {
    guard !presenter.isDone else { return }
    guard blocks.count > 1 else {
      return try showBlock(blocks.lowerBound, from: start, &backwards)
    }
    let middle = blocks.lowerBound + blocks.count / 2
    let later = try self.start(of: middle, after: start, backwards.survey)
    try show(middle..<blocks.upperBound, from: later, &backwards)
    try show(blocks.lowerBound..<middle, from: start, &backwards)
  }

  /// The place to begin reading a block; with the states there, if they are needed.
  private func start(
    of block: Int, after earlier: HistoryWalk.Start = .init(), _ survey: Survey
  ) throws(LogError) -> HistoryWalk.Start {
    let cursor = try cursor(of: block, survey)
    guard survey.filter.needsStates else { return .init(cursor: cursor) }
    var walk = try HistoryWalk(part, survey.filter, from: earlier)
    try walk.advance(to: cursor)
    return walk.place
  }

  private func cursor(of block: Int, _ survey: Survey) throws(LogError) -> LogCursor {
    switch survey.blocks {
    case .found(let cursors): return cursors[block]
    case .after(let first):
      let last = first + block * blockSize
      let near = try part.source.cursor(before: last + 1)
      if near.seq == last { return near }
      var reader = try EntryReader(part.source, from: near)
      while reader.seq < last, try reader.next() != nil {}
      return reader.cursor
    }
  }

  private func showBlock(
    _ block: Int, from start: HistoryWalk.Start, _ backwards: inout Backwards
  ) throws(LogError) {
    var walk = try HistoryWalk(part, backwards.survey.filter, from: start)
    let begin = block * blockSize
    let wanted = max(backwards.first, begin)..<min(backwards.survey.entries, begin + blockSize)
    try walk.skip(wanted.lowerBound - begin)
    var items: [ShowLog.Item] = []
    while items.count < wanted.count, let item = try walk.next(isAlone: true) {
      items.append(item)
    }
    backwards.erasures = backwards.erasures.and(walk.erasures)
    for item in items.reversed() where !presenter.isDone {
      presenter.present(.entry(item))
      backwards.shown += 1
    }
  }

  private func check(_ seq: Int, reached filter: HistoryFilter) throws(LogError) {
    if !presenter.isDone { try filter.check(reached: seq) }
  }
}

extension HistoryFilter {
  /// Throws if the log ends, with this entry, before a position that was requested.
  func check(reached seq: Int) throws(LogError) {
    let furthest = last == .max ? first : last
    if furthest != .max && seq < furthest { throw .noEntry(furthest, end: seq) }
  }
}

extension ShowLog.Request {
  /// The end of the shown part; nil for the log's end.
  var end: RequestedPosition? {
    let end = range?.firstRange(of: "..").flatMap { dots in range.map { $0[dots.upperBound...] } }
    return at ?? end.flatMap { $0.isEmpty ? nil : .typed(String($0)) }
  }

  /// The day that the range leaves out, if it begins with one.
  fileprivate func dayBefore(_ times: TypedTimes) -> String? {
    let start = range?.firstRange(of: "..").flatMap { dots in range.map { $0[..<dots.lowerBound] } }
    return start.map(String.init).flatMap { times.read($0)?.isDay == true ? $0 : nil }
  }
}

// Finds moments: reads the history once and evaluates the condition after each entry.

extension FindMoments: Interaction {
  package static func handle(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    try handle(request, in: history, of: history.domains.main, presenter)
  }

  private static func handle<D: HistoryDomain>(
    _ request: Request, in history: History, of _: D.Type, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let domains = history.domains
    let formula = try Failure.ofCondition(
      Condition(request.condition, of: D.schema, times: history.times)
    ).formula
    let stream = try domains.stream(request.id)
    let window = try history.window(from: request.from, to: request.at)
    var projection = FormulaProjection<D>([formula], only: stream, of: history)
    var search = Search(
      isMomentary: formula.isMomentary, asksPersonal: D.areAboutPersonalFields(formula.fields),
      after: window.first, selection: request.selection, words: domains.words)
    let found = try Failure.of(
      run(&search, &projection, through: window.last, in: history, presenter))
    try Failure.throwTypeError(formula.takeTypeError())
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw domains.noSuchStream(id, at: request.at)
    }
    if let last = search.last { presenter.present(.moment(last)) }
    presenter.present(.end(found))
    return found.isFound
  }

  /// Inlined where the projection is, so that its type isn't looked up for each entry.
  @inline(__always) private static func run(
    _ search: inout Search, _ projection: inout FormulaProjection<some HistoryDomain>,
    through last: Int, in history: History, _ presenter: any Presenter<Response>
  ) throws(LogError) -> Summary {
    try history.source.requireWhole()
    var reader = try EntryReader(history.source)
    var end = 0
    var erasures = Erasures()
    while reader.seq < last, try reader.advance(into: &projection, through: last) {
      end = reader.seq
      if end.isMultiple(of: 4096), presenter.isDone { break }
      guard let stream = projection.stream else { continue }
      if search.asksPersonal { erasures.take(reader.entry) }
      guard let change = search.change(of: stream, projection, at: end) else { continue }
      let isShown = search.take(change, of: stream, isRefused: !reader.entry.isAccepted)
      if isShown || search.summary.selection == .last && change.isFound {
        let mark = EntryMark(reader.entry)
        let moment = FindMoments.Moment(
          mark: mark, stream: history.domains.label(of: mark.stream), change: change,
          refusal: projection.refusalCode)
        if isShown { presenter.present(.moment(moment)) } else { search.last = moment }
      }
      if search.isDone || presenter.isDone { break }
    }
    if !presenter.isDone { try reader.require(reached: search.first) }
    var summary = search.summary
    // The condition holds for no stream if there is no entry in between.
    summary.holding = end > search.first ? search.spans.count : 0
    summary.isFound = summary.isFound || summary.holding > 0
    summary.tornTail = reader.tornTail
    summary.erasures = erasures
    return summary
  }
}

private struct Search {
  var spans = HoldingSpans()
  var summary: FindMoments.Summary
  var last: FindMoments.Moment?
  var isDone = false
  /// The number of the last entry before those that are searched.
  let first: Int
  /// Whether the condition is about personal fields.
  let asksPersonal: Bool
  private let isMomentary: Bool
  private var streams: Set<Int> = []

  init(
    isMomentary: Bool, asksPersonal: Bool, after seq: Int, selection: FindMoments.Selection,
    words: DomainWords
  ) {
    (self.isMomentary, self.asksPersonal, first) = (isMomentary, asksPersonal, seq)
    summary = FindMoments.Summary(selection: selection, words: words, isMomentary: isMomentary)
  }

  /// The change of a stream by the latest entry.
  @inline(__always) mutating func change(
    of stream: Int, _ projection: FormulaProjection<some HistoryDomain>, at seq: Int
  ) -> HoldingSpans.Transition? {
    var holds = projection.holds(0)
    // A stream that was never created is none that a condition on the state could hold for.
    if holds, !isMomentary, !spans.holds(of: stream) { holds = projection.exists }
    let change =
      isMomentary ? (holds ? .holds : nil) : spans.take(holds, stream: stream, seq: seq)
    return seq > first ? change : nil
  }

  /// Counts a change.
  ///
  /// - Returns: Whether it is shown.
  mutating func take(_ change: HoldingSpans.Transition, of stream: Int, isRefused: Bool) -> Bool {
    summary.isFound = true
    guard change.isFound else { return summary.selection == .all }
    summary.times += 1
    if isRefused { summary.refused += 1 }
    if streams.insert(stream).inserted { summary.streams += 1 }
    isDone = summary.selection == .first
    return isDone || summary.selection == .all
  }
}

extension HoldingSpans.Transition {
  /// Whether it holds from here on, or here.
  fileprivate var isFound: Bool { if case .ends = self { false } else { true } }
}

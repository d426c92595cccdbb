// Watches formulas: reads the history once and computes them for each entry's order.

extension WatchFormulas: Interaction {
  package static func handle(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    try handle(request, in: history, of: history.domains.main, presenter)
  }

  private static func handle<D: HistoryDomain>(
    _ request: Request, in history: History, of _: D.Type, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let domains = history.domains
    var formulas: [Formula<D.State>] = []
    // One that occurs twice counts once.
    for text in request.formulas where !formulas.contains(where: { $0.text == text }) {
      formulas.append(try Failure.ofCondition(Formula(text, of: D.schema, times: history.times)))
    }
    let stream = try domains.stream(request.id)
    var projection = FormulaProjection<D>(formulas, only: stream, of: history)
    let window = try history.window(from: request.from, to: request.at)
    let columns = formulas.map { Column(text: $0.text, type: $0.type) }
    presenter.present(.columns(columns))
    var rows = Rows(
      columns: columns, changesOnly: request.changesOnly, first: window.first,
      asksPersonal: D.areAboutPersonalFields(Set(formulas.flatMap(\.fields))))
    let end = try Failure.of(run(&projection, through: window.last, &rows, in: history, presenter))
    try Failure.throwTypeError(formulas.compactMap { $0.takeTypeError() }.first)
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw domains.noSuchStream(id, at: request.at)
    }
    presenter.present(end)
    return true
  }

  private static func run(
    _ projection: inout FormulaProjection<some HistoryDomain>, through last: Int,
    _ rows: inout Rows, in history: History,
    _ presenter: any Presenter<Response>
  ) throws(LogError) -> Response {
    try history.source.requireWhole()
    var reader = try EntryReader(history.source)
    var count = 0
    var erasures = Erasures()
    while reader.seq < last, !presenter.isDone,
      let entry = try reader.next(into: &projection, through: last)
    {
      if rows.asksPersonal, projection.stream != nil { erasures.take(entry) }
      guard let values = rows.values(at: entry, projection) else { continue }
      let mark = EntryMark(entry)
      let label = history.domains.label(of: mark.stream)
      presenter.present(.row(Row(mark: mark, stream: label, columns: rows.columns, values: values)))
      count += 1
    }
    if !presenter.isDone { try reader.require(reached: rows.first) }
    return .end(count: count, tornTail: reader.tornTail, erasures)
  }
}

private struct Rows {
  let columns: [WatchFormulas.Column]
  let changesOnly: Bool
  /// The last entry that isn't shown.
  let first: Int
  /// Whether a formula is about personal fields.
  let asksPersonal: Bool
  /// The streams' last values, by number, if only changes are shown.
  var before: [[FormulaValue]] = []

  /// The values after an entry; nil if they aren't shown.
  mutating func values(at entry: Entry, _ projection: FormulaProjection<some HistoryDomain>)
    -> [FormulaValue]?
  {
    guard let stream = projection.stream, entry.seq > first || changesOnly else { return nil }
    let values = columns.indices.map { projection.value($0) }
    if changesOnly {
      while before.count <= stream { before.append([]) }
      let last = before[stream]
      before[stream] = values
      let isSame = last.elementsEqual(values) { $0.isSame(as: $1) }
      if isSame && !last.isEmpty { return nil }
    }
    return entry.seq > first ? values : nil
  }
}

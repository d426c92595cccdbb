// Watches formulas: reads the history once and computes them for each entry's order.

extension WatchFormulas: Interaction {
  package static func handle(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    let domains = history.domains
    let formulas = try Failure.ofCondition { () throws(ConditionError) in
      try domains.main.compiled(formulas: request.formulas, history.times)
    }
    let stream = try domains.stream(request.id)
    var projection = formulas.projection(only: stream, of: history)
    let window = try history.window(from: request.from, to: request.at)
    let columns = zip(formulas.texts, formulas.types).map {
      Column(text: $0, type: $1)
    }
    presenter.present(.columns(columns))
    var rows = Rows(
      columns: columns, changesOnly: request.changesOnly, first: window.first,
      asksPersonal: domains.main.areAboutPersonalFields(formulas.fields))
    let end = try Failure.of { () throws(LogError) in
      try run(&projection, through: window.last, &rows, in: history, presenter)
    }
    try Failure.throwTypeError(formulas.takeTypeError())
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw domains.noSuchStream(id, at: request.at)
    }
    presenter.present(end)
    return true
  }

  private static func run<P: EvaluatedConditions>(
    _ projection: inout P, through last: Int, _ rows: inout Rows, in history: History,
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
      presenter.present(
        .row(
          Row(mark: mark, stream: label, columns: rows.columns, values: values)))
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
  mutating func values(at entry: Entry, _ projection: some EvaluatedConditions) -> [FormulaValue]? {
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

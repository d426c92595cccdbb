// Watches formulas: reads the history once and computes them for each entry's order.

import EventSourcing
import Replay

package final class WatchFormulasInteractor: BusinessLogic {
  private let history: History
  private let presenter: any PresentationLogic<WatchFormulas.Response>
  private let isDone: () -> Bool

  package init(
    history: History, presenter: any PresentationLogic<WatchFormulas.Response>,
    isDone: @escaping () -> Bool = { false }
  ) {
    self.history = history
    self.presenter = presenter
    self.isDone = isDone
  }

  @discardableResult
  package func handle(_ request: WatchFormulas.Request) throws(Failure) -> Bool {
    let domains = history.domains
    let formulas = try Failure.ofCondition { () throws(ConditionError) in
      try domains.main.questions(formulas: request.formulas)
    }
    let stream = try domains.stream(request.id)
    var projection = formulas.projection(only: stream, form: history.source.form)
    let span = (try history.resolve(from: request.from), try history.resolve(request.at))
    let columns = zip(formulas.texts, formulas.types).map {
      WatchFormulas.Column(text: $0, isNumber: $1 == .integer)
    }
    presenter.present(.columns(columns))
    var rows = Rows(columns.count, changesOnly: request.changesOnly, after: span.0)
    let end = try Failure.of { () throws(LogError) in
      try run(&projection, through: span.1, &rows, columns)
    }
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw domains.noSuchStream(id, at: request.at)
    }
    presenter.present(end)
    return true
  }

  private func run<P: QuestionPart>(
    _ projection: inout P, through last: Int, _ rows: inout Rows,
    _ columns: [WatchFormulas.Column]
  ) throws(LogError) -> WatchFormulas.Response {
    var reader = try EntryReader(history.source)
    var count = 0
    while reader.seq < last, !isDone(),
      let entry = try reader.next(into: &projection, through: last)
    {
      guard let values = rows.values(at: entry, projection) else { continue }
      let mark = EntryMark(entry)
      let label = history.domains.label(of: mark.stream)
      presenter.present(
        .row(.init(mark: mark, stream: label, columns: columns, values: values)))
      count += 1
    }
    return .end(count: count, tornTail: reader.tornTail)
  }
}

private struct Rows {
  private let count: Int
  private let changesOnly: Bool
  private let first: Int
  /// By the streams' numbers, if only changes are shown.
  private var before: [[FieldValue]] = []

  init(_ count: Int, changesOnly: Bool, after seq: Int) {
    self.count = count
    self.changesOnly = changesOnly
    first = seq
  }

  mutating func values(at entry: Entry, _ projection: some QuestionPart) -> [FieldValue]? {
    guard let stream = projection.stream, entry.seq > first || changesOnly else { return nil }
    let values = (0..<count).map { projection.value($0) }
    if changesOnly {
      while before.count <= stream { before.append([]) }
      if before[stream] == values { return nil }
      before[stream] = values
    }
    return entry.seq > first ? values : nil
  }
}

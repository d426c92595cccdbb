// Watches formulas: goes through the history once and works them out for each entry's order.

import EventSourcing
import Orders
import Replay

package final class WatchFormulasInteractor: BusinessLogic {
  private let source: any EntrySource
  private let presenter: any PresentationLogic<WatchFormulas.Response>
  private let isDone: () -> Bool

  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes the rows.
  ///   - isDone: Whether nobody wants to see more.
  package init(
    source: any EntrySource, presenter: any PresentationLogic<WatchFormulas.Response>,
    isDone: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.presenter = presenter
    self.isDone = isDone
  }

  /// Hands the values to the presenter, entry by entry, the oldest first.
  @discardableResult
  package func handle(_ request: WatchFormulas.Request) throws(Failure) -> Bool {
    var formulas: [Formula<Order?>] = []
    for text in request.formulas where !formulas.contains(where: { $0.text == text }) {
      formulas.append(
        try Failure.ofCondition { () throws(ConditionError) in
          try Formula(text, of: Orders.schema)
        })
    }
    let stream = try orderStream(request.id)
    var projection = AskingProjection<Orders>(
      formulas, only: stream, checksRevisions: source.form == .store)
    let span = (try source.resolve(from: request.from), try source.resolve(request.at))
    let columns = formulas.map {
      WatchFormulas.Column(text: $0.text, isNumber: $0.type == .integer)
    }
    presenter.present(.columns(columns))
    var rows = Rows(formulas, changesOnly: request.changesOnly, after: span.0)
    let end = try Failure.of { () throws(LogError) in
      try run(&projection, through: span.1, &rows, columns)
    }
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw .noSuchOrder(id, at: request.at)
    }
    presenter.present(end)
    return true
  }

  private func run(
    _ projection: inout AskingProjection<Orders>, through last: Int, _ rows: inout Rows,
    _ columns: [WatchFormulas.Column]
  ) throws(LogError) -> WatchFormulas.Response {
    var reader = try EntryReader(source)
    var count = 0
    while reader.seq < last, !isDone(),
      let entry = try reader.next(into: &projection, through: last)
    {
      guard let values = rows.values(at: entry, projection) else { continue }
      presenter.present(.row(.init(mark: EntryMark(entry), columns: columns, values: values)))
      count += 1
    }
    return .end(count: count, tornTail: reader.tornTail)
  }
}

/// Which entries are shown, and what was shown before.
private struct Rows {
  private let formulas: [Formula<Order?>]
  private let changesOnly: Bool
  private let first: Int
  /// By the streams' numbers, if only changes are shown.
  private var before: [[FieldValue]] = []

  init(_ formulas: [Formula<Order?>], changesOnly: Bool, after seq: Int) {
    self.formulas = formulas
    self.changesOnly = changesOnly
    first = seq
  }

  /// The values after an entry; nil if it isn't shown.
  mutating func values(at entry: Entry, _ projection: AskingProjection<Orders>) -> [FieldValue]? {
    guard let stream = projection.stream, entry.seq > first || changesOnly else { return nil }
    let values = formulas.indices.map { projection.value(of: formulas[$0], $0) }
    if changesOnly {
      while before.count <= stream { before.append([]) }
      if before[stream] == values { return nil }
      before[stream] = values
    }
    return entry.seq > first ? values : nil
  }
}

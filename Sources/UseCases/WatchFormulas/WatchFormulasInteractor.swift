// Watches formulas: goes through the history once and works them out for each entry's order.

public import EventSourcing
import Orders
import Replay

/// Shows what formulas come to.
public final class WatchFormulasInteractor: WatchFormulasBusinessLogic {
  private let source: any EntrySource
  private let presenter: any WatchFormulasPresentationLogic
  private let isDone: () -> Bool

  /// An interactor on a history.
  ///
  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes the rows.
  ///   - isDone: Whether nobody wants to see more.
  public init(
    source: any EntrySource, presenter: any WatchFormulasPresentationLogic,
    isDone: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.presenter = presenter
    self.isDone = isDone
  }

  /// Hands the values to the presenter, entry by entry, the oldest first.
  public func watch(_ request: WatchFormulas.Request) throws(Failure) {
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
    presenter.begin(formulas.map { .init(text: $0.text, isNumber: $0.type == .integer) })
    var rows = Rows(formulas, changesOnly: request.changesOnly, behind: span.0)
    let response = try Failure.of { () throws(LogError) in
      try run(&projection, through: span.1, &rows)
    }
    if let stream, let id = request.id, !projection.hasEntries(of: stream) {
      throw .noSuchOrder(id, at: request.at)
    }
    presenter.finish(response)
  }

  private func run(
    _ projection: inout AskingProjection<Orders>, through last: Int, _ rows: inout Rows
  ) throws(LogError) -> WatchFormulas.Response {
    var reader = try EntryReader(source)
    var count = 0
    while reader.seq < last, !isDone(),
      let entry = try reader.next(into: &projection, through: last)
    {
      guard let values = rows.values(at: entry, projection) else { continue }
      presenter.present(WatchFormulas.Row(mark: EntryMark(entry), values: values))
      count += 1
    }
    return WatchFormulas.Response(count: count, tornTail: reader.tornTail)
  }
}

/// Which entries are shown, and what was shown before.
private struct Rows {
  private let formulas: [Formula<Order?>]
  private let changesOnly: Bool
  private let first: Int
  /// By the streams' numbers, if only changes are shown.
  private var before: [[FieldValue]] = []

  init(_ formulas: [Formula<Order?>], changesOnly: Bool, behind seq: Int) {
    self.formulas = formulas
    self.changesOnly = changesOnly
    first = seq
  }

  /// The values behind an entry; nil if it isn't shown.
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

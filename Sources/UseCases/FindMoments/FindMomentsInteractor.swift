// Finds moments: goes through the history once and evaluates the condition after each entry.

import EventSourcing
import Orders
import Replay

package final class FindMomentsInteractor: BusinessLogic {
  private let source: any EntrySource
  private let presenter: any PresentationLogic<FindMoments.Response>
  private let isDone: () -> Bool

  /// - Parameters:
  ///   - source: The history.
  ///   - presenter: Takes what is found.
  ///   - isDone: Whether nobody wants to see more.
  package init(
    source: any EntrySource, presenter: any PresentationLogic<FindMoments.Response>,
    isDone: @escaping () -> Bool = { false }
  ) {
    self.source = source
    self.presenter = presenter
    self.isDone = isDone
  }

  /// Hands the moments to the presenter one by one, the oldest first.
  ///
  /// - Returns: Whether the condition held at any moment that was looked at.
  @discardableResult
  package func handle(_ request: FindMoments.Request) throws(Failure) -> Bool {
    let condition = try Failure.ofCondition { () throws(ConditionError) in
      try Condition(request.condition, of: Orders.schema)
    }
    let stream = try orderStream(request.id)
    var search = Search(
      condition, only: stream, in: source.form, after: try source.resolve(from: request.from),
      selection: request.selection)
    let through = try source.resolve(request.at)
    let found = try Failure.of { () throws(LogError) in try run(&search, through: through) }
    if let stream, let id = request.id, !search.projection.hasEntries(of: stream) {
      throw .noSuchOrder(id, at: request.at)
    }
    if let last = search.last { presenter.present(.moment(last)) }
    presenter.present(.end(found))
    return found.isFound
  }

  private func run(_ search: inout Search, through last: Int) throws(LogError)
    -> FindMoments.Summary
  {
    var reader = try EntryReader(source)
    var end = 0
    while reader.seq < last, try reader.advance(into: &search.projection, through: last) {
      end = reader.seq
      guard let change = search.change(at: end) else { continue }
      search.take(FindMoments.Moment(mark: EntryMark(reader.entry), change: change), presenter)
      if search.isDone || isDone() { break }
    }
    var summary = search.summary
    // Nothing holds where there is nothing in between.
    summary.holding = end > search.first ? search.spans.count : 0
    summary.isFound = summary.isFound || summary.holding > 0
    summary.tornTail = reader.tornTail
    return summary
  }
}

extension EntrySource {
  /// The number of the last entry before a position to begin after.
  func resolve(from position: String?) throws(Failure) -> Int { try resolve(position ?? "start") }
}

private struct Search {
  var projection: AskingProjection<Orders>
  var spans = HoldingSpans()
  var summary: FindMoments.Summary
  /// The last beginning, if only that is asked for.
  var last: FindMoments.Moment?
  var isDone = false
  private let condition: Condition<Order?>
  /// The number of the last entry before those that are searched.
  let first: Int
  private let isMomentary: Bool
  private var streams: Set<Int> = []

  init(
    _ condition: Condition<Order?>, only stream: StreamName?, in form: LineForm,
    after seq: Int, selection: FindMoments.Selection
  ) {
    self.condition = condition
    isMomentary = condition.formula.isMomentary
    first = seq
    projection = AskingProjection(
      [condition.formula], only: stream, checksRevisions: form == .store)
    summary = FindMoments.Summary(selection: selection, isMomentary: isMomentary)
  }

  /// What the entry that was just taken in changes.
  @inline(__always) mutating func change(at seq: Int) -> HoldingSpans.Transition? {
    guard let stream = projection.stream else { return nil }
    let holds = projection.holds(condition, 0)
    let change =
      isMomentary ? (holds ? .holds : nil) : spans.take(holds, stream: stream, seq: seq)
    return seq > first ? change : nil
  }

  mutating func take(
    _ moment: FindMoments.Moment, _ presenter: any PresentationLogic<FindMoments.Response>
  ) {
    summary.isFound = true
    if case .ends = moment.change {
      if summary.selection == .all { presenter.present(.moment(moment)) }
      return
    }
    summary.times += 1
    if let stream = projection.stream, streams.insert(stream).inserted { summary.orders += 1 }
    switch summary.selection {
    case .all: presenter.present(.moment(moment))
    case .first:
      presenter.present(.moment(moment))
      isDone = true
    case .last: last = moment
    case .count: break
    }
  }
}

// Compares orders: folds both sides up to their moments and looks for what isn't the same.

public import EventSourcing
import JSONLines
import Orders
import Replay

/// Compares the orders of a history at two moments, or of two histories.
public final class CompareStatesInteractor: CompareStatesBusinessLogic {
  private let first: any EntrySource
  private let second: any EntrySource
  private let presenter: any CompareStatesPresentationLogic

  /// An interactor on a history, or on two.
  ///
  /// - Parameters:
  ///   - source: The history of the first side.
  ///   - other: The history of the second side; the same one if nil.
  ///   - presenter: Takes what differs.
  public init(
    source: any EntrySource, other: (any EntrySource)? = nil,
    presenter: any CompareStatesPresentationLogic
  ) {
    first = source
    second = other ?? source
    self.presenter = presenter
  }

  /// Compares and hands what differs to the presenter.
  public func compare(_ request: CompareStates.Request) throws(Failure) -> Bool {
    let (before, end) = try first.fold(at: request.from)
    let (after, otherEnd) = try second.fold(at: request.to)
    for id in request.orders where before.order(id) == nil && after.order(id) == nil {
      throw .noSuchOrder(id, at: nil)
    }
    let wanted = Set(request.orders)
    let all = before.orders.differences(to: after.orders, sharesHistory: first === second)
    let differences = all.filter { wanted.isEmpty || wanted.contains($0.id) }
      .map { Self.difference($0) }
    presenter.present(
      CompareStates.Response(
        differences: differences, countsOnly: request.countsOnly,
        tornTail: end.tornTail ?? otherEnd.tornTail))
    return differences.isEmpty
  }

  private static func difference(_ found: StateDifference<Orders>)
    -> CompareStates.Response.Difference
  {
    let before = found.before ?? nil
    let after = found.after ?? nil
    return CompareStates.Response.Difference(
      id: found.id, kind: kind(before, after), before: before, after: after,
      changes: FieldChanges(
        Orders.fields(of: before, id: found.id), Orders.fields(of: after, id: found.id)))
  }

  private static func kind(_ before: Order?, _ after: Order?) -> CompareStates.Kind {
    guard let before else { return .added }
    guard let after else { return .missing }
    return before.status != .deleted && after.status == .deleted ? .deleted : .changed
  }
}

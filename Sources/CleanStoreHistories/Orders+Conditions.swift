// The orders of which a condition holds.

import CleanStore
import EventSourcing
import Examination

extension OrderStore {
  /// The current orders of which a condition holds, including deleted ones, in the order of their creation.
  ///
  ///     let unpaid = try await store.orders(where: "due > 0")
  ///
  /// - Parameter condition: The condition, as described in `Docs/Conditions.md`. Times without a zone are in UTC.
  /// - Throws: `condition` if it can't be read, or not be evaluated for one of the orders.
  /// - Complexity: O(n) in the number of orders.
  public func orders(where condition: String) async throws(OrderError) -> [Order] {
    let condition = try OrderCondition(condition)
    let found = try await orders { condition.holds($0) }
    try condition.check()
    return found
  }

  /// The orders of which a condition held as of a position.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(where condition: String, at moment: Position) async throws(OrderError)
    -> [Order]
  {
    try await history.orders(where: condition, at: moment)
  }
}

extension OrderHistory {
  /// The orders of which a condition held as of a position, including deleted ones, in the order of their creation.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(where condition: String, at moment: Position = .end) async throws(OrderError)
    -> [Order]
  {
    let condition = try OrderCondition(condition)
    let found = try await orders(at: moment) { condition.holds($0) }
    try condition.check()
    return found
  }
}

private struct OrderCondition: Sendable {
  private let condition: Condition<Orders.State>

  init(_ text: String) throws(OrderError) {
    do throws(ConditionError) {
      condition = try Condition(ofStates: text, of: Orders.schema)
    } catch {
      throw .condition(error)
    }
  }

  func holds(_ state: Orders.State) -> Bool { condition.holds(state) }

  /// Throws what is wrong with the condition for one of the orders.
  func check() throws(OrderError) {
    if let typeError = condition.formula.takeTypeError() { throw .condition(typeError) }
  }
}

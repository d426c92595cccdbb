// What a store tells: orders now, orders then, and every change.

import EventSourcing
import Orders

extension OrderStore {
  /// An order as it is now; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func order(_ id: String) async throws(OrderError) -> Order? {
    let stream = try stream(id)
    do throws(EngineError) {
      let found = try await engine.engine.state(of: stream, in: engine.orders)
      return found.flatMap { Order(id, $0.state) }
    } catch {
      throw OrderError(error, id: id)
    }
  }

  /// All orders as they are now, those that were deleted too, in the order of their creation.
  ///
  /// - Complexity: O(n) in the number of orders.
  public func orders() async throws(OrderError) -> [Order] {
    do throws(EngineError) {
      let states = try await engine.engine.states(in: engine.orders)
      return states.compactMap { Order($0.stream.id ?? "", $0.state) }
    } catch {
      throw OrderError(error, id: nil)
    }
  }

  /// An order as it was at a moment; nil if there was none.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func order(_ id: String, at moment: Position) async throws(OrderError) -> Order? {
    try await history.order(id, at: moment)
  }

  /// All orders as they were at a moment.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(at moment: Position) async throws(OrderError) -> [Order] {
    try await history.orders(at: moment)
  }

  /// Every change from the first on, and then each new one as soon as it is on stable storage; ends when
  /// the store is closed or the task is cancelled.
  public var changes: OrderChanges { OrderChanges(following: engine.store, id: nil) }

  /// The changes of one order, as ``changes`` has those of all.
  public func changes(of id: String) -> OrderChanges {
    OrderChanges(following: engine.store, id: id)
  }

  /// What is recorded up to now, without anything that follows.
  public var history: OrderHistory { OrderHistory(engine.store) }
}

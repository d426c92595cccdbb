// Reading a store: orders now, orders at a position, and every change.

import EventLog
import EventSourcing
import OrderDomain

extension OrderStore {
  /// The current order; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func order(_ id: String) async throws(OrderError) -> Order? {
    let stream = try stream(id)
    do throws(EngineError) {
      let found = try await engine.state(of: stream, in: orderStreams)
      return found.flatMap { Order(id, $0.state) }
    } catch {
      throw OrderError(error, id: id)
    }
  }

  /// The current orders, including deleted ones, in the order of their creation. The product `CleanStoreHistories`
  /// selects some of them by a condition.
  ///
  /// - Complexity: O(n) in the number of orders.
  public func orders() async throws(OrderError) -> [Order] { try await orders { _ in true } }

  package func orders(selecting isSelected: (Orders.State) -> Bool) async throws(OrderError)
    -> [Order]
  {
    do throws(EngineError) {
      return try await engine.states(in: orderStreams).compactMap {
        isSelected($0.state) ? Order($0.stream.id ?? "", $0.state) : nil
      }
    } catch {
      throw OrderError(error, id: nil)
    }
  }

  /// An order as of a position; nil if there was none.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func order(_ id: String, at moment: Position) async throws(OrderError) -> Order? {
    try await history.order(id, at: moment)
  }

  /// The orders as of a position.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(at moment: Position) async throws(OrderError) -> [Order] {
    try await history.orders(at: moment)
  }

  /// Every change from the first one that isn't archived on, and then each new one as soon as it is on stable
  /// storage. Ends when the store is closed or the task is cancelled.
  public var changes: some AsyncSequence<OrderChange, OrderError> & Sendable {
    changes(after: .start)
  }

  /// The changes of one order, as ``changes`` has those of all; throws `archived` if some of them are.
  public func changes(of id: String) -> some AsyncSequence<OrderChange, OrderError> & Sendable {
    changes(of: id, after: .start)
  }

  /// The changes after the entry with this number, those of one order if its id is given, and then each new one.
  ///
  /// - Complexity: O(n) in the length of the log: orders are computed from its first entry on.
  public func changes(of id: String? = nil, after seq: Int)
    -> some AsyncSequence<OrderChange, OrderError> & Sendable
  {
    changes(of: id, after: HistoryCursor(seq: seq))
  }

  /// The changes after a cursor. Throws `other-history` if the log isn't the
  /// one that the cursor is of, because the store was restored from a backup, say.
  public func changes(of id: String? = nil, after cursor: HistoryCursor)
    -> some AsyncSequence<OrderChange, OrderError> & Sendable
  {
    OrderChanges(of: id, in: engine.store, after: cursor, following: true)
  }

  /// The changes that are recorded up to now, without any that follow.
  public var history: OrderHistory { OrderHistory(engine.store) }
}

/// Does something that blocks; an error of the log becomes one of the library.
func readingFiles<Result: Sendable>(
  _ body: @escaping @Sendable () throws(LogError) -> Result
) async throws(OrderError) -> Result {
  do throws(LogError) {
    return try await blocking(body)
  } catch {
    throw .log(error)
  }
}

// The engine with the product's domains: what interactors that change something are given.

import EventSourcing
import OrderDomain

package struct OrderEngine: Sendable {
  package let engine: Engine
  package let store: any EntryStore
  package let orders: StreamStates<Orders>
  package let catalogue: StreamStates<Catalogue>

  /// Opens an engine on a store: reads the whole log.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - clock: The time now.
  ///   - salts: A fresh salt at each call, from a good source of random numbers.
  ///   - trace: Told of every attempt to execute a command.
  /// - Throws: What is wrong with the log.
  package init(
    _ store: any EntryStore, clock: @escaping @Sendable () -> Timestamp,
    salts: @escaping @Sendable () -> Salt,
    trace: (@Sendable (CommandAttempt) -> Void)? = nil
  ) throws(LogError) {
    try self.init(clock: clock, acceptsClock: false, salts: salts, trace: trace) { _ in store }
  }

  /// Opens an engine together with its store, so that the log is read once for both.
  ///
  /// - Parameters:
  ///   - acceptsClock: Whether the clock may be over a day before the last entry.
  ///   - onDemand: Whether orders are read on first use, if the log is long.
  ///   - open: Opens the store with the fold that reads the log.
  package init(
    clock: @escaping @Sendable () -> Timestamp, acceptsClock: Bool,
    salts: @escaping @Sendable () -> Salt, trace: (@Sendable (CommandAttempt) -> Void)? = nil,
    onDemand: Bool = false, opening open: (OpeningFold) throws(LogError) -> any EntryStore
  ) throws(LogError) {
    orders = StreamStates()
    catalogue = StreamStates()
    engine = try Engine(
      states: [orders.erased, catalogue.erased], clock: clock, acceptsClock: acceptsClock,
      salts: salts, trace: trace, onDemand: onDemand, opening: open)
    store = engine.store
  }
}

// The engine with the product's domains.

package typealias OrderEngine = HistoryEngine

extension HistoryEngine {
  package var orders: StreamStates<Orders> { states() }
  package var catalogue: StreamStates<Catalogue> { states() }

  /// Opens an engine for orders on a store: reads the whole log.
  ///
  /// - Parameters:
  ///   - salts: A fresh salt at each call, from a good source of random numbers.
  ///   - trace: Told of every attempt to execute a command.
  /// - Throws: An error of the log.
  package init(
    _ store: any EntryStore, clock: @escaping @Sendable () -> Timestamp,
    salts: @escaping @Sendable () -> Salt,
    trace: (@Sendable (CommandAttempt) -> Void)? = nil
  ) throws(LogError) {
    try self.init(of: .orders, clock: clock, salts: salts, trace: trace) { _ in store }
  }
}

// A log that is only read: another process's store, a file that came with a bug report.

import EventLog
import EventSourcing
import OrderDomain

/// A history of orders, to be read.
///
///     let history = try await OrderHistory(at: "report.jsonl")
///     for try await change in history.changes(of: "1001") { print(change.at, change.outcome) }
///
/// Reading takes no lock and keeps no writer waiting.
public struct OrderHistory: Sendable {
  private let source: any EntrySource

  init(_ source: any EntrySource) { self.source = source }

  /// Opens a store or a single file.
  ///
  /// - Throws: `log`, with the code `no-such-store` or `not-a-store`.
  public init(at path: String) async throws(OrderError) {
    source = try await readingFiles { () throws(LogError) in try openSource(path) }
  }

  /// The changes that are recorded, the oldest first; those of one order if its id is given. Throws `archived` if some of
  /// them are.
  ///
  /// - Parameters:
  ///   - id: The order; nil for all.
  ///   - cursor: The last change that is left out. Throws `other-history` if the log isn't the one that it is of.
  ///   - follows: Whether it waits for those that other processes will record, until the task is cancelled; it looks for them
  ///     ten times a second. A single file ends.
  public func changes(
    of id: String? = nil, after cursor: HistoryCursor = .start, following follows: Bool = false
  ) -> some AsyncSequence<OrderChange, OrderError> & Sendable {
    OrderChanges(of: id, in: source, after: cursor, following: follows)
  }

  /// The changes after the entry with this number.
  public func changes(of id: String? = nil, after seq: Int, following follows: Bool = false)
    -> some AsyncSequence<OrderChange, OrderError> & Sendable
  {
    changes(of: id, after: HistoryCursor(seq: seq), following: follows)
  }

  /// An order as of a position; nil if there was none.
  ///
  /// - Complexity: O(n) in the length of the log; only this order is computed.
  public func order(_ id: String, at moment: Position = .end) async throws(OrderError) -> Order? {
    guard let stream = StreamName(category: Orders.category, id: id) else { throw .malformedID(id) }
    return try await read(Orders.self, to: moment, only: stream) { states in
      states.state(of: stream).flatMap { Order(id, $0.state) }
    }
  }

  /// The orders as of a position, including deleted ones, in the order of their creation.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func orders(at moment: Position = .end) async throws(OrderError) -> [Order] {
    try await orders(at: moment) { _ in true }
  }

  package func orders(
    at moment: Position, selecting isSelected: @escaping @Sendable (Orders.State) -> Bool
  ) async throws(OrderError) -> [Order] {
    try await read(Orders.self, to: moment) { states in
      states.states.indices.compactMap { index in
        let id = states.streams.name(index).dropFirst(Orders.category.utf8.count + 1)
        let state = states.states[index]
        return isSelected(state) ? Order(String(id), state) : nil
      }
    }
  }

  /// All shipping methods as of a position, also those that were retired then, in the order in which they were added.
  ///
  /// - Complexity: O(n) in the length of the log.
  public func shippingMethods(at moment: Position = .end) async throws(OrderError)
    -> [ShippingMethod]
  {
    try await read(Catalogue.self, to: moment) { catalogues in
      (catalogues.states.first ?? .initial).all.map { ShippingMethod($0) }
    }
  }

  private func read<D: CodableDecider, Result: Sendable>(
    _ domain: D.Type, to moment: Position, only stream: StreamName? = nil,
    _ body: @escaping @Sendable (StateProjection<D>) -> Result
  ) async throws(OrderError) -> Result {
    let source = source
    return try await readingFiles { () throws(LogError) in
      var reading = ChangeReading<D>(of: source, only: stream)
      let end = try moment.resolve(in: source, category: Orders.category)
      _ = try source.project(into: &reading, through: end)
      return body(reading.states)
    }
  }
}

// The changes of orders as a sequence: those that are recorded, and, where a log is followed, those to come.

import EventSourcing

/// Changes of orders, the oldest first.
public struct OrderChanges: AsyncSequence, Sendable {
  /// A command with its outcome, and the order after it.
  public typealias Element = OrderChange
  /// An error of the log, or of reading it.
  public typealias Failure = OrderError

  private let changes: Result<Changes<Orders>, OrderError>

  init(
    of id: String?, in source: any EntrySource, after cursor: HistoryCursor, following follows: Bool
  ) {
    let stream = id.map { StreamName(category: Orders.category, id: $0) }
    if let id, stream == .some(nil) {
      changes = .failure(.malformedID(id))
    } else {
      changes = .success(
        source.changes(
          of: Orders.self, in: stream ?? nil, after: cursor, following: follows))
    }
  }

  /// Starts with the first change.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes.map { $0.makeAsyncIterator() })
  }

  /// A place among the changes.
  public struct Iterator: AsyncIteratorProtocol {
    private var changes: Changes<Orders>.Iterator?
    private var error: OrderError?

    fileprivate init(_ changes: Result<Changes<Orders>.Iterator, OrderError>) {
      switch changes {
      case .success(let changes): self.changes = changes
      case .failure(let error): self.error = error
      }
    }

    /// The next change; waits for it where one can come.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(OrderError) -> OrderChange? {
      if let error { throw error }
      do throws(LogError) {
        while let change = try await changes?.next() {
          if let change = OrderChange(change) { return change }
        }
        return nil
      } catch {
        throw .log(error)
      }
    }
  }
}

extension OrderChange {
  fileprivate init?(_ change: Change<Orders>) {
    let (entry, outcome) = (change.entry, change.outcome)
    guard let id = outcome.stream.id else { return nil }
    self.id = id
    order = Order(id, outcome.state)
    let currency = order?.currency ?? Currency("")
    (seq, revision, at, cursor) = (outcome.seq, outcome.rev, outcome.at, change.cursor)
    actor = entry.storage.string(entry.actor)
    (reason, commandID) = (change.reason, change.commandID)
    request = OrderRequest(change.command, in: currency)
    self.outcome = OrderOutcome(outcome.result, in: currency)
    (isRepeated, isErased) = (false, outcome.isErased)
  }
}

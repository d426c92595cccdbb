// The changes of orders as a sequence: those that are recorded, and, where a log is followed, those to come.

import EventSourcing
import OrderDomain

/// Changes of orders, the oldest first.
struct OrderChanges: AsyncSequence, Sendable {
  private let changes: Result<Changes<Orders>, OrderError>

  init(
    of id: String?, in source: any EntrySource, after cursor: HistoryCursor, following follows: Bool
  ) {
    let stream = id.map { StreamName(category: Orders.category, id: $0) }
    if let id, stream == .some(nil) {
      changes = .failure(.malformedID(id))
    } else {
      changes = .success(
        Changes(source: source, stream: stream ?? nil, start: cursor, follows: follows))
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(changes.map { $0.makeAsyncIterator() })
  }

  final class Iterator: AsyncIteratorProtocol {
    private var changes: Changes<Orders>.AsyncIterator?
    private var error: OrderError?

    init(_ changes: Result<Changes<Orders>.AsyncIterator, OrderError>) {
      switch changes {
      case .success(let changes): self.changes = changes
      case .failure(let error): self.error = error
      }
    }

    /// The next change; waits for it where one can come.
    func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(OrderError) -> OrderChange? {
      if let error { throw error }
      do throws(LogError) {
        while let change = try await changes?.next(isolation: actor) {
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

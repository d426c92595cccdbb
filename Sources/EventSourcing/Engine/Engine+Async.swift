// The engine's async face: the waiting for the disk happens on a thread that may wait, never on one
// of Swift's cooperative ones, and a batch costs one hop whatever its size.

import Dispatch

extension Engine {
  /// As the synchronous `execute`, without blocking the caller's thread while the disk syncs.
  public func execute<D: RecordedDecider>(
    _ submission: Submission<D.Command>, in category: Category<D>, durability: Durability = .sync
  ) async throws(EngineError) -> Outcome<D> {
    try await offThread { () throws(EngineError) in
      try self.execute(submission, in: category, durability: durability)
    }
  }

  /// Executes commands one after another and waits once, for all of them.
  ///
  /// A batch is no transaction: each command stands alone, and has its own outcome in the order
  /// given. An error of one is its result; the others are executed all the same.
  public func execute<D: RecordedDecider>(
    batch: [Submission<D.Command>], in category: Category<D>
  ) async throws(EngineError) -> [Result<Outcome<D>, EngineError>] {
    try await offThread { () throws(EngineError) in
      try self.execute(batch: batch, in: category)
    }
  }

  /// As the asynchronous one, for callers that may block.
  public func execute<D: RecordedDecider>(
    batch: [Submission<D.Command>], in category: Category<D>
  ) throws(EngineError) -> [Result<Outcome<D>, EngineError>] {
    var results: [Result<Outcome<D>, EngineError>] = []
    results.reserveCapacity(batch.count)
    for submission in batch {
      do throws(EngineError) {
        results.append(.success(try execute(submission, in: category, durability: .batch)))
      } catch {
        results.append(.failure(error))
      }
    }
    try commit()
    return results
  }

  private func offThread<R: Sendable>(
    _ body: @escaping @Sendable () throws(EngineError) -> R
  ) async throws(EngineError) -> R {
    let result: Result<R, EngineError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(EngineError) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}

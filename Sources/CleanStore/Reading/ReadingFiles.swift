// Work that reads files or waits for a lock, away from Swift's own threads, which are few.

import Dispatch
import EventSourcing

/// Does something on a thread that may wait; an error of the log becomes one of the library.
func readingFiles<Result: Sendable>(
  _ body: @escaping @Sendable () throws(LogError) -> Result
) async throws(OrderError) -> Result {
  let result = await withCheckedContinuation { task in
    DispatchQueue.global().async {
      task.resume(returning: Swift.Result { () throws(LogError) in try body() })
    }
  }
  return try orderErrors { () throws(LogError) in try result.get() }
}

/// Does something whose errors become errors of the library.
func orderErrors<Result>(_ body: () throws(LogError) -> Result) throws(OrderError) -> Result {
  do throws(LogError) {
    return try body()
  } catch {
    throw .log(error)
  }
}

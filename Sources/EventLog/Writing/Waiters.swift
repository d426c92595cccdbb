// The waiters for a group to become durable: threads, which may be told to write it, and tasks,
// which are only told that it is written.

/// The place where one thread waits for its entry. Each thread has its own: threads that wake together
/// would only queue for the gate again.
final class Follower: Sendable {
  enum Call {
    case stored
    case failed(LogError)
    case lead
  }

  private let call = Locked<Call?>(nil)

  func wait() -> Call { call.wait { $0 } }

  func wake(_ reason: Call) {
    call.withLock { $0 = reason }
    // Not earlier: a woken thread would find the lock taken, and sleep again.
    call.wakeAll()
  }
}

struct Waiters {
  typealias Suspended = CheckedContinuation<Result<Void, LogError>, Never>

  var followers: [Follower] = []
  var tasks: [Suspended] = []

  mutating func add(_ others: Waiters) {
    followers += others.followers
    tasks += others.tasks
  }

  func wake(failure: LogError?) {
    for follower in followers { follower.wake(failure.map { .failed($0) } ?? .stored) }
    for task in tasks { task.resume(returning: failure.map { .failure($0) } ?? .success(())) }
  }
}

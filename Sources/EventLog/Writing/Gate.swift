// A lock that can be waited in, and the seat of one thread that waits. The standard library has no
// condition variable, so these are POSIX's.

import EventSourcing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A mutual exclusion lock, and a room in which threads wait for a change while they don't hold it.
final class Gate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    change = .allocate(capacity: 1)
    change.initialize(to: pthread_cond_t())
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    change.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock back, waits to be woken (sometimes for no reason), and takes it again.
  func wait() { pthread_cond_wait(change, mutex) }

  func wakeAll() { pthread_cond_broadcast(change) }
}

/// Where one thread waits for its entry. Everybody has a seat of his own: threads that wake together
/// would only queue for the gate again.
final class Seat: @unchecked Sendable {
  /// Why a thread is woken.
  enum Call {
    /// Its entry is durable.
    case stored
    /// Its entry won't be.
    case failed(LogError)
    /// It is to write the next group, in which its entry is.
    case lead
  }

  private let gate = Gate()
  private var call: Call?

  /// Waits to be called.
  func wait() -> Call {
    gate.lock()
    defer { gate.unlock() }
    while true {
      if let call { return call }
      gate.wait()
    }
  }

  func wake(_ call: Call) {
    gate.lock()
    self.call = call
    gate.unlock()
    // Not before: who is woken would find the lock taken, and sleep again.
    gate.wakeAll()
  }
}

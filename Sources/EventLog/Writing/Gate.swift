// A lock with waiting rooms. The standard library has no condition variable, so this is POSIX's.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A mutual exclusion lock, and rooms in which threads wait for each other while they don't hold it.
final class Gate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let rooms: UnsafeMutablePointer<pthread_cond_t>
  private let count: Int

  init(rooms count: Int) {
    self.count = count
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    rooms = .allocate(capacity: count)
    for index in 0..<count {
      (rooms + index).initialize(to: pthread_cond_t())
      pthread_cond_init(rooms + index, nil)
    }
  }

  deinit {
    for index in 0..<count { pthread_cond_destroy(rooms + index) }
    pthread_mutex_destroy(mutex)
    rooms.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock back, waits to be woken (sometimes for no reason), and takes it again.
  func wait(in index: Int) { pthread_cond_wait(rooms + index, mutex) }

  func wakeAll(in index: Int) { pthread_cond_broadcast(rooms + index) }

  func wakeOne(in index: Int) { pthread_cond_signal(rooms + index) }
}

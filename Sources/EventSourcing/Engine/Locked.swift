// The one lock of this package, made of POSIX's mutex. On Linux the standard library's hands itself
// over to the thread that has waited longest, and everybody waits until that one has been woken: 64
// threads executed a third fewer commands with it. The thread sanitizer can't follow it, either, and
// it has no condition to wait for.

import Platform

/// A value that one thread at a time may use.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  // Guarded by the mutex.
  @exclusivity(unchecked) @usableFromInline var content: Content

  /// A value without size has the address of what contains it, and the thread sanitizer would take
  /// an access to the object's class for an access to the value.
  @usableFromInline struct Content {
    @usableFromInline var value: Value
    @usableFromInline let size: UInt8 = 0
  }

  /// Puts a value under a lock.
  public init(_ value: sending Value) {
    content = Content(value: value)
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

  /// Calls the closure while no other thread is in one. Not reentrant: a nested call would wait
  /// forever.
  @inlinable public func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    lock()
    defer { unlock() }
    return try body(&content.value)
  }

  /// Locks for work that isn't one closure: the group writer gives the lock back in the middle of its work.
  @usableFromInline package func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline package func unlock() { pthread_mutex_unlock(mutex) }

  /// Gives the lock back, waits to be woken (sometimes for no reason), and takes it again.
  package func wait() { pthread_cond_wait(change, mutex) }

  /// Wakes all threads that wait. The lock may be held, but needn't be.
  package func wakeAll() { pthread_cond_broadcast(change) }

  /// Waits until the closure finds what it looks for in the value.
  package func wait<Result>(for find: (Value) -> Result?) -> Result {
    lock()
    defer { unlock() }
    while true {
      if let result = find(content.value) { return result }
      wait()
    }
  }
}

/// A thread, while it runs.
struct RunningThread: Equatable {
  private let handle: pthread_t

  /// The one that asks.
  static var current: RunningThread { RunningThread(handle: pthread_self()) }

  static func == (one: RunningThread, other: RunningThread) -> Bool {
    pthread_equal(one.handle, other.handle) != 0
  }
}

// A mutex that the thread sanitizer can follow. Not faster or fairer than the one it is made of.

import Synchronization

/// A value that one thread at a time may use.
///
/// `Mutex` waits inside a system library, where the thread sanitizer can't see one holder hand over
/// to the next, and so it reports races that aren't there. The hand-over is therefore said once
/// more with an atomic: on the usual processors that is a plain load and a plain store.
public struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handover = Atomic(false)

  /// Puts a value under a lock.
  @inlinable public init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls the closure while no other thread is in one of these. Not reentrant.
  @inlinable public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    try mutex.withLock { (value) throws(E) -> sending Result in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}

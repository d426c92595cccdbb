// How far a log that is being written may be read. The writer moves it, readers look: neither waits
// for the other.

import EventSourcing
import Synchronization

final class DurableExtent: Sendable {
  struct Value: Sendable {
    var segments: [Int]
    /// How many bytes of the last one.
    var bytes: Int
    var end: LogEnd
  }

  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value { state.withLock { $0 } }

  var end: LogEnd { state.withLock { $0.end } }

  /// - Parameter opened: The segments that were opened since.
  func advance(to end: LogEnd, bytes: Int, opened: [Int]) {
    state.withLock { value in
      value.segments += opened
      value.bytes = bytes
      value.end = end
    }
  }
}

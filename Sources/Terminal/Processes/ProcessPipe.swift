// Pipes that no other program inherits. Their ends are marked so a moment after they are made, and
// programs started by another thread in that moment would hold them open.

private import Synchronization

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A pipe, whose ends its owner closes.
struct ProcessPipe {
  let reader: Int32
  let writer: Int32

  private static let gate = Mutex(())

  /// Makes a pipe; `nil` with `errno` set if the system has none left.
  init?() {
    var ends: [Int32] = [-1, -1]
    let isMade = Self.gate.withLock { _ in
      guard pipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isMade else { return nil }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Starts a program while no pipe is being made.
  static func whileNoneIsMade<R>(_ start: () -> R) -> R {
    gate.withLock { _ in start() }
  }
}

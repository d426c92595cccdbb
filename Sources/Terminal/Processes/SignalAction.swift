// What a process does about a signal, in the words that the two C libraries lack.

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension sigaction {
  /// An action that calls a function. Calls that the signal hits come back with `EINTR`.
  init(calling function: @escaping @convention(c) (Int32) -> Void) {
    self.init()
    handler = function
    sigemptyset(&sa_mask)
  }

  /// Whether the signal does nothing.
  var isIgnored: Bool { isSame(handler, SIG_IGN) }

  /// Whether the signal does what it does if nobody says anything.
  var isDefault: Bool { isSame(handler, SIG_DFL) }

  private var handler: (@convention(c) (Int32) -> Void)? {
    get {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler
      #else
        __sigaction_handler.sa_handler
      #endif
    }
    set {
      #if canImport(Darwin)
        __sigaction_u.__sa_handler = newValue
      #else
        __sigaction_handler.sa_handler = newValue
      #endif
    }
  }
}

/// Functions can't be compared, but their addresses can.
private func isSame(
  _ first: (@convention(c) (Int32) -> Void)?, _ second: (@convention(c) (Int32) -> Void)?
) -> Bool {
  unsafeBitCast(first, to: Int.self) == unsafeBitCast(second, to: Int.self)
}

// Signals: Ctrl-C requests an end at a good place, and a closed pipe is an error like any other.

private import Synchronization

/// Whether Ctrl-C was pressed.
package enum Interrupt {
  private static let flag = Atomic<Bool>(false)

  /// Whether SIGINT arrived since ``install()``. Costs one relaxed load: check as often as you
  /// like.
  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Makes the first SIGINT set the flag, and a second one end the process as usual.
  ///
  /// A blocking call that the signal interrupts fails with `EINTR` instead of continuing, so that a
  /// read from a terminal or a pipe returns to look at the flag.
  package static func install() {
    // The first access initialises the flag; a handler may not do that.
    flag.store(false, ordering: .relaxed)
    var action = sigaction(calling: { _ in noteInterrupt() })
    action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
    sigaction(SIGINT, &action, nil)
  }

  fileprivate static func request() {
    flag.store(true, ordering: .relaxed)
  }
}

/// Runs in the signal handler: only an atomic store is allowed here.
private func noteInterrupt() {
  Interrupt.request()
}

/// Makes writing to a closed pipe fail with `EPIPE`, and beyond the limit of a file's size with `EFBIG`,
/// instead of ending the process.
package func ignoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

extension sigaction {
  /// An action that calls a function. Calls that the signal hits come back with `EINTR`.
  package init(calling function: @escaping @convention(c) (Int32) -> Void) {
    self.init()
    handler = function
    sigemptyset(&sa_mask)
  }

  /// Whether the signal does nothing.
  package var isIgnored: Bool { isSame(handler, SIG_IGN) }

  /// Whether the signal has its default action.
  package var isDefault: Bool { isSame(handler, SIG_DFL) }

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

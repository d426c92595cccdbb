// Signals: Ctrl-C asks for an end at a good place, and a closed pipe is an error like another.

private import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Whether somebody pressed Ctrl-C.
public enum Interrupt {
  private static let flag = Atomic<Bool>(false)

  /// Whether SIGINT arrived since ``install()``. Costs one relaxed load: ask as often as you like.
  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From now on the first SIGINT sets the flag, and a second one ends the process as usual.
  ///
  /// A blocking call that the signal hits fails with `EINTR` instead of going on, so that a read
  /// from a terminal or a pipe comes back to look at the flag.
  public static func install() {
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

/// Makes writing to a closed pipe fail with `EPIPE` instead of ending the process.
public func ignoreSIGPIPE() {
  signal(SIGPIPE, SIG_IGN)
}

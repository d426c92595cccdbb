// Signals while a pager shows output. Whoever writes to it must not end before it: the shell would
// take the terminal back, and both would read what is typed.

private import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Makes the signals that would end this process wait for the pager's end.
struct PagerSignals {
  fileprivate static let descriptor = Atomic<Int32>(-1)
  fileprivate static let identifier = Atomic<Int32>(-1)

  private let caught: [Int32]

  /// Catches the signals that nobody else has an opinion on.
  init(closing descriptor: Int32, waitingFor pager: ShellCommand.Running) {
    Self.descriptor.store(descriptor, ordering: .sequentiallyConsistent)
    Self.identifier.store(pager.identifier, ordering: .sequentiallyConsistent)
    caught = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].filter { number in
      var old = sigaction()
      sigaction(number, nil, &old)
      guard old.isDefault else { return false }
      var new = sigaction(calling: endAfterPager)
      sigaction(number, &new, nil)
      return true
    }
  }

  /// Lets the signals do again what they did before.
  func release() {
    for number in caught { signal(number, SIG_DFL) }
  }
}

/// Runs in the signal handler: only calls that are allowed there. The pager sees the end of its
/// input; when it has ended, the signal does what it does.
private func endAfterPager(_ number: Int32) {
  close(PagerSignals.descriptor.load(ordering: .relaxed))
  while waitpid(PagerSignals.identifier.load(ordering: .relaxed), nil, 0) < 0, errno == EINTR {}
  signal(number, SIG_DFL)
  raise(number)
}

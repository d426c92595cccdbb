// Signals that have to wait until something is finished.

package struct HeldSignals {
  private let numbers: [Int32]
  private var before = sigset_t()

  package init(_ numbers: [Int32]) {
    self.numbers = numbers
    var held = sigset_t()
    sigemptyset(&held)
    for number in numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
  }

  /// Whether one came meanwhile.
  package var isAnyPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return numbers.contains { sigismember(&pending, $0) == 1 }
  }

  package func release() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

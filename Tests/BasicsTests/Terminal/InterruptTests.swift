import Platform
import Testing

@testable import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sends the signal to this thread, and returns when it has been handled. Threads of the pool that
/// tests run on begin with all signals blocked.
private func deliver(_ number: Int32) {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, number)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  raise(number)
}

@Suite struct InterruptTests {
  @Test func `the first interrupt sets the flag`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Interrupt.install()
      if Interrupt.isRequested { exit(1) }
      deliver(SIGINT)
      exit(Interrupt.isRequested ? 7 : 2)
    }
  }

  @Test func `the second interrupt ends the process`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interrupt.install()
      deliver(SIGINT)
      deliver(SIGINT)
      exit(0)
    }
  }

  @Test func `a call that an interrupt hits isn't restarted, so that the flag is looked at`() async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      Interrupt.install()
      var installed = sigaction()
      sigaction(SIGINT, nil, &installed)
      exit(installed.sa_flags & Int32(truncatingIfNeeded: SA_RESTART) == 0 ? 7 : 1)
    }
  }

  @Test func `a closed pipe doesn't end a process that ignores the signal`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      ignoreWriteSignals()
      deliver(SIGPIPE)
      exit(7)
    }
  }
}

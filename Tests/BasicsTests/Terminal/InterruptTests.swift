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

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal that ends the process takes unfinished files with it`(_ number: Int32) async {
    let path = "/tmp/unfinished-\(getpid())-\(number)"
    defer { for name in ["", "-draft", "-both"] { unlink(path + name) } }
    await #expect(processExitsWith: .signal(number)) { [number] in
      let path = "/tmp/unfinished-\(getppid())-\(number)"
      func draft(_ name: String) -> UnfinishedFile {
        UnfinishedFile(
          draft: name, of: path + "-both", descriptor: open(name, O_CREAT | O_WRONLY, 0o600))
      }
      let file = draft(path + "-draft")
      link(path + "-draft", path + "-both")
      // Not this one's: another process has put it there.
      let other = draft(path)
      unlink(path)
      _ = open(path, O_CREAT | O_WRONLY, 0o600)
      deliver(number)
      withExtendedLifetime((file.isThere, other.isThere)) {}
    }
    #expect(access(path, F_OK) == 0)
    #expect(access(path + "-draft", F_OK) != 0 && access(path + "-both", F_OK) != 0)
  }
}

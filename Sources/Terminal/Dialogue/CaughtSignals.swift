// Signals that are caught while a question is open. They go through a pipe, because a signal
// between looking at a flag and reading would otherwise be noticed only after the answer.

private import Synchronization
internal import Platform

struct CaughtSignals {
  fileprivate static let noted = Atomic<Int32>(-1)

  private let reader: Int32
  private let writer: Int32
  private let before: [(number: Int32, action: sigaction)]

  /// Catches the signals, except for those that are ignored: that is intended.
  init(_ numbers: [Int32]) throws(PromptError) {
    guard let pipe = ProcessPipe() else { throw .failed(errno: errno) }
    (reader, writer) = (pipe.reader, pipe.writer)
    Self.noted.store(writer, ordering: .sequentiallyConsistent)
    var before: [(number: Int32, action: sigaction)] = []
    for number in numbers {
      var old = sigaction()
      sigaction(number, nil, &old)
      if old.isIgnored { continue }
      var new = sigaction(calling: noteSignal)
      sigaction(number, &new, nil)
      before.append((number, old))
    }
    self.before = before
  }

  func release() {
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    Self.noted.store(-1, ordering: .sequentiallyConsistent)
    close(reader)
    close(writer)
  }

  func wait(forInput input: Int32) throws(PromptError) -> Int32? {
    var requests = [reader, input].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&requests, nfds_t(requests.count), -1) < 0 {
      if errno != EINTR { throw .failed(errno: errno) }
    }
    var number: UInt8 = 0
    guard requests[0].revents != 0, read(reader, &number, 1) == 1 else { return nil }
    return Int32(number)
  }
}

/// Runs in the signal handler: only a write is done here.
private func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(CaughtSignals.noted.load(ordering: .relaxed), &byte, 1)
  errno = before
}

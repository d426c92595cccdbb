// Signals that are caught while a question or a full screen is open. They go through a pipe, because a signal
// between looking at a flag and reading would otherwise be noticed only after the answer.

import Platform
private import Synchronization

struct CaughtSignals {
  fileprivate static let noted = Atomic<Int32>(-1)

  private let reader: Int32
  private let writer: Int32
  private let before: [(number: Int32, action: sigaction)]

  /// Catches the signals, except for those that are ignored: that is intended.
  ///
  /// - Parameter handler: The function that runs in the signal handler; it ends with ``noteSignal(_:)``.
  init(
    _ numbers: [Int32], handler: @escaping @convention(c) (Int32) -> Void = noteSignal
  ) throws(PromptError) {
    guard let pipe = ProcessPipe() else { throw .failed(errno: errno) }
    (reader, writer) = (pipe.reader, pipe.writer)
    Self.noted.store(writer, ordering: .sequentiallyConsistent)
    var before: [(number: Int32, action: sigaction)] = []
    for number in numbers {
      var old = sigaction()
      sigaction(number, nil, &old)
      if old.isIgnored { continue }
      var new = sigaction(calling: handler)
      sigaction(number, &new, nil)
      before.append((number, old))
    }
    self.before = before
  }

  /// Lets the signals do again what they did before, also those that came and weren't waited for.
  func release() {
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    while let number = takeNoted() { raise(number) }
    Self.noted.store(-1, ordering: .sequentiallyConsistent)
    close(reader)
    close(writer)
  }

  enum Occasion: Equatable {
    case signal(Int32)
    case input
    case timeout
  }

  /// Waits for a signal or for input, whatever is first, or until the time is over.
  func wait(forInput input: Int32, milliseconds: Int32 = -1) throws(PromptError) -> Occasion {
    var requests = [reader, input].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var count: Int32 = -1
    while count < 0 {
      count = poll(&requests, nfds_t(requests.count), milliseconds)
      if count < 0, errno != EINTR { throw .failed(errno: errno) }
    }
    if requests[0].revents != 0, let number = takeNoted() { return .signal(number) }
    return requests[1].revents != 0 ? .input : .timeout
  }

  /// The next signal that came; nil if there is none.
  private func takeNoted() -> Int32? {
    var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    var number: UInt8 = 0
    guard poll(&request, 1, 0) == 1, read(reader, &number, 1) == 1 else { return nil }
    return Int32(number)
  }

  /// Whether ``wait(forInput:milliseconds:)`` would return at once.
  func isAnythingThere(orInput input: Int32) -> Bool {
    var requests = [reader, input].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&requests, nfds_t(requests.count), 0) > 0
  }
}

/// Runs in the signal handler: only a write is done here.
func noteSignal(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(CaughtSignals.noted.load(ordering: .relaxed), &byte, 1)
  errno = before
}

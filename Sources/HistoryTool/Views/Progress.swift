// The line that a terminal shows of a command that takes long, until the command shows something itself.

import Dispatch
import Platform

/// The progress of a command, on a line of standard error: its own report, and before its first report how much
/// was read. Any thread may use it.
package final class Progress: Sendable {
  // The line is used under the lock only, and no other code has its output.
  private struct State: @unchecked Sendable {
    var line: ProgressLine
    /// The number of bytes to be read, once it has been asked for.
    var total: Int??
    var megabytes = 0
    /// The number of times that nothing had been read since the last time.
    var idleCount = 0
    var hasReports = false
    var isStopped = false
  }

  private let state: Locked<State>

  /// - Parameter output: Standard error; no other code may use this value.
  init(on output: sending any TextOutput, _ terminal: TerminalInfo) {
    state = Locked(State(line: ProgressLine(on: output, terminal: terminal)))
  }

  /// Shows how much is read, from now on.
  /// - Parameter total: The number of bytes to read; asked only if it takes long.
  func start(reading total: @escaping @Sendable () -> Int?) {
    guard state.withLock({ $0.line.isShown }) else { return }
    showReading(total, after: .seconds(1))
  }

  private func showReading(
    _ total: @escaping @Sendable () -> Int?, after delay: DispatchTimeInterval
  ) {
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self, state.withLock({ Self.showReading(total, &$0) }) else { return }
      showReading(total, after: .milliseconds(100))
    }
  }

  /// - Returns: Whether there will be more to show.
  private static func showReading(_ total: () -> Int?, _ state: inout State) -> Bool {
    guard !state.isStopped, !state.hasReports else { return false }
    let megabytes = PosixDisk.bytesRead / 1_000_000
    state.idleCount = megabytes == state.megabytes ? state.idleCount + 1 : 0
    state.megabytes = megabytes
    // A command that waits for more to happen shows nothing.
    if state.idleCount >= 30 {
      state.line.clear()
    } else if state.idleCount == 0 {
      let whole = state.total ?? total().map { $0 / 1_000_000 }
      state.total = .some(whole)
      let part = whole.map { megabytes <= $0 ? " of \($0)" : "" } ?? ""
      state.line.update("\(megabytes)\(part) MB read")
    }
    return true
  }

  /// Shows this instead of how much was read.
  /// - Parameter text: Made only if it is drawn.
  package func report(_ text: @autoclosure () -> String) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.hasReports = true
      state.line.update(text())
    }
  }

  /// Writes something else to standard error while the line isn't there.
  func withoutLine(_ write: () -> Void) {
    state.withLock { state in
      state.line.clear()
      write()
    }
  }

  /// Ends it: something else is shown from now on.
  package func stop() {
    state.withLock { state in
      state.line.clear()
      state.isStopped = true
    }
  }
}

// Long output in a pager, as git shows it: the user's own, which exits by itself if everything fits
// on the screen. The caller knows whether there is a user to show pages to.

import Platform
private import Synchronization

package final class PagerOutput: TextOutput {
  /// The number of bytes that are buffered before the pager starts.
  private static let capacity = 65536
  /// A pipe takes no more than this without a reader, on any system in its usual settings.
  private static let pipeLimit = 1 << 20

  private enum Stage {
    case waiting
    case paging(PipedProcess, PagerSignals)
    case direct
  }

  private let program: Program
  private let fallback: any TextOutput
  private var stage = Stage.waiting
  /// All that was written, as long as the pager may turn out not to have started.
  private var kept: [UInt8]? = []
  /// The exit code of a pager that failed; nil if it didn't, or hasn't ended.
  package private(set) var failureCode: Int32?

  package init(_ line: String, environment: [String: String], fallback: any TextOutput) {
    // The settings are git's for the usual pagers: exit if everything fits, show colors, leave the screen as
    // it is.
    let manners = ["LESS": "FRX", "LV": "-c"]
    program = .shell(line, environment: environment.merging(manners) { own, _ in own })
    self.fallback = fallback
  }

  /// The command line of the pager that the user chose, else of `less`; `nil` if it is empty or `cat`.
  package static func line(chosen line: String?) -> String? {
    guard let line else {
      // The user didn't choose it, so its absence isn't an error.
      return "command -v less > /dev/null || exit 127; less"
    }
    return ["", "cat"].contains(line) ? nil : line
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    if case .direct = stage { return try fallback.write(bytes) }
    kept?.append(contentsOf: bytes)
    guard case .paging(let output, _) = stage else {
      if let kept, kept.count > Self.capacity { try start() }
      return
    }
    do throws(OutputError) { try output.write(bytes) } catch { try recover(from: error) }
    if let kept, kept.count > 2 * Self.pipeLimit { self.kept = nil }
  }

  package func flush() throws(OutputError) {
    switch stage {
    case .waiting: if kept?.isEmpty == false { try start() }
    case .direct: try fallback.flush()
    case .paging(let output, _):
      do throws(OutputError) { try output.flush() } catch { try recover(from: error) }
    }
  }

  /// Tells the pager that this is all, and waits until it has ended. Nothing can be written then.
  package func finish() throws(OutputError) {
    try flush()
    if case .paging = stage, !end() { try showDirectly() }
    if case .direct = stage { try fallback.flush() }
  }

  private func start() throws(OutputError) {
    guard let output = PipedProcess(program, printsAside: false) else {
      return try showDirectly()
    }
    stage = .paging(output, PagerSignals(waitingFor: output))
    do throws(OutputError) {
      try output.write(kept ?? [])
      try output.flush()
    } catch {
      try recover(from: error)
    }
  }

  /// A pager that doesn't read has been left, or was never there.
  private func recover(from error: OutputError) throws(OutputError) {
    if end() { throw error }
    try showDirectly()
  }

  /// Waits for the pager; returns whether it was one.
  private func end() -> Bool {
    guard case .paging(let output, let signals) = stage else { return true }
    let ending = output.finish()
    signals.release()
    stage = .waiting
    let wasPager = kept == nil || !ending.isNotStarted
    if wasPager, case .exited(let code) = ending, code != 0 { failureCode = code }
    return wasPager
  }

  private func showDirectly() throws(OutputError) {
    stage = .direct
    let bytes = kept ?? []
    kept = nil
    try fallback.write(bytes)
  }
}

/// Makes the signals that would end this process wait for the pager's end.
struct PagerSignals {
  fileprivate static let descriptor = Atomic<Int32>(-1)
  fileprivate static let identifier = Atomic<Int32>(-1)

  private let caught: [Int32]

  /// Catches the signals that are not otherwise handled.
  init(waitingFor pager: PipedProcess) {
    Self.descriptor.store(pager.writer, ordering: .sequentiallyConsistent)
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

// Long output by pages, as git shows it: in the person's pager, which ends by itself if all of it
// fits the screen. Whether there is anybody to page for is the caller's to know.

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Output into a pager, which starts with the first bytes.
///
/// If the pager can't be started, the output goes where it would have gone without one. If it is
/// left early, writing fails with ``OutputError/closed(descriptor:)``.
public final class PagerOutput: TextOutput {
  /// So much is kept back before the pager starts.
  private static let capacity = 65536
  /// A pipe takes no more than this without a reader, on any system in its usual settings.
  private static let pipeLimit = 1 << 20

  private enum Stage {
    case waiting
    case paging(DescriptorOutput, descriptor: Int32, ShellCommand.Running, PagerSignals)
    case direct
  }

  private let command: ShellCommand
  private let fallback: any TextOutput
  private var stage = Stage.waiting
  /// All that was written, as long as the pager may turn out not to have started.
  private var kept: [UInt8]? = []

  /// Makes an output that nothing was written to.
  ///
  /// - Parameters:
  ///   - line: what the shell is to run.
  ///   - environment: the process's environment, which the pager gets.
  ///   - fallback: where the output goes if the pager can't be started.
  public init(_ line: String, environment: [String: String], fallback: any TextOutput) {
    // What git tells the usual ones: leave if all fits, show colours, leave the screen as it is.
    let manners = ["LESS": "FRX", "LV": "-c"]
    command = ShellCommand(line: line, environment: environment.merging(manners) { own, _ in own })
    self.fallback = fallback
  }

  /// The pager that the environment asks for: `CLEANSTORE_PAGER`, else `PAGER`, else `less`; `nil`
  /// if that is empty or `cat`.
  ///
  /// - Parameters:
  ///   - environment: the process's environment.
  ///   - variable: the tool's own variable, which stands before `PAGER`.
  public static func line(in environment: [String: String], variable: String) -> String? {
    guard let line = environment[variable] ?? environment["PAGER"] else {
      // Nobody chose it, so nobody wants to hear that it is missing.
      return "command -v less > /dev/null || exit 127; less"
    }
    return ["", "cat"].contains(line) ? nil : line
  }

  /// Takes bytes, and keeps back the first 64 KiB.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    if case .direct = stage { return try fallback.write(bytes) }
    kept?.append(contentsOf: bytes)
    guard case .paging(let output, _, _, _) = stage else {
      if let kept, kept.count > Self.capacity { try start() }
      return
    }
    do throws(OutputError) { try output.write(bytes) } catch { try recover(from: error) }
    if let kept, kept.count > 2 * Self.pipeLimit { self.kept = nil }
  }

  /// Hands everything to the pager.
  public func flush() throws(OutputError) {
    switch stage {
    case .waiting: if kept?.isEmpty == false { try start() }
    case .direct: try fallback.flush()
    case .paging(let output, _, _, _):
      do throws(OutputError) { try output.flush() } catch { try recover(from: error) }
    }
  }

  /// Tells the pager that this is all, and waits until it has ended. Nothing can be written then.
  public func finish() throws(OutputError) {
    try flush()
    if case .paging = stage, !end() { try showDirectly() }
    if case .direct = stage { try fallback.flush() }
  }

  private func start() throws(OutputError) {
    guard let pipe = ProcessPipe() else { return try showDirectly() }
    let running = command.start([(own: pipe.reader, its: STDIN_FILENO)])
    close(pipe.reader)
    guard let running else {
      close(pipe.writer)
      return try showDirectly()
    }
    let output = DescriptorOutput(descriptor: pipe.writer)
    let signals = PagerSignals(closing: pipe.writer, waitingFor: running)
    stage = .paging(output, descriptor: pipe.writer, running, signals)
    let bytes = kept ?? []
    do throws(OutputError) {
      try bytes.withBytes { (bytes) throws(OutputError) in try output.write(bytes) }
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
    guard case .paging(_, let descriptor, let running, let signals) = stage else { return true }
    close(descriptor)
    let ending = running.wait()
    signals.release()
    stage = .waiting
    return kept == nil || !ending.isNotStarted
  }

  private func showDirectly() throws(OutputError) {
    stage = .direct
    let bytes = kept ?? []
    kept = nil
    try bytes.withBytes { (bytes) throws(OutputError) in try fallback.write(bytes) }
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` rethrows without a type, so the outcome is carried out of it as a value.
  fileprivate func withBytes(
    _ body: (UnsafeRawBufferPointer) throws(OutputError) -> Void
  ) throws(OutputError) {
    let outcome = withUnsafeBytes { bytes in
      Result { () throws(OutputError) in try body(bytes) }
    }
    try outcome.get()
  }
}

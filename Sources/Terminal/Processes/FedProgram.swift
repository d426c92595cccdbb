// Another program that is given something to read and answers with how it ends. What it prints goes to
// standard error, since it isn't this tool's answer.

private import Platform

package final class FedProgram: TextOutput {
  package enum Ending: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  private let output: DescriptorOutput
  private let writer: Int32
  private let running: RunningProgram
  private var isEnded = false

  /// Starts a program; `nil` if the shell or a pipe can't be had.
  ///
  /// - Parameters:
  ///   - line: what the shell is to run.
  ///   - environment: the variables that it finds.
  package init?(_ line: String, environment: [String: String]) {
    guard let pipe = ProcessPipe() else { return nil }
    let command = ShellCommand(line: line, environment: environment)
    let running = command.start([
      (own: pipe.reader, its: STDIN_FILENO), (own: STDERR_FILENO, its: STDOUT_FILENO),
    ])
    close(pipe.reader)
    guard let running else {
      close(pipe.writer)
      return nil
    }
    self.running = running
    writer = pipe.writer
    output = DescriptorOutput(descriptor: writer)
  }

  deinit { if !isEnded { _ = end() } }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try output.write(bytes)
  }

  package func flush() throws(OutputError) { try output.flush() }

  /// Tells it that this is all, and waits until it has ended. May be called once.
  package func finish() -> Ending {
    // Whoever has seen enough needn't read to the end.
    try? output.flush()
    return end()
  }

  private func end() -> Ending {
    isEnded = true
    close(writer)
    switch running.wait() {
    case .exited(let code): return .exited(code: code)
    case .killed(let signal): return .killed(signal: signal)
    }
  }
}

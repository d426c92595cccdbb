// A program that is given something to read, such as a pager, or one that answers with how it ends.

package final class PipedProcess: TextOutput {
  private let output: DescriptorOutput
  private let child: ChildProcess
  /// The end of its input that is written to.
  package let writer: Int32
  private var isEnded = false

  package var identifier: Int32 { child.identifier }

  /// Starts a program; nil if the shell or a pipe can't be had.
  ///
  /// - Parameter printsAside: Whether what it prints goes to standard error, because it isn't this tool's answer.
  package init?(_ program: Program, printsAside: Bool = true) {
    guard let pipe = ProcessPipe() else { return nil }
    let aside = printsAside ? [(own: STDERR_FILENO, its: STDOUT_FILENO)] : []
    let child = try? ChildProcess(program, [(own: pipe.reader, its: STDIN_FILENO)] + aside)
    close(pipe.reader)
    guard let child else {
      close(pipe.writer)
      return nil
    }
    self.child = child
    writer = pipe.writer
    output = DescriptorOutput(descriptor: writer)
  }

  deinit { if !isEnded { _ = end() } }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try output.write(bytes)
  }

  package func flush() throws(OutputError) { try output.flush() }

  /// Tells it that this is all, and waits until it has ended. May be called once.
  package func finish() -> Program.Ending {
    // A program that has seen enough needn't read to the end.
    try? output.flush()
    return end()
  }

  private func end() -> Program.Ending {
    isEnded = true
    close(writer)
    return child.wait()
  }
}

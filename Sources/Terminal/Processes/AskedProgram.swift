// A program that is run once for what it prints, without a shell in between.

private import Platform

package struct AskedProgram: Sendable {
  /// Its path; a name without a slash is looked for in `PATH`.
  package let path: String
  private let environment: [String: String]

  package init(_ path: String, environment: [String: String]) {
    self.path = path
    self.environment = environment
  }

  private static let limit = 1 << 20

  package struct Answer: Equatable, Sendable {
    /// Whether it exited with 0.
    package let isPositive: Bool
    /// What it printed, to standard output or standard error, up to a megabyte.
    package let text: String
  }

  /// Runs it and waits for its end. It may ask for a passphrase at the terminal.
  ///
  /// - Parameter input: The file that it reads as standard input.
  package func ask(_ arguments: [String], input: String = "/dev/null") throws(StartError) -> Answer
  {
    let reader = open(input, O_RDONLY | O_CLOEXEC)
    guard reader >= 0, let pipe = ProcessPipe() else { throw StartError(errno) }
    defer { close(reader) }
    let running = leavingInterruptsToOthers {
      RunningProgram(
        path, [path] + arguments, environment: environment,
        [
          (own: reader, its: STDIN_FILENO), (own: pipe.writer, its: STDOUT_FILENO),
          (own: pipe.writer, its: STDERR_FILENO),
        ])
    }
    let error = errno
    close(pipe.writer)
    let printed = readWhole(pipe.reader, limit: Self.limit) ?? []
    // One that prints more finds the pipe closed.
    close(pipe.reader)
    guard let running else { throw StartError(error) }
    let text = String(decoding: printed.prefix(Self.limit), as: UTF8.self)
    return Answer(isPositive: running.wait() == .exited(0), text: text)
  }

  package struct StartError: Error, Equatable, Sendable {
    package let reason: String
    /// Whether there is no such program.
    package let isMissing: Bool

    init(_ number: Int32) {
      reason = String(cString: strerror(number))
      isMissing = number == ENOENT || number == ENOTDIR
    }
  }
}

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
    let file = open(input, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw StartError(errno) }
    defer { close(file) }
    guard let pipe = ProcessPipe() else { throw StartError(errno) }
    defer { close(pipe.reader) }
    return try leavingInterruptsToOthers { answer(arguments, input: file, pipe) }.get()
  }

  private func answer(_ arguments: [String], input: Int32, _ pipe: ProcessPipe)
    -> Result<Answer, StartError>
  {
    let running = RunningProgram(
      path, [path] + arguments, environment: environment,
      [
        (own: input, its: STDIN_FILENO), (own: pipe.writer, its: STDOUT_FILENO),
        (own: pipe.writer, its: STDERR_FILENO),
      ])
    let error = errno
    close(pipe.writer)
    guard let running else { return .failure(StartError(error)) }
    var printed = readWhole(pipe.reader, limit: Self.limit) ?? []
    // What it prints beyond that is read, too, so that it can end.
    while let more = readWhole(pipe.reader, limit: Self.limit), !more.isEmpty {
      printed = Array(printed.prefix(Self.limit))
    }
    let text = String(decoding: printed.prefix(Self.limit), as: UTF8.self)
    return .success(Answer(isPositive: running.wait() == .exited(0), text: text))
  }

  package struct StartError: Error, Equatable, Sendable {
    package let reason: String

    init(_ number: Int32) {
      reason = String(cString: strerror(number))
    }
  }
}

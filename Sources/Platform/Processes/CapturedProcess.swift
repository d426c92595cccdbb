// A program that is run for what it prints.

package final class CapturedProcess {
  private static let limit = 1 << 20

  private let child: ChildProcess
  private let output: UnsafeMutablePointer<FILE>
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  private var ending: Program.Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: The file that it reads as standard input; this process's own if nil.
  ///   - hasMessages: Whether what it prints to standard error is captured, too.
  package init(_ program: Program, input: String? = nil, hasMessages: Bool = false)
    throws(Program.StartError)
  {
    var descriptors: [(own: Int32, its: Int32)] = []
    if let input {
      let file = open(input, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw Program.StartError(errno) }
      descriptors.append((own: file, its: STDIN_FILENO))
    }
    defer { if input != nil { close(descriptors[0].own) } }
    guard let pipe = ProcessPipe(), let output = fdopen(pipe.reader, "r") else {
      throw Program.StartError(errno)
    }
    defer { close(pipe.writer) }
    descriptors.append((own: pipe.writer, its: STDOUT_FILENO))
    if hasMessages { descriptors.append((own: pipe.writer, its: STDERR_FILENO)) }
    do throws(Program.StartError) {
      child = try ChildProcess(program, descriptors)
    } catch {
      fclose(output)
      throw error
    }
    self.output = output
  }

  deinit {
    _ = finish()
    free(line)
  }

  /// The next line that it prints, without its end; nil after the last one.
  package func nextLine() -> UnsafeRawBufferPointer? {
    let count = getline(&line, &capacity, output)
    guard count > 0, let line else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    return bytes.last == 0x0A ? UnsafeRawBufferPointer(rebasing: bytes.dropLast()) : bytes
  }

  /// Waits for its end; what wasn't read is lost.
  package func finish() -> Program.Ending {
    if let ending { return ending }
    fclose(output)
    let ending = child.wait()
    self.ending = ending
    return ending
  }

  package struct Answer: Equatable, Sendable {
    /// Whether the program exited with 0.
    package let isPositive: Bool
    /// The text that it printed, to standard output or standard error, up to a megabyte.
    package let text: String
  }

  /// Runs a program to its end. It may ask for a passphrase at the terminal.
  package static func answer(
    of program: Program, input: String = "/dev/null"
  ) throws(Program.StartError) -> Answer {
    try leavingInterruptsToOthers {
      Result { () throws(Program.StartError) in
        let process = try CapturedProcess(program, input: input, hasMessages: true)
        var printed: [UInt8] = []
        // Output beyond the limit is read, too, so that the program can end.
        while let more = readWhole(fileno(process.output), limit: limit), !more.isEmpty {
          printed = Array((printed + more).prefix(limit))
        }
        let text = String(decoding: printed, as: UTF8.self)
        return Answer(isPositive: process.finish() == .exited(0), text: text)
      }
    }.get()
  }
}

/// Ctrl-C and Ctrl-\ mean the program in front while the body runs, as in system(3).
package func leavingInterruptsToOthers<R>(_ body: () -> R) -> R {
  let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
  defer { for (number, handler) in before { signal(number, handler) } }
  return body()
}

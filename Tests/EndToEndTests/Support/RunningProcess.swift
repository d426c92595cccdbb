// Another process: started, fed, listened to, signalled, waited for. Knows nothing of the tool.

import Testing

@testable import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The end of a process, and its output.
struct Finished: CustomStringConvertible {
  enum Ending: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let ending: Ending
  let output: String
  let errors: String

  /// The exit code; nil if a signal ended it.
  var code: Int32? { if case .exited(let code) = ending { code } else { nil } }

  var description: String { "\(ending)\n--- output\n\(output)--- errors\n\(errors)" }
}

/// A process on its way.
final class RunningProcess {
  let identifier: pid_t
  private var input: Pipe.End?
  private let output: Pipe.End
  private let errors: Pipe.End

  /// Starts a program with exactly these arguments and variables.
  ///
  /// - Parameter outputPath: A file to write standard output to, instead of keeping it.
  init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    outputPath: String? = nil
  ) throws {
    // Feeding a process that doesn't listen is no reason to end the tests.
    ignoreWriteSignals()
    let pipes = (input: try Pipe(), output: try Pipe(), errors: try Pipe())
    var actions = FileActions()
    defer { actions.destroy() }
    actions.add(pipes.input.reader, as: STDIN_FILENO)
    actions.add(pipes.errors.writer, as: STDERR_FILENO)
    if let outputPath {
      actions.open(outputPath, as: STDOUT_FILENO)
    } else {
      actions.add(pipes.output.writer, as: STDOUT_FILENO)
    }
    // The shell changes the folder and then becomes the program.
    let shell = ["-c", #"cd "$0" && exec "$@""#, folder, program] + arguments
    identifier = try withExtendedLifetime(pipes) {
      try actions.spawn("/bin/sh", shell, environment)
    }
    (input, output, errors) = (pipes.input.writer, pipes.output.reader, pipes.errors.reader)
  }

  /// Starts a program in a session of its own, on the terminal with this name.
  static func spawn(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
    terminal: String
  ) throws -> pid_t {
    var actions = FileActions(startsSession: true)
    defer { actions.destroy() }
    actions.open(terminal, as: STDIN_FILENO, O_RDWR)
    actions.add(STDIN_FILENO, as: STDOUT_FILENO)
    actions.add(STDIN_FILENO, as: STDERR_FILENO)
    let shell = ["-c", #"cd "$0" && exec "$@""#, folder, program] + arguments
    return try actions.spawn("/bin/sh", shell, environment)
  }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Whether it has ended; it still has to be waited for.
  var hasEnded: Bool {
    var info = siginfo_t()
    let found = waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT)
    return found == 0 && info.si_signo == SIGCHLD
  }

  /// Closes what it writes to, as `head -1` does when it has seen enough.
  func closeOutput() { output.close() }

  /// Feeds it, listens until it closes its outputs, and waits for its end.
  ///
  /// - Parameter limitMilliseconds: When to send SIGKILL, if it hasn't ended by then.
  func finish(input text: String = "", killAfter limitMilliseconds: Int = 1_200_000) throws
    -> Finished
  {
    try finish(input: Array(text.utf8), killAfter: limitMilliseconds)
  }

  func finish(input bytes: [UInt8], killAfter limitMilliseconds: Int = 1_200_000) throws
    -> Finished
  {
    let deadline = ContinuousClock.now + .milliseconds(limitMilliseconds)
    var rest = bytes[...]
    if rest.isEmpty { input = nil }
    var said: [UInt8] = []
    var complained: [UInt8] = []
    var isKilled = false
    while !(output.isClosed && errors.isClosed) {
      if !isKilled, ContinuousClock.now >= deadline {
        signal(SIGKILL)
        isKilled = true
      }
      try Pipe.wait(
        reading: [output, errors], writing: input,
        milliseconds: isKilled ? -1 : (deadline - .now).milliseconds)
      said += output.read()
      complained += errors.read()
      rest = input?.write(rest) ?? []
      if rest.isEmpty { input = nil }
    }
    return Finished(
      ending: try waitForEnd(), output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }

  private func waitForEnd() throws -> Finished.Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 { try #require(errno == EINTR) }
    // The macros of wait(2), which Swift doesn't import.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up.
  fileprivate var milliseconds: Int32 {
    Int32(clamping: max(0, Int64((self / .milliseconds(1)).rounded(.up))))
  }
}

/// The actions in the new process before the program starts.
private struct FileActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  init(startsSession: Bool = false) {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // A test may have changed what signals do to this process; the program starts as from a shell.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGTSTP] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Linux has no name for it in the module.
    #if canImport(Darwin)
      let session = startsSession ? Int16(POSIX_SPAWN_SETSID) : 0
    #else
      let session: Int16 = startsSession ? 0x80 : 0
    #endif
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | session)
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  mutating func add(_ end: Pipe.End, as number: Int32) { add(end.number, as: number) }

  mutating func add(_ descriptor: Int32, as number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  mutating func open(_ path: String, as number: Int32, _ mode: Int32 = O_WRONLY) {
    posix_spawn_file_actions_addopen(&actions, number, path, mode, 0)
  }

  mutating func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> pid_t {
    var identifier = pid_t()
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let error = withStrings([program] + arguments) { arguments in
      withStrings(variables) { variables in
        // No end of a pipe that is just being made slips into the process.
        ProcessPipe.whileNoneIsMade {
          posix_spawn(&identifier, program, &actions, &attributes, arguments, variables)
        }
      }
    }
    try #require(error == 0, "\(program) doesn't start: error \(error)")
    return identifier
  }

  private func withStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

// Another program: what is run, how it is started, and how it ends.

private import Synchronization

/// A program with its arguments, and the variables that it finds.
package struct Program: Sendable {
  /// A name without a slash is looked for in `PATH`.
  fileprivate let path: String
  /// Its name and its arguments.
  fileprivate let words: [String]
  fileprivate let environment: [String: String]

  package init(_ path: String, _ arguments: [String], environment: [String: String]) {
    self.init(path, words: [path] + arguments, environment)
  }

  private init(_ path: String, words: [String], _ environment: [String: String]) {
    (self.path, self.words, self.environment) = (path, words, environment)
  }

  /// A command line for the shell, so that a person's variable may hold flags and quotes, as in EDITOR="code --wait".
  ///
  /// - Parameter arguments: The arguments after the line's own words.
  package static func shell(
    _ line: String, _ arguments: [String] = [], environment: [String: String]
  ) -> Program {
    let script = arguments.isEmpty ? line : line + #" "$@""#
    return Program("/bin/sh", words: ["sh", "-c", script, line] + arguments, environment)
  }

  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// Whether the shell found nothing to run, or nothing that may be run.
    package var isNotStarted: Bool { self == .exited(126) || self == .exited(127) }
  }

  package struct StartError: Error, Equatable, Sendable {
    package let reason: String

    init(_ number: Int32) { reason = String(cString: strerror(number)) }
  }
}

/// A program that was started.
package struct ChildProcess {
  package let identifier: pid_t

  /// Starts a program with signals as a shell would have them.
  ///
  /// - Parameter descriptors: The descriptors and the numbers at which it finds them; the rest is inherited.
  package init(_ program: Program, _ descriptors: [(own: Int32, its: Int32)]) throws(Program
    .StartError)
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (own, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, its) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = program.environment.map { "\($0.key)=\($0.value)" }.sorted()
    var identifier = pid_t()
    let error = withCStrings(program.words) { words in
      withCStrings(variables) { variables in
        ProcessPipe.whileNoneIsMade {
          posix_spawnp(&identifier, program.path, &actions, &attributes, words, variables)
        }
      }
    }
    guard error == 0 else { throw Program.StartError(error) }
    self.identifier = identifier
  }

  package func wait() -> Program.Ending {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      if errno != EINTR { return .exited(127) }
    }
    // The macros of wait(2), which Swift doesn't import.
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

private func withCStrings<R>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
) -> R {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

package struct ProcessPipe {
  package let reader: Int32
  package let writer: Int32

  private static let gate = Mutex(())

  /// Makes a pipe; nil with `errno` set if the system has none left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    let isMade = Self.gate.withLock { _ in
      guard pipe(&ends) == 0 else { return false }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return true
    }
    guard isMade else { return nil }
    (reader, writer) = (ends[0], ends[1])
  }

  /// Starts a program while no pipe is being made.
  static func whileNoneIsMade<R>(_ start: () -> R) -> R {
    gate.withLock { _ in start() }
  }
}

// Everything of the outside world that the tool touches, gathered so that tests can bring their own.

import EventSourcing
import Synchronization
import Terminal
import UseCases

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The outside world.
struct World {
  /// The environment's variables.
  var environment: [String: String]
  /// Where answers go.
  var output: any TextOutput
  /// Where everything else goes.
  var errors: any TextOutput
  /// What is known of the terminal.
  var terminal: TerminalInfo
  /// Reads a small file whole, standard input for `-`.
  var read: @Sendable (String) throws(Failure) -> [UInt8] = InputFile.read
  /// Keeps a text in a new file of about this name, and says which.
  var keep: @Sendable (String, String) throws(Failure) -> String = KeptFile.write
  /// Whom to ask.
  var prompt: any Prompt
  /// Where a person edits a text.
  var editor: any TextEditor
  /// The name of the user that the process belongs to.
  var user: String
  /// The time now.
  var clock: @Sendable () -> Timestamp
  /// Fresh salts.
  var salts: @Sendable () -> Salt
  /// Waits.
  var pause: @Sendable (_ milliseconds: Int) -> Void

  /// Waits so many milliseconds, or until a signal comes.
  func pause(milliseconds: Int) { pause(milliseconds) }

  /// The process's own.
  static func real() -> World {
    let environment = variables()
    let terminal = TerminalInfo(environment: environment)
    let errors = DescriptorOutput.standardError()
    return World(
      environment: environment, output: DescriptorOutput.standardOutput(), errors: errors,
      terminal: terminal, prompt: TerminalPrompt(on: errors, terminal: terminal),
      editor: ExternalEditor(environment: environment, terminal: terminal), user: userName(),
      clock: systemTime, salts: SaltSupply().next,
      pause: { poll(nil, 0, Int32(clamping: $0)) })
  }

  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let pair = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      next += 1
    }
    return variables
  }
}

/// The user's name, or number where the system has no name for it.
private func userName() -> String {
  let user = geteuid()
  return getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? String(user)
}

/// The system's clock, in microseconds.
@Sendable private func systemTime() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
}

/// Salts from the system's generator, drawn sixteen at a time: each call to it costs.
private final class SaltSupply: Sendable {
  private let salts = Mutex<[Salt]>([])

  @Sendable func next() -> Salt {
    salts.withLock { salts in
      if salts.isEmpty { salts = Self.draw() }
      return salts.removeLast()
    }
  }

  private static func draw() -> [Salt] {
    var words = [UInt64](repeating: 0, count: 32)
    // 256 bytes are what every system gives at once.
    if words.withUnsafeMutableBytes({ getentropy($0.baseAddress, $0.count) }) != 0 {
      var generator = SystemRandomNumberGenerator()
      for index in words.indices { words[index] = generator.next() }
    }
    return stride(from: 0, to: words.count, by: 2).map { Salt(words[$0], words[$0 + 1]) }
  }
}

/// Ends the process.
func exitProcess(with code: ExitCode) -> Never { exit(code.rawValue) }

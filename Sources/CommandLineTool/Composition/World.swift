// Everything of the outside world that the tool touches, gathered so that tests can bring their own.

import EventSourcing
import Terminal

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
  /// The time now.
  var clock: @Sendable () -> Timestamp
  /// Fresh salts.
  var salts: @Sendable () -> Salt

  /// The process's own.
  static func real() -> World {
    let environment = variables()
    return World(
      environment: environment, output: DescriptorOutput.standardOutput(),
      errors: DescriptorOutput.standardError(), terminal: TerminalInfo(environment: environment),
      clock: systemTime, salts: randomSalt)
  }

  private static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let pair = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      next += 1
    }
    return variables
  }
}

/// The system's clock, in microseconds.
@Sendable private func systemTime() -> Timestamp {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
}

/// 128 bits from the system's generator.
@Sendable private func randomSalt() -> Salt {
  var generator = SystemRandomNumberGenerator()
  return Salt(generator.next(), generator.next())
}

/// Ends the process.
func exitProcess(with code: ExitCode) -> Never { exit(code.rawValue) }

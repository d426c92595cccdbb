// Other programs: run to their end with their output thrown away, or only started.

import Platform

enum Process {
  /// - Returns: Whether it ended with 0.
  static func run(_ command: [String]) -> Bool { measure(command)?.exitCode == 0 }

  /// Runs a program that is found as a shell finds it.
  ///
  /// - Returns: Its use of the machine; nil if it couldn't be started, or was killed.
  static func measure(_ command: [String]) -> Usage? {
    let clock = ContinuousClock()
    let start = clock.now
    let child = self.start(command) { actions in
      for stream: Int32 in [1, 2] {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
      }
    }
    guard let child, var usage = end(of: child) else { return nil }
    usage.time = (clock.now - start) / .nanoseconds(1)
    return usage
  }

  /// Starts a program that is found as a shell finds it.
  ///
  /// - Parameter redirect: Says where its streams lead.
  /// - Returns: Its number; nil if it couldn't be started.
  static func start(
    _ command: [String], _ redirect: (inout posix_spawn_file_actions_t) -> Void
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    redirect(&actions)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
    return result == 0 ? child : nil
  }

  /// Waits until a program that was started has ended.
  ///
  /// - Returns: Its use of the machine, but for the time; nil if it was killed.
  static func end(of child: pid_t) -> Usage? {
    var status: Int32 = 0
    var resources = rusage()
    while wait4(child, &status, 0, &resources) < 0 { guard errno == EINTR else { return nil } }
    guard status & 0x7F == 0 else { return nil }
    return Usage(
      time: 0, memory: Int(resources.ru_maxrss) * Usage.memoryUnit,
      exitCode: Int(status >> 8 & 0xFF))
  }
}

extension Process {
  /// The most memory that this process had, in bytes. Linux counts that of the process that has started it, too, in what
  /// `getrusage` gives.
  static func peakMemory() -> Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      guard let file = fopen("/proc/self/status", "r") else { return 0 }
      defer { fclose(file) }
      var kibibytes = 0
      var buffer = [CChar](repeating: 0, count: 256)
      while fgets(&buffer, 256, file) != nil {
        let line = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let words = String(decoding: line, as: UTF8.self).split { $0.isWhitespace }
        if words.first == "VmHWM:", words.count > 1 { kibibytes = Int(words[1]) ?? 0 }
      }
      return kibibytes * 1024
    #endif
  }
}

/// A process's use of the machine.
struct Usage {
  /// The time in nanoseconds.
  var time: Double
  /// The most memory that it had, in bytes; 0 if that isn't known.
  var memory = 0
  var exitCode = 0

  #if canImport(Darwin)
    fileprivate static let memoryUnit = 1
  #else
    fileprivate static let memoryUnit = 1024
  #endif
}

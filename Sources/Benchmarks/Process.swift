// Other programs, run to their end with their output thrown away.

import Platform

enum Process {
  /// Runs a program that is found as a shell finds it.
  ///
  /// - Returns: Whether it ended with 0.
  static func run(_ command: [String]) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, command[0], &actions, nil, &arguments, environ) == 0 else {
      return false
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return false } }
    return status == 0
  }
}

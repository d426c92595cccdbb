// Runs the tool, as fast as a process can be started.

import Foundation

struct ToolRun {
  var code: Int32
  var output: [UInt8]
  var errors: [UInt8]

  /// Runs the tool. Its output goes to files in this folder.
  static func run(
    _ tool: String, _ arguments: [String], in folder: String, environment: [String] = []
  ) throws -> ToolRun {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let names = [folder + "/output", folder + "/errors"]
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (index, name) in names.enumerated() {
      posix_spawn_file_actions_addopen(
        &actions, Int32(index + 1), name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([tool] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { variables.forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(&process, tool, &actions, nil, &words, &variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return ToolRun(
      code: signal == 0 ? status >> 8 & 0xFF : -signal, output: try bytes(names[0]),
      errors: try bytes(names[1]))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

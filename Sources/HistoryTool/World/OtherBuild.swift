// Another build of this tool as a child process, read line by line. Started through the shell,
// which finds programs as people expect.

import Platform

/// The output of another build.
final class OtherBuild: OutcomeLineSource {
  private let program: String
  private let tool: String
  private var process: CapturedProcess?

  init(_ program: String, _ arguments: [String], of tool: String, _ world: World) throws(Failure) {
    self.program = program
    self.tool = tool
    let line = shellLine([program] + arguments)
    process = try? CapturedProcess(.shell(line, environment: world.environment))
    guard process != nil else { throw failure("can't be started") }
  }

  func next() throws(Failure) -> ByteStorage? {
    guard let process else { return nil }
    if let line = process.nextLine() { return ByteStorage.copy(of: line) }
    self.process = nil
    try check(process.finish())
    return nil
  }

  /// The program's own messages are on standard error already.
  private func check(_ ending: Program.Ending) throws(Failure) {
    if ending.isNotStarted { throw failure("can't be started") }
    switch ending {
    case .exited(0): return
    case .exited(let code): throw failure("exited with code \(code)")
    case .killed(let signal): throw failure("was ended by signal \(signal)")
    }
  }

  private func failure(_ what: String) -> Failure {
    Failure(
      .notFound, code: "other-build-failed", "\(program) \(what).",
      hint: "Pass a build of \(tool) that supports `replay --outcomes`.")
  }
}

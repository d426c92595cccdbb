// A program that judges orders by how it ends, as those of git's bisect do.

import Platform

final class JudgeProgram: StateJudge {
  private let line: String
  private let environment: [String: String]
  private let variable: String
  private var program: PipedProcess?

  /// - Parameter line: The line for the shell to run.
  ///   - variable: The name of the variable that has the number of the moment's entry.
  init(_ line: String, environment: [String: String], position variable: String) {
    self.line = line
    self.variable = variable
    self.environment = environment
  }

  func begin(_ seq: Int) throws(Failure) {
    let environment = environment.merging([variable: String(seq)]) { $1 }
    program = PipedProcess(.shell(line, environment: environment))
    if program == nil {
      throw Failure(.inputOutput, code: "io-error", "The shell can't be started.")
    }
  }

  func take(_ state: borrowing JSONWriter) throws(Failure) {
    guard let program else { return }
    let result = state.withBytes { bytes in
      Result { () throws(OutputError) in
        try program.write(bytes)
        try program.write("\n")
      }
    }
    // A program that has seen enough closes the pipe, which is no failure.
    guard case .failure(let error) = result, case .failed = error else { return }
    throw Failure(.inputOutput, code: "io-error", "Can't write to the program: \(error.reason).")
  }

  func judge() throws(Failure) -> Bisection.Judgement {
    let ending = program?.finish()
    program = nil
    if ending?.isNotStarted == true { throw .cannotRun(line) }
    switch ending {
    case .exited(0): return .good
    case .exited(125): return .skipped
    case .exited(let code) where code < 125: return .bad
    // A shell reports a program that Ctrl-C has ended with this code.
    case .exited(ExitCode.interrupted.rawValue), .killed(signal: SIGINT): throw Self.interrupted
    case .exited(let code): throw aborted("It exited with code \(code)")
    case .killed(let signal): throw aborted("It was ended by signal \(signal)")
    case nil: throw aborted("It couldn't be started")
    }
  }

  private static let interrupted = Failure(
    .interrupted, code: "interrupted", "The program was interrupted, and the search with it.")

  private func aborted(_ what: String) -> Failure {
    Failure(
      .inputOutput, code: "bisect-aborted", "The program aborted the search. \(what).",
      hint: "Exit code 0 means good, 1 to 124 bad, and 125 can't tell.")
  }
}

extension Failure {
  /// A shell reports with codes 126 and 127 that it can't run a program.
  static func cannotRun(_ line: String) -> Failure {
    Failure(
      .notFound, code: "program-failed", "The shell can't run '\(line)'.",
      hint: "Pass a shell command line with --run.")
  }
}

// A shell command line whose exit code tells whether a history shows the bug, as with
// `git bisect run`. The history is in a temporary file, which is removed with the probe.

import Conventions
import HistoryScenes
import Platform
import Replay
import Terminal

final class ShellProbe: HistoryProbe {
  private let line: String
  private let environment: [String: String]
  private let folder: String
  private let file: String

  /// - Parameters:
  ///   - line: The command line; `{}` is replaced with the history's file.
  ///   - environment: The variables that the program finds.
  init(_ line: String, environment: [String: String]) throws(Failure) {
    self.line = line
    self.environment = environment
    let folder = environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(folder)/\(ToolName.current)-minimize.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template).map({ String(cString: $0) }) else {
      throw Failure(
        .cannotCreate, code: "cannot-create",
        "Can't create a folder in \(folder): \(String(cString: strerror(errno))).",
        hint: "Set TMPDIR to another folder.")
    }
    self.folder = made
    file = made + "/history.jsonl"
  }

  deinit {
    unlink(file)
    rmdir(folder)
  }

  func ask(_ lines: [String]) throws(Failure) -> Showing {
    unlink(file)
    let output = try NewFile(file)
    for line in lines { try output.write(line) }
    try output.complete()
    let name = shellLine([file])
    let command = line.split(separator: "{}", omittingEmptySubsequences: false)
      .joined(separator: name)
    // The program's output would be mixed with the history's lines.
    let all = "(\(command)\n) <\(name) >/dev/null 2>&1"
    switch FedProgram(all, environment: environment)?.finish() {
    case .exited(code: 0): return .shows
    case .exited(code: 125): return .unclear
    case .exited(code: 126), .exited(code: 127): throw .cannotRun(line)
    case .exited, .killed: return .doesNot
    case nil:
      throw Failure(
        .inputOutput, code: "io-error", "The shell can't be started.",
        hint: "Try again when fewer processes are running.")
    }
  }
}

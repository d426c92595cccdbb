// A shell command line whose exit code tells whether a history shows the bug, as with
// `git bisect run`. The history is in a temporary file, which is removed with the probe.

import Conventions
import HistoryScenes
import Platform
import Replay

final class ShellProbe: HistoryProbe {
  private let line: String
  private let folder: String
  private let file: String

  /// - Parameters:
  ///   - line: The command line; `{}` is replaced with the history's file.
  ///   - folder: Where the file is created.
  init(_ line: String, in folder: String) throws(Failure) {
    self.line = line
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
    try output.finish()
    switch try run() {
    case 0: return .shows
    case 125: return .unclear
    case 126, 127:
      throw Failure(
        .notFound, code: "program-failed", "The shell can't run '\(line)'.",
        hint: "Pass a shell command line with --run.")
    default: return .doesNot
    }
  }

  /// - Returns: The exit code; as the shell has it, 128 and the number, if a signal ended it.
  private func run() throws(Failure) -> Int32 {
    let name = shellLine([file])
    let command = line.split(separator: "{}", omittingEmptySubsequences: false)
      .joined(separator: name)
    // The program's output would be mixed with the history's lines.
    let all = "(\(command)\n) <\(name) >/dev/null 2>&1"
    guard let stream = popen(all, "r") else {
      throw Failure(
        .inputOutput, code: "io-error", "Can't start a shell: \(String(cString: strerror(errno))).",
        hint: "Try again when fewer processes are running.")
    }
    // The macros of wait(2), which Swift doesn't import.
    let status = pclose(stream)
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}

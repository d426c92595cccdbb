// A shell command line whose exit code tells whether a history shows the bug, as with
// `git bisect run`. The history is in a temporary file, which is removed with the probe.

import Platform

final class ShellProbe: HistoryProbe {
  private let line: String
  private let environment: [String: String]
  private let folder: PrivateFolder

  /// - Parameters:
  ///   - line: The command line; `{}` is replaced with the history's file.
  ///   - environment: The variables that the program finds.
  init(_ line: String, environment: [String: String]) throws(Failure) {
    self.line = line
    self.environment = environment
    let parent = environment["TMPDIR"] ?? "/tmp"
    guard let folder = PrivateFolder(in: parent) else {
      throw Failure(
        .cannotCreate, code: "cannot-create",
        "Can't create a folder in \(parent): \(String(cString: strerror(errno))).",
        hint: "Set TMPDIR to another folder.")
    }
    self.folder = folder
  }

  deinit { folder.remove() }

  func ask(_ lines: [String]) throws(Failure) -> Showing {
    let file = folder.file("history.jsonl")
    unlink(file)
    let output = try NewFile(file)
    for line in lines { try output.write(line) }
    try output.complete()
    let name = shellLine([file])
    let command = line.split(separator: "{}", omittingEmptySubsequences: false)
      .joined(separator: name)
    // The program's output would be mixed with the history's lines.
    let all = "(\(command)\n) <\(name) >/dev/null 2>&1"
    guard let ending = PipedProcess(.shell(all, environment: environment))?.finish() else {
      throw Failure(
        .inputOutput, code: "io-error", "The shell can't be started.",
        hint: "Try again when fewer processes are running.")
    }
    if ending.isNotStarted { throw .cannotRun(line) }
    return ending == .exited(0) ? .shows : ending == .exited(125) ? .unclear : .doesNot
  }
}

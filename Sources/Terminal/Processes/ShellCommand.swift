// Another program on the same terminal: an editor, a pager. The shell starts it, so that a person's
// variable may hold flags and quotes, as in EDITOR="code --wait".

internal import Platform

struct ShellCommand {
  let line: String
  /// What follows the line's own words.
  var arguments: [String] = []
  let environment: [String: String]

  /// Starts the command with signals as a shell would have them.
  ///
  /// - Parameter descriptors: what the program finds at which number; the rest is inherited.
  /// - Returns: `nil` if the shell can't be started.
  func start(_ descriptors: [(own: Int32, its: Int32)] = []) -> RunningProgram? {
    let words = ["sh", "-c", arguments.isEmpty ? line : line + #" "$@""#, line] + arguments
    return RunningProgram("/bin/sh", words, environment: environment, descriptors)
  }
}

/// Ctrl-C and Ctrl-\ mean the program in front while the body runs, as in system(3).
func leavingInterruptsToOthers<R>(_ body: () -> R) -> R {
  let before = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
  defer { for (number, handler) in before { signal(number, handler) } }
  return body()
}

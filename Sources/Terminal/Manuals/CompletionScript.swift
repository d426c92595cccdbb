// Scripts that teach a shell to complete a tool's command line, made from the table. The names and
// choices in them are plain words (the table's problems say so); sentences are quoted.

/// A shell that can be taught.
public enum Shell: String, CaseIterable, Sendable {
  /// Bash, from 3.2 on, which macOS has; without the package bash-completion.
  case bash
  /// Zsh.
  case zsh
  /// Fish.
  case fish
}

extension CommandTable {
  /// The script for a shell.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }
}

extension CommandTable {
  /// The flags of every command that take a value: a command that lists things is asked with them.
  var valuedGlobalFlags: [Flag] { globalFlags.filter { $0.value != .none } }
}

extension Flag {
  /// `-n` and `--limit`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }
}

extension String {
  /// The text between single quotes, for shells in which only a single quote ends them.
  var singleQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}

// Scripts that make a shell complete a tool's command line, generated from the table. The names and
// choices in them are plain words (the table's problems make sure of that); sentences are quoted.

package enum Shell: String, CaseIterable, Sendable {
  /// Bash, from 3.2 on, which macOS has; without the package bash-completion.
  case bash
  case zsh
  case fish
}

extension CommandTable {
  package func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletions
    case .zsh: zshCompletions
    case .fish: fishCompletions
    }
  }
}

extension CommandTable {
  /// The flags of every command that take a value: they are passed to a command that lists things.
  var valuedGlobalFlags: [FlagRow] { globalFlags.filter { $0.value != .none } }
}

extension FlagRow {
  /// `-n` and `--limit`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + [spelling] }
}

extension String {
  /// The text between single quotes, for shells in which only a single quote ends them.
  var singleQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}

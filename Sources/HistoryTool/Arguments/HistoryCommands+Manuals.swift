// The commands that explain the tool to shells and to man(1). `help` is in every table.

import Terminal

extension HistoryCommands {
  var completions: Command {
    Command(
      "completions", summary: "Print a script that makes a shell complete command lines.",
      discussion: [
        "In bash and zsh, source the script from .bashrc, or from .zshrc after compinit. In fish, "
          + "save it as ~/.config/fish/completions/\(tool).fish."
      ],
      examples: [
        Example(
          "source <(\(tool) completions bash)",
          "In bash 4 or later; in zsh, with zsh in place of bash."),
        Example(#"eval "$(\#(tool) completions bash)""#, "In the bash of macOS."),
        Example("\(tool) completions fish | source", "In fish."),
      ],
      operands: [Operands.shell])
  }

  var manual: Command {
    Command(
      "man", summary: "Print the manual page.",
      examples: [
        Example("\(tool) man | man -l -", "Read it, where man can read standard input."),
        Example("\(tool) man > /usr/local/share/man/man1/\(tool).1", "Install it."),
      ])
  }
}

extension Operands {
  static let shell = Operand(
    "SHELL", .required, .words(Shell.allCases.map(\.rawValue)),
    help: "The shell: bash, zsh or fish.")
}

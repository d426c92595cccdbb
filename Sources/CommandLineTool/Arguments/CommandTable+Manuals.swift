// The commands that explain the tool to shells and to man(1). `help` is in every table.

import HistoryTool
import Terminal

extension CommandTable {
  static let completions = Command(
    "completions", summary: "Print a script that makes a shell complete command lines.",
    discussion: [
      "In bash and zsh, source the script from .bashrc, or from .zshrc after compinit. In fish, "
        + "save it as ~/.config/fish/completions/cleanstore.fish."
    ],
    examples: [
      Example(
        "source <(cleanstore completions bash)",
        "In bash 4 or later; in zsh, with zsh in "
          + "place of bash."),
      Example(#"eval "$(cleanstore completions bash)""#, "In the bash of macOS."),
      Example("cleanstore completions fish | source", "In fish."),
    ],
    operands: [Operands.shell])

  static let manual = Command(
    "man", summary: "Print the manual page.",
    examples: [
      Example("cleanstore man | man -l -", "Read it, where man can read standard input."),
      Example(
        "cleanstore man > /usr/local/share/man/man1/cleanstore.1", "Install it."
      ),
    ])
}

extension Operands {

  static let shell = Operand(
    "SHELL", .required, .words(Shell.allCases.map(\.rawValue)),
    help: "The shell: bash, zsh or fish.")
}

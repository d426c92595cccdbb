// The commands that explain the tool to shells and to man(1). `help` is in every table.

import Terminal

extension CommandTable {
  static let completions = Command(
    "completions", summary: "Print a script that teaches a shell to complete command lines.",
    discussion: [
      "In bash and zsh, source the script from .bashrc, or from .zshrc behind compinit; in fish, "
        + "save it as cleanstore.fish in the folder ~/.config/fish/completions."
    ],
    examples: [
      Example("source <(cleanstore completions bash)", "In bash, from 4 on, or in zsh with zsh."),
      Example(#"eval "$(cleanstore completions bash)""#, "In the bash of macOS."),
      Example("cleanstore completions fish | source", "In fish."),
    ],
    operands: [Operands.shell])

  static let manual = Command(
    "man", summary: "Print the manual page, for man.",
    examples: [
      Example("cleanstore man | man -l -", "Read it, where man can read standard input."),
      Example(
        "cleanstore man > /usr/local/share/man/man1/cleanstore.1", "Install it, for man cleanstore."
      ),
    ])
}

extension Operands {

  static let shell = Operand(
    "SHELL", .required, .words(Shell.allCases.map(\.rawValue)),
    help: "Which one: bash, zsh or fish.")
}

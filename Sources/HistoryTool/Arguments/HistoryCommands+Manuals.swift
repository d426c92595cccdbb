// The commands that explain the tool: its settings, to shells, and to man(1). `help` is in every table.

import Platform

extension HistoryCommands {
  var config: ToolCommand {
    let global = globalFlags.map(\.row.name)
    return ToolCommand(
      "config", summary: "Show each setting, and where it comes from.",
      discussion: ["`\(tool) help settings` describes them, and the file."],
      examples: [
        Example("\(tool) config", "What is set, and in which file."),
        Example("\(tool) config --no-config", "The same without the file."),
      ],
      flags: settings.map(\.flag).filter { !global.contains($0.name) }
        .map { RequestFlag(common: $0) }, run: { $0.showSettings() })
  }

  var completions: ToolCommand {
    ToolCommand(
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
      operands: [Operands.shell(\.self)], request: Shell.bash,
      run: CommandRun.completions)
  }

  /// - Parameter more: Lists a tool's own words; it returns nil for others.
  package func complete(
    _ more: @escaping @Sendable (CommandRun, _ word: String) throws(Failure) -> ExitCode? = {
      _, _ in nil
    }
  ) -> ToolCommand {
    ToolCommand(
      "complete", summary: "Print what a shell can complete, a line each.",
      discussion: ["This is for the scripts of `\(tool) completions`."],
      operands: [completed(\.self)], request: "",
      run: { run in
        { (word) throws(Failure) in
          if let code = try more(run, word) { return code }
          return try run.complete(word)
        }
      })
  }

  var completed: Operand<String> {
    Operand(
      "WHAT", .required, .words([Operands.timeZones, Operands.actorsWord] + examples.completed),
      help: examples.completed.contains(Operands.streamsWord)
        ? "What to list."
        : "What to list: for a kind of command, the \(words.plural) that would accept one.")
  }

  var manual: ToolCommand {
    ToolCommand(
      "man", summary: "Print the manual page.",
      examples: [
        Example("\(tool) man | man -l -", "Read it, where man can read standard input."),
        Example("\(tool) man > /usr/local/share/man/man1/\(tool).1", "Install it."),
      ], run: { $0.manual() })
  }
}

extension Operands {
  static let timeZones = "time-zones"
  static let shell = Operand("SHELL", required: Shell.self, help: "The shell: bash, zsh or fish.")
}

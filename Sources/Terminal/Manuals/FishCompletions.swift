// Completions for fish, a line for each flag and operand.

extension CommandTable {
  var fishCompletions: String {
    let valued = valuedGlobalFlags.flatMap(\.spellings)
    let commands = commands.flatMap { command in
      ["", completion("__\(name)_command_is", operand: command.name, of: command)]
        + command.flags.map { completion("__\(name)_command_is \(command.name)", flag: $0) }
        + operandCompletions(of: command)
    }
    return """
      # fish completion for \(name). To use it: \(name) completions fish | source

      # Whether the command that was typed is the given one; without one, whether none was typed.
      function __\(name)_command_is
        set -l words (commandline -opc)
        set -e words[1]
        set -l skips_value
        for word in $words
          if set -q skips_value[1]
            set -e skips_value
          else if contains -- $word \(valued.joined(separator: " "))
            set skips_value yes
          else if not string match -q -- '-*' $word
            test "$word" = "$argv[1]"
            return
          end
        end
        not set -q argv[1]
      end

      # What a command lists in the store of the command line.
      function __\(name)_listed
        set -l words (commandline -opc)
        set -l given
        set -l takes_value
        for word in $words[2..]
          if set -q takes_value[1]
            set -a given (string replace -r '^~/' "$HOME/" -- $word)
            set -e takes_value
          else if contains -- $word \(valued.joined(separator: " "))
            set -a given $word
            set takes_value yes
          else if string match -qr -- '^(\(valued.joined(separator: "|")))=' $word
            set -a given $word
          end
        end
        $words[1] $given $argv < /dev/null 2> /dev/null
      end

      complete -c \(name) -f
      \((globalFlags.map { completion("true", flag: $0) } + commands).joined(separator: "\n"))

      """
  }

  private func completion(_ condition: String, operand word: String, of command: Command) -> String
  {
    line(condition, ["-a", word, "-d", command.summary.fishQuoted])
  }

  private func completion(_ condition: String, flag: Flag) -> String {
    let letter = flag.short.map { ["-s", "\($0)"] } ?? []
    let value = flag.value == .none ? [] : ["-r"] + fish(flag.content)
    return line(condition, letter + ["-l", flag.name] + value + ["-d", flag.help.fishQuoted])
  }

  /// Fish doesn't report the position of the cursor, so what any operand takes is offered.
  private func operandCompletions(of command: Command) -> [String] {
    command.operands.filter { $0.content != .anything }
      .map { line("__\(name)_command_is \(command.name)", fish($0.content)) }
  }

  private func fish(_ content: Content) -> [String] {
    switch content {
    case .anything: ["-f"]
    case .file: ["-F"]
    case .folder: ["-f", "-a", "(__fish_complete_directories)".fishQuoted]
    case .words(let words): ["-f", "-a", words.joined(separator: " ").fishQuoted]
    case .listed(let command): ["-f", "-a", "(__\(name)_listed \(command))".fishQuoted]
    }
  }

  private func line(_ condition: String, _ words: [String]) -> String {
    (["complete -c", name, "-n", condition.fishQuoted] + words).joined(separator: " ")
  }
}

extension String {
  /// The text in single quotes, in which fish has two escapes.
  fileprivate var fishQuoted: String {
    "'" + replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'"
  }
}

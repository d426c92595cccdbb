// Completions for fish, a line for each flag and operand.

extension CommandTable {
  var fishCompletions: String {
    let commands = commands.flatMap { command in
      ["", completion("__\(name)_is_at", operand: command.name, of: command)]
        + command.flags.map { completion("__\(name)_is_at \(command.name)", flag: $0) }
        + operandCompletions(of: command)
    }
    return """
      # fish completion for \(name). To use it: \(name) completions fish | source

      # Whether a word is a flag that takes the next word as its value.
      function __\(name)_takes_value -a command word
        switch "$command $word"
          case \(valuedFlags.joined(separator: " "))
            return 0
        end
        return 1
      end

      # The command that was typed, then its operands.
      function __\(name)_typed
        set -l words (commandline -opc)
        set -l command ''
        set -l skips_value no
        set -l flags_ended no
        for word in $words[2..]
          if test $skips_value = yes
            set skips_value no
          else if test $flags_ended = no -a "$word" = --
            set flags_ended yes
          else if test $flags_ended = no; and string match -q -- '-?*' $word
            __\(name)_takes_value "$command" $word; and set skips_value yes
          else
            test -n "$command"; or set command $word
            echo $word
          end
        end
      end

      # Whether the command that was typed is the given one, and as many operands precede the cursor; without a
      # command, whether none was typed.
      function __\(name)_is_at -a command place
        set -l typed (__\(name)_typed)
        test "$typed[1]" = "$command"; or return 1
        set -l operands (math (count $typed) - 1)
        switch "$place"
          case ''
            return 0
          case '*+'
            test $operands -ge (string replace + '' -- $place)
          case '*'
            test $operands -eq $place
        end
      end

      # What a command lists in the store of the command line.
      function __\(name)_listed
        set -l words (commandline -opc)
        set -l given
        set -l flag ''
        for word in $words[2..]
          if test -n "$flag"
            set -a given $flag (string replace -r '^~/' "$HOME/" -- $word)
            set flag ''
          else if contains -- $word \(valuedGlobalFlags.flatMap(\.spellings).joined(separator: " "))
            set flag $word
          else if string match -qr -- '^(\(valuedGlobalFlags.map(\.spelling).joined(separator: "|")))=' $word
            set -a given $word
          end
        end
        $words[1] $given $argv < /dev/null 2> /dev/null
      end

      # The last of several words with commas between.
      function __\(name)_commas
        set -l typed (commandline -ct | string replace -r -- '^--[^=]*=' '' | string replace -r '[^,]*$' '')
        for word in $argv
          echo "$typed$word"
        end
      end

      complete -c \(name) -f
      \((globalFlags.map { completion("true", flag: $0) } + commands).joined(separator: "\n"))

      """
  }

  /// Patterns for a command and a flag of it that takes a value.
  private var valuedFlags: [String] {
    valuedGlobalFlags.flatMap(\.spellings).map { "'* \($0)'" }
      + commands.flatMap { command in
        command.flags.filter { $0.value != .none }.flatMap(\.spellings).map {
          "'\(command.name) \($0)'"
        }
      }
  }

  private func completion(_ condition: String, operand word: String, of command: Command) -> String
  {
    line(condition, ["-a", word, "-d", command.summary.fishQuoted])
  }

  private func completion(_ condition: String, flag: FlagRow) -> String {
    let letter = flag.short.map { ["-s", "\($0)"] } ?? []
    let value = flag.value == .none ? [] : ["-r"] + fish(flag.content)
    return line(condition, letter + ["-l", flag.name] + value + ["-d", flag.help.fishQuoted])
  }

  private func operandCompletions(of command: Command) -> [String] {
    zip(0..., command.operands).filter { $1.content != .anything }.map { place, operand in
      let place = operand.repeats ? "\(place)+" : "\(place)"
      return line("__\(name)_is_at \(command.name) \(place)", fish(operand.content))
    }
  }

  private func fish(_ content: Content) -> [String] {
    switch content {
    case .anything: ["-f"]
    case .file: ["-F"]
    case .folder: ["-f", "-a", "(__fish_complete_directories)".fishQuoted]
    case .words(let words): ["-f", "-a", words.joined(separator: " ").fishQuoted]
    case .commaSeparated(let words):
      ["-f", "-a", "(__\(name)_commas \(words.joined(separator: " ")))".fishQuoted]
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

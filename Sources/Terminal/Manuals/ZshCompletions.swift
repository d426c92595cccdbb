// Completions for zsh, on its function _arguments.

extension CommandTable {
  var zshCompletions: String {
    """
    #compdef \(name)
    # zsh completion for \(name). To use it, save it as _\(name) in a folder of fpath, or:
    # source <(\(name) completions zsh)

    # What a command lists in the store of the command line.
    _\(name)_listed() {
      local -a given lines
      local -i index
      # The last word is being typed, with the flag that it is a value of.
      for ((index = 2; index < place; index++)); do
        case $typed[index] in
          (\(valuedGlobalFlags.map(\.spelling).joined(separator: "|")))
            (( index + 1 < place )) && given+=($typed[index] ${(Q)typed[index+1]/#\\~\\//$HOME/})
            ;;
          (\(valuedGlobalFlags.map { $0.spelling + "=*" }.joined(separator: "|")))
            given+=(${(Q)typed[index]})
            ;;
        esac
      done
      lines=(${(f)"$($typed[1] $given $@ < /dev/null 2> /dev/null)"})
      compadd -- $lines
    }

    _\(name)() {
      local curcontext=$curcontext state state_descr line
      typeset -A opt_args
      local -a flags commands typed
      local -i place=$CURRENT
      typed=("${(@)words}")
      flags=(
    \(globalFlags.map(specification).lines(indent: 4))
      )
      _arguments -C -S $flags '(-)1: :->command' '(-)*:: :->arguments' && return
      case $state in
        command)
          commands=(
    \(commands.map { "\($0.name):\($0.summary.escaped(":\\"))".singleQuoted }.lines(indent: 8))
          )
          _describe -t commands command commands
          ;;
        arguments)
          case $words[1] in
    \(commands.flatMap(zshCase).lines(indent: 8))
          esac
          ;;
      esac
    }

    if [[ $funcstack[1] == _\(name) ]]; then
      _\(name) "$@"
    else
      compdef _\(name) \(name)
    fi

    """
  }

  private func zshCase(_ command: Command) -> [String] {
    let rows = command.flags.map(specification) + command.operands.map(specification)
    return ["\(command.name))", "  _arguments -S $flags \\"]
      + rows.map { "    \($0) \\" } + ["    && return", "  ;;"]
  }

  /// `'(-n --limit)'{-n+,--limit=}'[List at most this many.]:N: '`
  private func specification(_ flag: FlagRow) -> String {
    let isValued = flag.value != .none
    let names = flag.spellings.map { name in
      name + (isValued ? (name.hasPrefix("--") ? "=" : "+") : "")
    }
    let help = "[" + flag.help.escaped("[]\\") + "]"
    let value = isValued ? ":\((flag.placeholder ?? "").escaped(":\\")):\(zsh(flag.content))" : ""
    let exclusion = flag.repeats ? "*" : "(" + flag.spellings.joined(separator: " ") + ")"
    let alternatives = names.count > 1 ? "{" + names.joined(separator: ",") + "}" : names[0]
    return exclusion.singleQuoted + alternatives + (help + value).singleQuoted
  }

  private func specification(_ operand: OperandRow) -> String {
    let place = operand.repeats ? "*" : ""
    let colons = operand.repeats || operand.isRequired ? ":" : "::"
    return (place + colons + operand.name.escaped(":\\") + ":" + zsh(operand.content)).singleQuoted
  }

  private func zsh(_ content: Content) -> String {
    switch content {
    case .anything: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .commaSeparated(let words): " _values -s , word " + words.joined(separator: " ")
    // Behind a space it gets nothing but what is written here.
    case .listed(let command): " _\(name)_listed " + command
    }
  }
}

extension String {
  /// The text with a backslash before each of the characters.
  fileprivate func escaped(_ special: String) -> String {
    reduce(into: "") { result, character in
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}

extension [String] {
  fileprivate func lines(indent: Int) -> String {
    map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}

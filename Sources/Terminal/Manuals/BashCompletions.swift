// Completions for bash. Nothing newer than 3.2: no associative arrays, no mapfile.

extension CommandTable {
  var bashCompletions: String {
    """
    # bash completion for \(name). To use it: source <(\(name) completions bash)

    # The flags of a command, or of the tool if there is none yet.
    _\(name)_flags() {
      local flags='\(globalFlags.words)'
      case $1 in
    \(commands.filter { !$0.flags.isEmpty }.map {
      "    \($0.name)) flags=\"$flags \($0.flags.words)\" ;;"
    }.joined(separator: "\n"))
      esac
      printf '%s\\n' "$flags"
    }

    # What a command lists in the store of the command line.
    _\(name)_listed() {
      "${COMP_WORDS[0]}" "${given[@]}" "$@" < /dev/null 2> /dev/null
    }

    # Offers the lines that begin as the word does, quoted as it is. A loop would take seconds for many.
    _\(name)_offer() {
      local typed=$1 special='[^A-Za-z0-9_.,:@%/+=-]' events= options=$- IFS=$'\\n'
      case $typed in
        # Only single quotes keep an exclamation mark from being an event of the history.
        \\"*) typed=${typed:1} special='["$`\\\\]' events=";s/!/\\"'!'\\"/g" ;;
        \\'*) typed=${typed:1} special="'" ;;
        *) typed=${typed//\\\\/} ;;
      esac
      set -f
      COMPREPLY=($(typed=$typed awk 'index($0, ENVIRON["typed"]) == 1' | sed "s/$special/\\\\\\\\&/g$events"))
      [[ $options == *f* ]] || set +f
    }

    # What follows a flag or is in an operand's place: words, files, folders, what a command lists,
    # a text, or nothing.
    _\(name)_content() {
      case "$1 $2" in
    \(contentRows.joined(separator: "\n"))
      *) printf 'nothing\\n' ;;
      esac
    }

    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} command= flag= ended= content word
      local -a given=()
      local -i index place=0
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -n $flag ]]; then
          # Bash makes three words of --flag=value.
          [[ $word == = ]] && continue
          case $flag in
            \(valuedGlobalFlags.map(\.spelling).joined(separator: " | ")))
              given+=("$flag" "${word/#\\~\\//$HOME/}")
              ;;
          esac
          flag=
        elif [[ -z $ended && $word == -- ]]; then
          ended=yes
        elif [[ -z $ended && $word == -?* ]]; then
          [[ $(_\(name)_content "$command" "$word") == nothing ]] || flag=$word
        elif [[ -z $command ]]; then
          command=$word
        else
          place+=1
        fi
      done
      if [[ -n $flag ]]; then
        [[ $current == = ]] && current=
        content=$(_\(name)_content "$command" "$flag")
      elif [[ -z $ended && $current == -* ]]; then
        content="words $(_\(name)_flags "$command")"
      elif [[ -z $command ]]; then
        content='words \(commands.map(\.name).joined(separator: " "))'
      else
        content=$(_\(name)_content "$command" "$place")
      fi
      local IFS=$' \\n'
      COMPREPLY=()
      case $content in
        listed*)
          _\(name)_offer "$current" <<< "$(_\(name)_listed ${content#listed })"
          ;;
        words*) COMPREPLY=($(compgen -W "${content#words }" -- "$current")) ;;
        # The last of several with commas between.
        commas*)
          word=${current##*,}
          COMPREPLY=($(compgen -P "${current%"$word"}" -W "${content#commas }" -- "$word"))
          ;;
        files)
          compopt -o filenames 2> /dev/null
          IFS=$'\\n'
          COMPREPLY=($(compgen -f -- "$current"))
          ;;
        folders)
          compopt -o filenames 2> /dev/null
          IFS=$'\\n'
          COMPREPLY=($(compgen -d -- "$current"))
          ;;
      esac
    }

    complete -F _\(name) \(name)

    """
  }

  /// The rows of a case over "command flag" and "command place".
  private var contentRows: [String] {
    globalFlags.compactMap { row(for: $0, of: "*") }
      + commands.flatMap { command in
        command.flags.compactMap { row(for: $0, of: command.name) }
          + zip(0..., command.operands).map { place, operand in
            "  '\(command.name) '\(operand.repeats ? "*" : "\(place)")) "
              + "printf '%s\\n' '\(operand.content.bash)' ;;"
          }
      }
  }

  private func row(for flag: FlagRow, of command: String) -> String? {
    if flag.value == .none { return nil }
    let patterns = flag.spellings.map { command == "*" ? "*' \($0)'" : "'\(command) \($0)'" }
    return "  \(patterns.joined(separator: " | "))) printf '%s\\n' '\(flag.content.bash)' ;;"
  }
}

extension [FlagRow] {
  fileprivate var words: String { flatMap(\.spellings).joined(separator: " ") }
}

extension Content {
  fileprivate var bash: String {
    switch self {
    case .anything: "text"
    case .file: "files"
    case .folder: "folders"
    case .listed(let command): "listed " + command
    case .words(let words): "words " + words.joined(separator: " ")
    case .commaSeparated(let words): "commas " + words.joined(separator: " ")
    }
  }
}

// Makes a real shell complete a command line: what it is given on standard input, and what it offers then.

import Terminal

package enum CompletingShell {
  /// A script for the shell that completes the last of the words.
  ///
  /// - Parameters:
  ///   - tool: The first word of the line; the others have no white space.
  ///   - setup: Defines the tool, if it isn't a program.
  package static func script(
    _ shell: Shell, _ completions: String, completing words: [String], of tool: String,
    setup: String = ""
  ) -> String {
    switch shell {
    case .bash:
      // Bash makes three words of --flag=value.
      let parts = words.flatMap { word -> [String] in
        guard let sign = word.firstIndex(of: "="), word.hasPrefix("--") else { return [word] }
        let value = String(word[word.index(after: sign)...])
        return [String(word[..<sign]), "="] + (value.isEmpty ? [] : [value])
      }
      return """
        \(setup)
        \(completions)
        COMP_WORDS=(\(([tool] + parts.map(quoted)).joined(separator: " ")))
        COMP_CWORD=\(parts.count)
        _\(tool)
        printf '\(mark)%s\\n' "${COMPREPLY[@]}"

        """
    case .fish:
      return """
        \(setup)
        \(completions)
        for match in (complete -C \(quoted("\(tool) " + words.joined(separator: " "))))
          echo "\(mark)"(string split \\t -- $match)[1]
        end

        """
    case .zsh: return zsh(completions, "\(tool) " + words.joined(separator: " "), setup)
    }
  }

  /// The words that the shell has offered, without what precedes the part that is completed.
  package static func matches(in output: String) -> [String] {
    let lines = output.split(whereSeparator: \.isNewline).filter { $0.contains(mark) }
    let words = lines.compactMap {
      $0.split(separator: mark, omittingEmptySubsequences: false).last
    }
    return Set(words.map(plain).filter { !$0.isEmpty }).sorted()
  }

  /// A word without the flag that it is a value of, the quotes around blanks, and the slash of a folder.
  private static func plain(_ word: Substring) -> String {
    var word = word
    if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      word = word[word.index(after: sign)...]
    }
    return String(word.hasSuffix("/") ? word.dropLast() : word).replacing("\\ ", with: " ")
  }

  private static let mark = "match<"

  /// Only a terminal's shell completes: this one has a pseudo terminal of zsh's own.
  private static func zsh(_ completions: String, _ line: String, _ setup: String) -> String {
    """
    zmodload zsh/zpty
    cat > .completions <<'END_OF_COMPLETIONS'
    \(setup)
    \(completions)
    END_OF_COMPLETIONS
    cat > .setup <<'END_OF_SETUP'
    PS1= RPS1= PS2=
    autoload -Uz compinit
    compinit -D -u
    LISTMAX=0
    source ./.completions
    compadd() {
      local -a found
      [[ " $* " == *' -'[OAD]' '* ]] || builtin compadd -A found "$@"
      local word
      for word in $found; do print -r -- "\(mark.dropLast())""<$IPREFIX$word"; done
      builtin compadd "$@"
    }
    end-of-matches() { print -n END_OF_''MATCHES; }
    zle -N end-of-matches
    bindkey '^G' end-of-matches
    print REA''DY
    END_OF_SETUP
    export TERM=vt100 COLUMNS=400
    zpty inner zsh -f -i
    zpty -w inner 'source ./.setup'
    zpty -r inner text '*READY*'
    zpty -w -n inner \(quoted(line))$'\\t\\a'
    zpty -r inner text '*END_OF_MATCHES*'
    print -r -- $text
    zpty -d inner

    """
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

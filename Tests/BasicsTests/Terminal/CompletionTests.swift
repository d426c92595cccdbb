import Platform
import TerminalKit
import Testing

@testable import Terminal

/// The sample table with everything that a shell could stumble over.
private let table = CommandTable(
  name: "library", summary: "who has which book",
  globalFlags: [
    Flag("shelf", .text(placeholder: "DIR", .folder), help: "It's a [folder]: `$HOME`\\\".").row,
    .json,
    .color,
    Flag("place", .text(placeholder: "PLACE", .listed(by: "list")), help: "Where one is.").row,
  ],
  commands: sampleTable.commands.filter { $0.name != "help" } + [
    Command(
      "scan", summary: "It's 'all': [a-z] \\ $(rm) `x` \"y\"",
      operands: [
        Operand("FILE", .required, .file, help: "It's one.").row,
        Operand("SHELL", .oneOrMore, .words(["bash", "zsh"]), help: "Which.").row,
      ]),
    Command(
      "sort", summary: "Sort books.",
      flags: [
        Flag("by", .text(placeholder: "NAMES", .commaSeparated(["title", "author"])), help: "How.")
          .row
      ]),
    Command(
      "move", summary: "Move books.",
      operands: [
        Operand("BOOK", .required, .listed(by: "list"), help: "Which.").row,
        Operand("NUMBER", .optional, help: "How many.").row,
      ]),
    Command(
      "borrow", summary: "Borrow books.",
      operands: [Operand("BOOK", .anyNumber, .listed(by: "list"), help: "Which.").row]),
  ],
  topics: [Topic("shelves", summary: "Where books stand.", [])])

/// A command line whose last word is to be completed, and what there is for it.
private struct Case: CustomTestStringConvertible {
  let line: String
  let expected: [String]
  var testDescription: String { line }

  init(_ line: String, _ expected: String...) {
    self.line = line
    self.expected = expected
  }
}

@Suite(.timeLimit(.minutes(20))) struct CompletionTests {
  private static let cases = [
    Case("library l", "list"), Case("library s", "scan", "show", "sort"),
    Case("library --json sh", "show"), Case("library --shelf s sc", "scan"),
    Case("library --s", "--shelf"), Case("library list --s", "--shelf", "--since", "--status"),
    Case("library --color a", "always", "auto"), Case("library --color=a", "always", "auto"),
    Case("library list --status l", "lent", "lost"),
    Case("library list --shelf s --status l", "lent", "lost"),
    Case("library list -s l", "lent", "lost"), Case("library help sh", "shelves", "show"),
    Case("library scan a", "a file", "a folder"), Case("library --shelf a", "a folder"),
    Case("library scan f b", "bash"), Case("library scan f bash z", "zsh"),
    Case("library list --limit a"), Case("library show a"),
    Case("library borrow x", "x.list."), Case("library borrow a x", "x.list."),
    Case("library --shelf s borrow x", "x.--shelf.s.list."),
    Case("library borrow --shelf=s --color never x", "x.--shelf.s.--color.never.list."),
    Case("library borrow --shelf=s x", "x.--shelf.s.list."),
    Case("library --place x", "x.list."), Case("library list --place=x", "x.list."),
    Case("library sort --by a", "author"), Case("library sort --by title,a", "title,author"),
    Case("library sort --by=author,t", "author,title"),
    Case("library move x", "x.list."), Case("library move a x"),
    Case("library move --place a b x"), Case("library --json move --shelf s a x"),
  ]

  /// A tool that lists how it was asked, and something that a shell would carry out.
  private static let lister = """
    library() {
      printf '%s\\n' "x.$(printf '%s ' "$@" | tr ' =' ..)" '$(rm) "it"' "Amy's $(basename /a)"
    }

    """

  /// The completions that the shell offers for a line.
  private func offers(_ shell: Shell, _ row: Case, _ arguments: [String], _ lister: String) throws
    -> [String]
  {
    let words = row.line.split(separator: " ").dropFirst().map(String.init)
    let script = CompletingShell.script(
      shell, table.completionScript(for: shell), completing: words, of: "library", setup: lister)
    return CompletingShell.matches(in: try Program.run("\(shell)", arguments, input: script))
  }

  @Test(.enabled(if: Program.isInstalled("bash")), arguments: cases)
  private func `bash completes`(_ row: Case) throws {
    #expect(try offers(.bash, row, ["--norc"], Self.lister) == row.expected)
  }

  @Test(.enabled(if: Program.isInstalled("zsh")), arguments: cases)
  private func `zsh completes`(_ row: Case) throws {
    #expect(try offers(.zsh, row, ["-f"], Self.lister) == row.expected)
  }

  @Test(.enabled(if: Program.isInstalled("fish")), arguments: cases)
  private func `fish completes`(_ row: Case) throws {
    let lister = """
      function library
        printf '%s\\n' x.(printf '%s ' $argv | tr ' =' ..) '$(rm) "it"'
      end
      """
    #expect(try offers(.fish, row, ["--no-config"], lister) == row.expected)
  }

  @Test(.enabled(if: Program.isInstalled("bash")), arguments: ["", "a"])
  func `bash completes after an equal sign`(_ typed: String) throws {
    let script = """
      COMP_WORDS=(library --color = \(typed))
      COMP_CWORD=\(typed.isEmpty ? 2 : 3)
      _library
      printf '%s ' "${COMPREPLY[@]}"
      """
    let output = try Program.run(
      "bash", ["--norc"], input: table.completionScript(for: .bash) + script)
    #expect(output == (typed.isEmpty ? "auto always never " : "auto always "))
  }

  @Test(
    .enabled(if: Program.isInstalled("bash")),
    arguments: [
      ("A", #"Amy\'s\ a"#), (#"Amy\'s\ "#, #"Amy\'s\ a"#), (#""Amy"#, "Amy's a"),
      ("$", #"\$\(rm\)\ \"it\""#),
      ("B", ""),
    ])
  func `bash offers what the tool lists, quoted as what was typed`(typed: String, expected: String)
    throws
  {
    let script = """
      COMP_WORDS=(library borrow \(typed.singleQuoted))
      COMP_CWORD=2
      _library
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = try Program.run(
      "bash", ["--norc"], input: Self.lister + table.completionScript(for: .bash) + script)
    #expect(output == expected + "\n")
  }

  @Test(.enabled(if: Program.isInstalled("fish"))) func `fish shows descriptions as they are`()
    throws
  {
    let script = table.completionScript(for: .fish) + "complete -C 'library sc'\n"
    let output = try Program.run("fish", ["--no-config"], input: script)
    #expect(output == "scan\tIt's 'all': [a-z] \\ $(rm) `x` \"y\"\n")
  }

  @Test(.enabled(if: Program.isInstalled("zsh"))) func `zsh takes the script and the descriptions`()
    throws
  {
    // A stand-in for zsh's own function shows what it is given; the real one needs a terminal.
    let script = """
      compdef() { print defined $@ }
      _describe() { print -rl -- $commands; state= }
      _arguments() { print -rl -- "$@"; state=command; return 1 }
      """
    let output = try Program.run(
      "zsh", ["-f"], input: script + "\n" + table.completionScript(for: .zsh) + "_library\n")
    #expect(output.hasPrefix("defined _library library\n"))
    #expect(
      output.contains("(--shelf)--shelf=[It's a \\[folder\\]: `$HOME`\\\\\".]:DIR:_files -/\n"))
    #expect(output.contains("scan:It's 'all'\\: [a-z] \\\\ $(rm) `x` \"y\"\n"))
    #expect(output.contains("(-h --help)-h[Explain"))
  }

  @Test(arguments: Shell.allCases) func `a script has every command, flag and choice`(shell: Shell)
  {
    let script = table.completionScript(for: shell)
    // Whole words, as one name may be a part of another one.
    let named = Set(script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
    for command in table.commands {
      #expect(named.contains(command.name))
      for flag in command.flags + table.globalFlags {
        #expect(
          shell == .fish ? script.contains("-l \(flag.name) ") : named.contains(flag.spelling))
        if case .words(let words) = flag.content {
          #expect(script.contains(words.joined(separator: " ")))
        }
      }
    }
    #expect(named.contains("shelves"))
  }
}

import Testing

@testable import Terminal

/// The sample table with everything that a shell could stumble over.
private let table = CommandTable(
  name: "library", summary: "who has which book",
  globalFlags: [
    Flag("shelf", .text(placeholder: "DIR", .folder), help: "It's a [folder]: `$HOME`\\\"."), .json,
    .color,
  ],
  commands: sampleTable.commands.filter { $0.name != "help" } + [
    Command(
      "scan", summary: "It's 'all': [a-z] \\ $(rm) `x` \"y\"",
      operands: [
        Operand("FILE", .required, .file, help: "It's one."),
        Operand("SHELL", .oneOrMore, .words(["bash", "zsh"]), help: "Which."),
      ]),
    Command(
      "borrow", summary: "Borrow books.",
      operands: [Operand("BOOK", .anyNumber, .listed(by: "list"), help: "Which.")]),
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
    Case("library l", "list"), Case("library s", "scan", "show"),
    Case("library --json s", "scan", "show"), Case("library --shelf s s", "scan", "show"),
    Case("library --s", "--shelf"), Case("library list --s", "--shelf", "--since", "--status"),
    Case("library --color a", "always", "auto"), Case("library list --status l", "lent", "lost"),
    Case("library list --shelf s --status l", "lent", "lost"),
    Case("library list -s l", "lent", "lost"), Case("library help sh", "shelves", "show"),
    Case("library scan a", "a file", "a folder"), Case("library --shelf a", "a folder"),
    Case("library scan f b", "bash"), Case("library scan f bash z", "zsh"),
    Case("library list --limit a"), Case("library show a"),
    Case("library borrow x", "x.list."), Case("library borrow a x", "x.list."),
    Case("library --shelf s borrow x", "x.--shelf.s.list."),
    Case("library borrow --shelf=s --color never x", "x.--shelf.s.--color.never.list."),
  ]

  /// A tool that lists how it was asked, and something that a shell would carry out.
  private static let lister = """
    library() {
      printf '%s\\n' "x.$(printf '%s ' "$@" | tr ' =' ..)" '$(rm) "it"' "Amy's $(basename /a)"
    }

    """

  @Test(.enabled(if: Program.isInstalled("bash")), arguments: cases)
  private func `bash completes`(_ row: Case) throws {
    // Words as bash splits them, which breaks at the equal sign, too.
    let words = row.line.replacing("=", with: " = ").split(separator: " ").map(String.init)
    let script = """
      COMP_WORDS=(\(words.map(\.singleQuoted).joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _library
      printf '%s\\n' "${COMPREPLY[@]}" | sort
      """
    let output = try Program.run(
      "bash", ["--norc"], input: Self.lister + table.completionScript(for: .bash) + script)
    #expect(output.split(separator: "\n").map(String.init) == row.expected)
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

  /// Fish doesn't know which operand it is at, so it offers what any of them takes.
  private static let fishCases = cases.filter { !$0.line.hasPrefix("library scan") }

  @Test(.enabled(if: Program.isInstalled("fish")), arguments: fishCases)
  private func `fish completes`(_ row: Case) throws {
    let lister = """
      function library
        printf '%s\\n' x.(printf '%s ' $argv | tr ' =' ..) '$(rm) "it"'
      end

      """
    let script = table.completionScript(for: .fish) + "complete -C \(row.line.singleQuoted)\n"
    let output = try Program.run("fish", ["--no-config"], input: lister + script)
    let words = output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
      .map { String($0).replacing("\\ ", with: " ").trimmingSlash }
    #expect(words.sorted() == row.expected, "\(output)")
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

  @Test(.enabled(if: Program.isInstalled("zsh"))) func `zsh completes what the tool lists`() throws
  {
    let script = """
      compdef() { }
      compadd() { print -r -- $@ }
      typed=(library --shelf s borrow --color=never a "")
      _library_listed list
      """
    let output = try Program.run(
      "zsh", ["-f"],
      input: Self.lister
        + table.completionScript(for: .zsh).replacing(/\nif .*/.dotMatchesNewlines(), with: "\n")
        + script + "\n")
    #expect(output == "-- x.--shelf.s.--color.never.list. $(rm) \"it\" Amy's a\n")
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

extension String {
  fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

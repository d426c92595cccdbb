import Testing

@testable import Terminal

@Suite struct HelpTests {
  @Test func `the overview lists commands and the flags of every command`() {
    #expect(
      sampleTable.help(.short, width: 60).printed(inColor: false) == """
        library: who has which book

        Usage:
          library COMMAND [OPERAND …] [FLAG …]

        Commands:
          init     Make an empty library.
          list     List books.
          show     Show a book.
          import   Take in lists.
          echo     Say the words.
          version  Print the version.
          help     Explain a command.

        Flags of every command:
              --shelf DIR   Where the books stand.
              --json        Print JSON.
              --color WHEN  When to use colour. One of auto, always,
                            never.
          -h, --help        Explain the command: -h in short, --help
                            in full.
              --version     Print the version.

        See `library help COMMAND` for a command's own flags.

        """)
  }

  @Test func `the names of all commands fit where their summaries don't`() {
    #expect(
      sampleTable.help(.names, width: 60).printed(inColor: false) == """
        library: who has which book

        Usage:
          library COMMAND [OPERAND …] [FLAG …]

        Commands:
          Commands  init, list, show, import, echo, version, help

        `library help` explains all of them, `library help COMMAND`
        one.

        """)
  }

  @Test func `where there is little room, nothing is broken within a word`() {
    let places = Operand(
      "NAME|OTHER", .anyNumber,
      help: "See `library show 1001 --at -3` and unpronounceablylonglibrarynames, too."
    ).row
    let table = CommandTable(
      name: "library", summary: "",
      groups: [CommandGroup("Go", [Command("go", summary: "Go.", operands: [.book, places])])])
    #expect(
      table.help(about: "go", .short, width: 40).printed(inColor: false).hasPrefix(
        """
        library go: Go.

        Usage:
          library go BOOK [NAME|OTHER …]
              [FLAG …]

        Operands:
          BOOK        The book.
          NAME|OTHER  See `library show 1001
                      --at -3` and
                      unpronounceablylonglibrarynames,
                      too.

        """))
  }

  @Test func `short help of a command has its own operands and flags`() {
    #expect(
      sampleTable.help(about: "list", .short, width: 80).printed(inColor: false) == """
        library list: List books.

        Usage:
          library list [FLAG …]

        Flags:
          -n, --limit N        Print N at most. Also written -N.
              --offset N       Begin at N.
          -q, --quiet          Say less.
          -s, --status STATUS  Only books in this state. One of lent, lost. May be
                               repeated.
              --at POSITION    As it was then.
              --since TIME     Later ones only.

        See `library help list` for examples and more flags.

        """)
  }

  @Test func `long help of a command opens with examples and has everything`() {
    #expect(
      sampleTable.help(about: "show", .long, width: 60).printed(inColor: false) == """
        library show: Show a book.

        Examples:
          As it was three entries ago.
            library show 1001 --at -3

        Usage:
          library show BOOK [PLACE] [FLAG …]

        A book is shown with everybody who ever had it, from the
        first to the last.

        Operands:
          BOOK   The book.
          PLACE  Where to look.

        Flags:
          --at POSITION  As it was then.

        Flags of every command:
              --shelf DIR   Where the books stand.
              --json        Print JSON.
              --color WHEN  When to use colour. One of auto, always,
                            never.
          -h, --help        Explain the command: -h in short, --help
                            in full.
              --version     Print the version.

        """)
  }

  @Test func `long help lists what can't be used together`() {
    let table = CommandTable(
      name: "tool", summary: "",
      commands: [
        Command(
          "go", summary: "", flags: [.at, .since, .quiet, .limit],
          exclusive: [[.at, .since], [.at, .quiet], [.quiet, .limit]])
      ])
    let help = table.help(about: "go", .long, width: 80).printed(inColor: false)
    #expect(help.contains("\n--at can't be used together with --since or --quiet.\n"))
    #expect(help.contains("\nOnly one of --quiet or --limit can be used.\n"))
  }

  @Test func `an unknown command is helped with the overview`() {
    #expect(
      sampleTable.help(about: "nothing", .short, width: 60).printed(inColor: false)
        == sampleTable.help(.short, width: 60).printed(inColor: false))
  }

  @Test(arguments: [
    ("init", "library init [FLAG …]"), ("import", "library import FILE … [FLAG …]"),
    ("echo", "library echo [WORD …] [FLAG …]"), ("help", "library help [COMMAND] [FLAG …]"),
  ])
  func `the usage line shows what may be left out and repeated`(
    name: String, expected: String
  ) throws {
    let command = try #require(sampleTable.command(named: name))
    #expect(sampleTable.usage(of: command) == expected)
  }

  @Test(arguments: [Int.min, 0, 40, 55, 80, 200])
  func `help names every flag and keeps to the width`(width: Int) {
    for command in sampleTable.commands {
      let help = sampleTable.help(about: command.name, .long, width: width).printed(inColor: false)
      for flag in command.flags + sampleTable.globalFlags {
        #expect(help.contains("--\(flag.name)"))
      }
      let lines = help.split(separator: "\n").map(String.init)
      #expect(lines.allSatisfy { $0.displayWidth <= max(40, width) && $0.last != " " })
    }
  }

  @Test func `headings are bold where there is colour`() {
    let help = sampleTable.help(.long, width: 80).printed(inColor: true)
    #expect(help.contains("\u{1b}[1mUsage:\u{1b}[0m\n"))
    #expect(help.contains("    \u{1b}[36mlibrary list --status lent\u{1b}[0m\n"))
  }

  @Test func `a long term is above its explanation`() {
    var page = HelpPage(width: 40)
    page.terms([Term("a-very-long-command NAME", "Explained."), Term("short", "Short.")])
    #expect(
      page.lines.printed(inColor: false) == """
          a-very-long-command NAME
                         Explained.
          short          Short.

        """)
  }

  @Test(arguments: [
    ("", 5, [""]), ("a b c", 5, ["a b c"]), ("a b cd", 5, ["a b", "cd"]),
    ("abcdefg h", 5, ["abcdefg", "h"]), ("日本 日本", 5, ["日本", "日本"]), ("a  b", 9, ["a b"]),
    ("do `a b` c", 6, ["do", "`a b`", "c"]), ("`a b c`, d", 5, ["`a b", "c`, d"]),
    ("do `a b c", 6, ["do `a", "b c"]),
  ]) func `words are wrapped at the width`(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test func `a text that is too wide goes on below its beginning, if there is room`() {
    let text = "one  two three four five six"
    #expect(text.hanging(after: "tool: ", within: nil) == ["tool: " + text])
    #expect(text.hanging(after: "tool: ", within: 34) == ["tool: " + text])
    #expect(
      text.hanging(after: "tool: ", within: 26) == ["tool: one two three four", "      five six"])
    let command = "Run `one two three four five six` now."
    #expect(
      command.hanging(after: "", within: 20) == ["Run", "`one two three four five six`", "now."])
    #expect(text.hanging(after: "tool: ", within: 25) == ["tool: " + text])
  }
}

import Testing

@testable import Terminal

@Suite struct ArgumentParserTests {
  @Test(arguments: [
    ("init", run("init")),
    // Values, attached and apart.
    ("list --limit 5", run("list", ["limit": [.integer(5)]])),
    ("list --limit=5", run("list", ["limit": [.integer(5)]])),
    ("list -n 5", run("list", ["limit": [.integer(5)]])),
    ("list -n5", run("list", ["limit": [.integer(5)]])),
    ("list -n=5", run("list", ["limit": [.integer(5)]])),
    ("list -qn5", run("list", ["quiet": [.none], "limit": [.integer(5)]])),
    ("list -qn 5", run("list", ["quiet": [.none], "limit": [.integer(5)]])),
    ("list -5", run("list", ["limit": [.integer(5)]])),
    ("list -q -5", run("list", ["quiet": [.none], "limit": [.integer(5)]])),
    ("list --at=", run("list", ["at": [.text("")]])),
    ("list --at=a=b", run("list", ["at": [.text("a=b")]])),
    ("list --at=--json", run("list", ["at": [.text("--json")]])),
    ("list --at -", run("list", ["at": [.text("-")]])),
    // Numbers below zero.
    ("list --at -3", run("list", ["at": [.text("-3")]])),
    ("list --at -3..-1", run("list", ["at": [.text("-3..-1")]])),
    ("list --at -.5", run("list", ["at": [.text("-.5")]])),
    ("list --offset -3", run("list", ["offset": [.integer(-3)]])),
    ("show -3", run("show", [:], ["BOOK": ["-3"]])),
    ("show -3 -4", run("show", [:], ["BOOK": ["-3"], "PLACE": ["-4"]])),
    ("echo -1 -2 -3", run("echo", [:], ["WORD": ["-1", "-2", "-3"]])),
    // Global flags on both sides of the command, command flags among operands.
    ("--shelf a init", run("init", ["shelf": [.text("a")]])),
    ("init --shelf a", run("init", ["shelf": [.text("a")]])),
    (
      "--json --shelf=a init --color never",
      run("init", ["json": [.none], "shelf": [.text("a")], "color": [.text("never")]])
    ),
    ("show --at 5 b --json", run("show", ["at": [.text("5")], "json": [.none]], ["BOOK": ["b"]])),
    // Flags that repeat.
    (
      "list -s lent --status=lost -slent",
      run("list", ["status": [.text("lent"), .text("lost"), .text("lent")]])
    ),
    // The end of the flags, and the dash.
    ("show -- --json", run("show", [:], ["BOOK": ["--json"]])),
    ("show -- -- --", run("show", [:], ["BOOK": ["--"], "PLACE": ["--"]])),
    ("show --json -- -h", run("show", ["json": [.none]], ["BOOK": ["-h"]])),
    ("-- init", run("init")),
    ("import -", run("import", [:], ["FILE": ["-"]])),
    // Counts of operands.
    ("show a", run("show", [:], ["BOOK": ["a"]])),
    ("show a b", run("show", [:], ["BOOK": ["a"], "PLACE": ["b"]])),
    ("import a b c", run("import", [:], ["FILE": ["a", "b", "c"]])),
    ("echo", run("echo")),
    // A word that is a command's name is an operand behind a command.
    ("show help", run("show", [:], ["BOOK": ["help"]])),
    ("show init", run("show", [:], ["BOOK": ["init"]])),
  ]) func `a command line is read by the table`(line: String, expected: Intent) throws {
    #expect(try parse(line) == expected)
  }

  @Test func `empty arguments are values and operands`() throws {
    #expect(
      try sampleTable.parse(["show", "", "--at", ""])
        == run("show", ["at": [.text("")]], ["BOOK": [""]]))
  }

  @Test(
    arguments: [
      ("-h", .help(about: nil, .short)),
      ("--help", .help(about: nil, .long)),
      ("help", .help(about: nil, .long)),
      ("help show", .help(about: "show", .long)),
      ("help help", .help(about: "help", .long)),
      ("help show --json", .help(about: "show", .long)),
      ("show -h", .help(about: "show", .short)),
      ("-h show", .help(about: "show", .short)),
      ("show --help", .help(about: "show", .long)),
      ("show -h --help", .help(about: "show", .long)),
      ("show --help -h", .help(about: "show", .long)),
      ("list -qh", .help(about: "list", .short)),
      ("list -hq", .help(about: "list", .short)),
      // Help is given whatever else is wrong.
      ("list --bogus -h", .help(about: "list", .short)),
      ("list --at -h", .help(about: "list", .short)),
      ("list -h --limit x --help", .help(about: "list", .long)),
      ("list --limit x --limit y --help", .help(about: "list", .long)),
      ("list -hx", .help(about: "list", .short)),
      ("init a b -h", .help(about: "init", .short)),
      ("--version", .version),
      ("--version --version", .version),
      ("show --version", .version),
      ("--version -h", .help(about: nil, .short)),
    ] as [(String, Intent)]) func `help and version can be requested anywhere`(
      line: String, expected: Intent
    ) throws
  {
    #expect(try parse(line) == expected)
  }

  @Test func `a flag that only looks like help requests none`() throws {
    #expect(throws: UsageError.self) { try parse("init -- -h") }
    #expect(throws: UsageError.self) { try parse("list --limit=-h") }
    #expect(throws: UsageError.self) { try parse("lsit --help") }
    #expect(throws: UsageError.self) { try parse("init --help=yes") }
  }

  @Test func `flags and operands are looked up by their rows`() throws {
    // given
    guard
      case .run(let invocation) = try parse(
        "list --limit 7 -s lost -s lent --color always --shelf a"),
      case .run(let show) = try parse("show x"), case .run(let imports) = try parse("import a b")
    else {
      Issue.record("not read as commands")
      return
    }
    // then
    #expect(invocation.command == "list")
    #expect(invocation.has(.limit) && !invocation.has(.quiet))
    let limit = Flag("limit", .integer(placeholder: "N", within: 1...9), help: "")
    #expect(invocation[limit] == 7 && show[limit] == nil)
    let shelf = Flag("shelf", .text(placeholder: "DIR"), help: "")
    #expect(invocation[shelf] == "a" && show[shelf] == nil)
    let status = Flag("status", .texts(placeholder: "STATUS"), help: "")
    #expect(invocation[status] == ["lost", "lent"] && show[status] == [])
    let color = Flag("color", .choice(placeholder: "WHEN", of: ColorChoice.self), help: "")
    #expect(invocation[color] == .always && show[color] == nil)
    #expect(!invocation[Flag("quiet", help: "")])
    #expect(show[Operand("BOOK", help: "")] == "x")
    #expect(show[Operand("PLACE", .optional, help: "")] == nil)
    let files = Operand("FILE", .oneOrMore, help: "")
    #expect(imports[files] == ["a", "b"] && show[files] == [])
  }

  @Test func `only what is typed replaces a request's defaults`() throws {
    struct Request {
      var text: String? = "usual"
      var texts = ["usual"]
      var isOn = true
      var number = 7
      var place = "usual"
    }
    let flags: [RequestFlag<Request>] = [
      Flag("at", .text(placeholder: "AT"), help: "")(\.text),
      Flag("status", .texts(placeholder: "STATUS"), help: "")(\.texts),
      Flag("quiet", help: "")(\.isOn),
      Flag("limit", .integer(placeholder: "N", within: 1...9), help: "")(\.number),
    ]
    let place: RequestOperand<Request> = Operand("PLACE", .optional, help: "")(\.place)
    func request(_ line: String) throws -> Request {
      var request = Request()
      guard case .run(let invocation) = try parse(line) else { return request }
      for flag in flags { flag.fill(&request, invocation) }
      place.fill(&request, invocation)
      return request
    }
    let untouched = try request("show x")
    #expect(untouched.text == "usual" && untouched.texts == ["usual"] && untouched.isOn)
    #expect(untouched.number == 7 && untouched.place == "usual")
    let filled = try request("list --limit 3 -s lost --at 4 -q")
    #expect(filled.text == "4" && filled.texts == ["lost"] && filled.isOn && filled.number == 3)
    #expect(try request("show x here").place == "here")
  }

  @Test func `no arguments in any order or number trap`() {
    // given a small world of words that mean something to the parser
    let words = ["list", "show", "help", "-", "--", "-h", "-3", "-qn", "--at", "--limit=", "é", ""]
    var lines: [[String]] = [[]]
    for _ in 0..<3 { lines += lines.flatMap { line in words.map { line + [$0] } } }
    // when
    let failures = lines.compactMap { line -> UsageError? in
      do throws(UsageError) {
        _ = try sampleTable.parse(line)
        return nil
      } catch {
        return error
      }
    }
    // then every error is complete, and its place is an argument or the end
    #expect(failures.count > 1000)
    #expect(failures.allSatisfy { !$0.message.isEmpty && !$0.hint.isEmpty })
    #expect(failures.allSatisfy { 0...3 ~= $0.position })
  }
}

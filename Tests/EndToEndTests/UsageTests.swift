import EventLog
import HistoryTool
import JSONLines
import Terminal
import Testing

@testable import CommandLineTool

/// Command lines that make no sense: 64, a sentence, and what to do next.
@Suite struct UsageTests {
  static let mistakes: [(arguments: [String], code: String, message: String, hint: String)] = [
    (["--store", "x"], "missing-command", "No command given.", "See `cleanstore help`."),
    (["lst"], "unknown-command", "There is no command 'lst'.", "Did you mean 'list'?"),
    (["verfy"], "unknown-command", "There is no command 'verfy'.", "Did you mean 'verify'?"),
    (
      ["frobnicate"], "unknown-command", "There is no command 'frobnicate'.",
      "See `cleanstore help`."
    ),
    (["search"], "unknown-command", "There is no command 'search'.", "Did you mean 'find'?"),
    (
      ["status"], "unknown-command", "There is no command 'status'.",
      "Did you mean 'list', 'show' or 'stats'?"
    ),
    (["history"], "unknown-command", "There is no command 'history'.", "Did you mean 'log'?"),
    (
      ["undo", "1001"], "unknown-command", "There is no command 'undo'.",
      "Did you mean 'edit', 'cancel' or 'refund'?"
    ),
    (["RM"], "unknown-command", "There is no command 'RM'.", "Did you mean 'delete'?"),
    (
      ["help", "lst"], "unknown-command", "There is no command or topic 'lst'.",
      "Did you mean 'list'?"
    ),
    (
      ["help", "exitcodes"], "unknown-command", "There is no command or topic 'exitcodes'.",
      "Did you mean 'exit-codes'?"
    ),
    (
      ["list", "--statsu", "paid"], "unknown-flag", "'list' has no flag '--statsu'.",
      "Did you mean '--status'?"
    ),
    (
      ["edit", "1001", "--zip", "3"], "unknown-flag", "'edit' has no flag '--zip'.",
      "Did you mean '--billing-zip' or '--shipment-zip'?"
    ),
    (
      ["create", "--street2=x"], "unknown-flag", "'create' has no flag '--street2'.",
      "Did you mean '--billing-street2' or '--shipment-street2'?"
    ),
    (
      ["pay", "1001", "--amount", "3"], "unknown-flag", "'pay' has no flag '--amount'.",
      "It is written without a flag: `cleanstore pay ORDER [AMOUNT] [FLAG …]`."
    ),
    (
      ["log", "--order=1001"], "unknown-flag", "'log' has no flag '--order'.",
      "It is written without a flag: `cleanstore log [ORDER|A..B …] [FLAG …]`."
    ),
    (["list", "-x"], "unknown-flag", "'list' has no flag '-x'.", "See `cleanstore help list`."),
    (
      ["--at", "3", "list"], "unknown-flag", "'--at' is no flag of every command.",
      "Write it after the command that it is for."
    ),
    (
      ["stats", "--status", "paid"], "unknown-flag", "'stats' has no flag '--status'.",
      "See `cleanstore help stats`."
    ),
    (
      ["list", "--at"], "missing-value", "--at needs a value POSITION.",
      "See `cleanstore help list`."
    ),
    (
      ["list", "--customer", "-x"], "missing-value", "--customer needs a value NAME.",
      "If the value begins with a dash, write it after an equals sign: --customer=NAME."
    ),
    (
      ["list", "--json=yes"], "unexpected-value", "--json takes no value.", "Write only --json."
    ),
    (
      ["list", "--limit", "1.5"], "invalid-value",
      "--limit takes a whole number from 0 up, not '1.5'.", "See `cleanstore help list`."
    ),
    (
      ["list", "--sort", "plced"], "invalid-value",
      "--sort takes placed, updated, total, customer, status or id, not 'plced'.",
      "Did you mean 'placed'?"
    ),
    (
      ["list", "--color", "blue"], "invalid-value",
      "--color takes auto, always or never, not 'blue'.", "See `cleanstore help list`."
    ),
    (
      ["list", "-n", "1", "--limit", "2"], "repeated-flag", "--limit is given twice.",
      "Use --limit only once."
    ),
    (
      ["import", "x", "--durability", "safe"], "invalid-value",
      "--durability takes sync, batch or none, not 'safe'.", "See `cleanstore help import`."
    ),
    (
      ["import", "x", "--segment-size", "0"], "invalid-value",
      "--segment-size takes a whole number from 1 to 1099511627776, not '0'.",
      "See `cleanstore help import`."
    ),
    (
      ["pay", "1001", "1", "--actor", ""], "empty-actor", "--actor is empty.",
      "Pass a name, or omit --actor."
    ),
    (
      ["pay", "1001", "1", "--trace="], "empty-trace", "--trace is empty.",
      "Pass a file, or omit --trace."
    ),
    (
      ["import", "x", "--trace", ""], "empty-trace", "--trace is empty.",
      "Pass a file, or omit --trace."
    ),
    (
      ["list", "--store", ""], "empty-store", "--store is empty.", "Pass a folder, or omit --store."
    ),
    (["show"], "missing-operand", "'show' needs ORDER.", "See `cleanstore help show`."),
    (["import"], "missing-operand", "'import' needs FILE.", "See `cleanstore help import`."),
    (
      ["show", "1", "2"], "unexpected-operand", "'show' takes only ORDER; '2' is one too many.",
      "See `cleanstore help show`."
    ),
    (
      ["list", "all"], "unexpected-operand", "'list' takes no operand; 'all' is one too many.",
      "See `cleanstore help list`."
    ),
    (
      ["list", "--", "--json"], "unexpected-operand",
      "'list' takes no operand; '--json' is one too many.", "See `cleanstore help list`."
    ),
    (
      ["list", "a\u{1B}[31mb"], "unexpected-operand",
      "'list' takes no operand; 'a\\u{1b}[31mb' is one too many.", "See `cleanstore help list`."
    ),
  ]

  private func run(_ arguments: [String]) throws -> Finished {
    try Tool.run(arguments, in: Files.repository)
  }

  @Test func `without arguments, all commands are named on one screen`() throws {
    let finished = try run([])
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.errors.isEmpty)
    let lines = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
    // The last line is the prompt's.
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(finished)")
    for command in ToolDescription.cleanstore.table.commands {
      #expect(finished.output.contains(command.name))
    }
  }

  @Test(arguments: [
    (["version"], ["--version"]), (["positions", "-h"], ["help", "positions"]),
    (["--help", "conditions"], ["help", "conditions"]),
  ]) func `what people try first is there`(_ typed: [String], _ other: [String]) throws {
    let finished = try run(typed)
    #expect(try finished.code == 0 && finished.output == run(other).output)
  }

  @Test(arguments: mistakes.map(\.arguments))
  func `an error has a hint`(_ arguments: [String]) throws {
    let mistake = try #require(Self.mistakes.first { $0.arguments == arguments })
    let finished = try run(arguments)
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.output.isEmpty)
    #expect(finished.errors == "cleanstore: \(mistake.message)\n  \(mistake.hint)\n")
  }

  @Test(arguments: mistakes.map(\.arguments))
  func `with --json it is one object`(_ arguments: [String]) throws {
    let mistake = try #require(Self.mistakes.first { $0.arguments == arguments })
    let finished = try run(["--json"] + arguments)
    #expect(finished.code == ExitStatus.usage.rawValue)
    #expect(finished.output.isEmpty)
    #expect(
      try finished.errorObject()
        == .object([
          .init("code", .string(mistake.code)), .init("message", .string(mistake.message)),
          .init("hint", .string(mistake.hint)),
        ]))
  }

  @Test(arguments: [["--version"], ["list", "--version"], ["--json", "--version"]])
  func `the version`(_ arguments: [String]) throws {
    let finished = try run(arguments)
    #expect(finished.code == 0)
    #expect(finished.output.wholeMatch(of: /cleanstore \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: ToolDescription.cleanstore.table.commands.map(\.name))
  func `every command explains itself in two lengths`(_ command: String) throws {
    let long = try Tool.runOnGoldenLog([command, "--help"])
    let asked = try Tool.runOnGoldenLog(["help", command])
    let short = try Tool.runOnGoldenLog([command, "-h"])
    for finished in [long, asked, short] {
      #expect(finished.code == 0)
      #expect(finished.errors.isEmpty)
      #expect(finished.output.contains("cleanstore \(command)"))
      // An example is never wrapped: it is meant to be copied.
      let lines = finished.output.split(separator: "\n").filter { !$0.hasPrefix("    cleanstore ") }
      #expect(lines.allSatisfy { $0.count <= 80 })
    }
    #expect(long.output == asked.output)
    #expect(short.output.utf8.count < long.output.utf8.count)
  }

  @Test func `the binary explains conditions with the grammar of their page`() throws {
    let page = try Files.text(Files.repository + "/Docs/Conditions.md")
    let language = try #require(page.firstMatch(of: /## The language\n\n```\n([^`]*)```/))
    let lines = language.1.split(separator: "\n").map { "  \($0)\n" }
    #expect(lines.count > 20)
    #expect(try run(["help", "conditions"]).output.hasSuffix(lines.joined()))
  }

  @Test(arguments: [
    ("init", "Argument 2"), ("cancel 1001 --reason", "The value of --reason"),
  ])
  func `an argument that isn't UTF-8 is refused, because repaired it is another one`(
    _ command: String, _ what: String
  ) throws {
    let finished = try RunningProcess(
      "/bin/sh", ["-c", #""$0" \#(command) "$(printf 'a\377')" --json"#, Tool.path()],
      in: Files.repository + "/Fixtures", environment: Tool.environment
    ).finish()
    #expect(finished.code == ExitStatus.usage.rawValue, "\(finished)")
    let error = try finished.errorObject()
    #expect(error["code"]?.string == "not-utf8")
    #expect(error["message"]?.string == what + " isn't UTF-8.")
    #expect(
      error["hint"]?.string
        == "Write it in UTF-8. A folder with such a name can be entered with cd, and named '.'.")
  }

  @Test func `a variable that is empty counts as unset`() throws {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let finished = try workspace.run(
      "pay", "1002", "1",
      environment: ["CLEANSTORE_STORE": "", "CLEANSTORE_ACTOR": "", "CLEANSTORE_TRACE": ""])
    #expect(finished.code == 0 && finished.errors.isEmpty, "\(finished)")
    #expect(try workspace.entries().last?["actor"]?.string?.isEmpty == false)
    #expect(workspace.names(in: ".") == ["store"])
  }

  @Test(arguments: [("list", ExitStatus.done), ("config", .configuration)])
  func `a variable for what a command doesn't use is no error`(
    _ command: String, _ code: ExitStatus
  )
    throws
  {
    let workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
    let script = #"CLEANSTORE_ACTOR="$(printf 'a\377')" exec "$0" "$1""#
    let finished = try RunningProcess(
      "/bin/sh", ["-c", script, Tool.path(), command], in: workspace.path,
      environment: Tool.environment
    ).finish()
    #expect(finished.code == code.rawValue, "\(finished)")
  }

  @Test(
    arguments: [
      ("STORE", "list", ""), ("ACTOR", "pay 1001 1", "--actor amy"),
      ("COLOR", "list", "--color never"),
    ])
  func `a variable that isn't UTF-8 is refused, unless a flag replaces it`(
    name: String, command: String, flag: String
  ) throws {
    let script = """
      CLEANSTORE_\(name)="$(printf 'a\\377')"
      export CLEANSTORE_\(name)
      "$0" \(command) --json
      "$0" \(command) \(flag) --store store --json
      """
    let finished = try RunningProcess(
      "/bin/sh", ["-c", script, Tool.path()], in: Files.repository + "/Fixtures",
      environment: Tool.environment
    ).finish()
    let errors = finished.errors.split(separator: "\n")
    #expect(errors.count == 2, "\(finished)")
    #expect(
      errors.first?.contains(#""code":"not-utf8","message":"CLEANSTORE_\#(name) isn't"#) == true)
    #expect(errors.last?.contains(#""code":"no-such-store""#) == true)
  }
}

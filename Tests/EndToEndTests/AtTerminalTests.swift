import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Differences at a terminal: pager, colour, questions, visible characters.
@Suite(.timeLimit(.minutes(20))) struct AtTerminalTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  private func start(_ arguments: String..., with variables: [String: String] = [:]) throws
    -> TerminalSession
  {
    try workspace.terminal(arguments, with: variables)
  }

  private func screen(_ arguments: [String], with variables: [String: String]) throws -> String {
    let session = try workspace.terminal(arguments, with: variables)
    // In another past, something differs.
    let code: Int32 = arguments.first == "what-if" ? 1 : 0
    #expect(try session.finish() == .exited(code), "\(session.screen)")
    return session.screen
  }

  @Test(arguments: [
    ["list"], ["log"], ["show", "1001"], ["help"], ["list", "--json"], ["stats"], ["replay"],
    ["what-if", "--skip", "3"], ["find", "total > 0"], ["watch", "status"], ["check"],
    ["blame", "1001"], ["explain", "3"], ["extract", "1001"],
  ])
  func `long output goes through the pager`(_ arguments: [String]) throws {
    let pager = ["CLEANSTORE_PAGER": "sed 's/^/| /'"]
    let lines = try screen(arguments, with: pager).split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("| ") })
    #expect(!(try screen(arguments + ["--no-pager"], with: pager)).contains("\n| "))
  }

  @Test(arguments: [["list", "-h"], ["--version"], ["verify"]])
  func `short output doesn't`(_ arguments: [String]) throws {
    #expect(!(try screen(arguments, with: ["PAGER": "sed 's/^/| /'"])).contains("| "))
  }

  @Test(arguments: ["", "cat", "no-such-pager"])
  func `without a pager the output is the same`(_ pager: String) throws {
    let shown = try screen(["list", "--color", "never"], with: ["PAGER": pager, "COLUMNS": "200"])
    let piped = try workspace.expect(.done, "list").output
    #expect(shown.hasSuffix(piped))
  }

  @Test func `a pager that fails doesn't hide that the output is missing`() throws {
    let shown = try screen(["log"], with: ["CLEANSTORE_PAGER": "false"])
    #expect(shown.contains("The pager exited with 1.") && shown.contains("--no-pager"), "\(shown)")
  }

  @Test func `a pager that is left early ends the tool quietly`() throws {
    let log = ["--store", "many", "log", "-p"]
    try workspace.expect(.done, "init", "many")
    try workspace.expect(
      .negative, "--store", "many", "import", "-", "--durability", "none",
      input: Commands.many(600, seed: 1))
    // More than a pipe holds, so that the tool notices a closed pipe.
    #expect(try workspace.run(log).output.utf8.count > 1 << 17)
    let lines = try screen(log, with: ["PAGER": "head -1"]).split(separator: "\n")
    #expect(lines.count == 1)
  }

  @Test func `JSON shows escapes on a terminal, and in a pipe the bytes of the log`() throws {
    let nasty = "bob\u{9B}31m\u{202E}"
    let command = Commands.create().replacing(
      #""customer":"amy""#, with: #""customer":"\#(nasty)""#)
    try workspace.write(Commands.line(0, "n-1", command), to: "nasty.jsonl")
    try workspace.expect(.done, "init", "nasty")
    try workspace.expect(.done, "--store", "nasty", "import", "nasty.jsonl")
    let arguments = ["--store", "nasty", "log", "--json"]
    let shown = try screen(arguments, with: ["PAGER": ""])
    #expect(shown.contains(#"bob\u009b31m\u202e"#) && !shown.contains(nasty))
    #expect(try workspace.run(arguments).output.contains(nasty))
  }

  @Test func `Ctrl-C at a question gives up, and the terminal is as it was`() throws {
    let session = try start("create")
    try session.wait(for: "Customer: ")
    session.type("\u{3}")
    #expect(try session.finish() == .exited(ExitStatus.interrupted.rawValue))
    #expect(session.echoes)
    #expect(session.screen.hasSuffix("\ncleanstore: interrupted\n"))
  }

  @Test(arguments: ["\u{3}", "\u{4}", "\u{1A}"])
  func `Ctrl-C, Ctrl-D and Ctrl-Z keep what was typed, and say how to go on`(_ key: String) throws {
    let session = try start("create")
    try session.wait(for: "Customer: ")
    session.type("dana\n")
    try session.wait(for: "First name: ")
    session.type(key)
    try session.wait(for: "`cleanstore create --from order-draft.json`.")
    #expect(try workspace.text("order-draft.json").contains(#""customer": "dana""#))
    session.signal(SIGKILL)
    _ = try session.finish()
  }

  @Test func `arrows are no answer`() throws {
    let session = try start("create")
    try session.wait(for: "Customer: ")
    session.type("\u{1B}[A\n")
    try session.wait(for: "An answer can't contain arrow keys or the like.")
    session.type("dana\n")
    try session.wait(for: "First name: ")
    session.type("\u{4}")
    #expect(try session.finish() == .exited(ExitStatus.interrupted.rawValue))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends a question keeps what was typed`(_ number: Int32) throws {
    let form = try start("create")
    try form.wait(for: "Customer: ")
    form.type("dana\n")
    try form.wait(for: "First name: ")
    form.signal(number)
    #expect(try form.finish() == .killed(signal: number))
    #expect(form.screen.contains("What you typed is saved in order-draft.json"))
    #expect(try workspace.text("order-draft.json").contains(#""customer": "dana""#))

    let edit = try start("edit", "1002", with: ["EDITOR": "sed -i.bak s/222-222-2222/me/"])
    try edit.wait(for: "Edit again? (y/n) [y]: ")
    edit.signal(number)
    #expect(try edit.finish() == .killed(signal: number))
    let next = "`cleanstore edit 1002 --editor --expect 2 --from order-1002-edited.json`."
    let said = edit.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains(next), "\(edit.screen)")
    #expect(try workspace.text("order-1002-edited.json").contains(#""phone": "me""#))
  }

  @Test func `a signal that ends a question about an edited order's card keeps what was typed`()
    throws
  {
    let edit = try start("edit", "1002", with: ["EDITOR": "sed -i.bak s/cash/card/"])
    try edit.wait(for: "Card number: ")
    edit.signal(SIGTERM)
    #expect(try edit.finish() == .killed(signal: SIGTERM))
    #expect(try workspace.text("order-1002-edited.json").contains(#""kind": "card""#))
  }

  @Test func `a signal during an edit keeps what was saved`() throws {
    let editor = #"f() { sed -i.bak s/222-222-2222/555-0100/ "$1"; kill -TERM $PPID; }; f"#
    let session = try start("edit", "1002", with: ["EDITOR": editor])
    #expect(try session.finish() == .killed(signal: SIGTERM), "\(session.screen)")
    #expect(try workspace.text("order-1002-edited.json").contains("555-0100"))
    #expect(try workspace.expect(.done, "show", "1002").output.contains("222-222-2222"))
  }

  @Test func `an editor's changes are recorded`() throws {
    let session = try start("edit", "1002", with: ["EDITOR": "sed -i.bak s/Bob/Rob/"])
    #expect(try session.finish() == .exited(0))
    #expect(try workspace.expect(.done, "show", "1002").output.contains("Rob Battery"))
  }

  @Test(arguments: [
    ["list"], ["log"], ["find", "status == 'paid'", "--time-zone", "America/Argentina/Ushuaia"],
    ["watch", "status", "customer", "at"], ["blame", "1001"], ["check"],
    ["what-if", "--skip", "3"], ["verify"],
  ])
  func `rows, tables and sentences keep to the terminal's width`(_ arguments: [String]) throws {
    let lines = try screen(
      arguments + ["--color", "never"], with: ["PAGER": "", "COLUMNS": "52"]
    ).split(separator: "\n")
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.count <= 52 && !$0.contains("…") }, "\(lines)")
  }

  @Test func `what a form says is wrong goes on below its beginning`() throws {
    let session = try workspace.terminal(
      ["create", "--color", "never", "--shipping-fee", "much"] + Forms.flags)
    try session.wait(for: "Shipping fee [0]: ")
    session.type("\u{3}")
    _ = try session.finish()
    #expect(
      session.screen.contains(
        """
          Shipping fee: must be an amount like 12.99 or 12,99, with no more decimals
          than the currency has, and all of them if thousands are grouped
        """))
  }

  @Test func `what was done goes on below its beginning`() throws {
    try workspace.expect(.done, "pay", "1002", "19.90")
    let refunded = try screen(["refund", "1002", "2.50", "--color", "never"], with: [:])
    #expect(
      refunded.hasSuffix(
        """
        Order 1002: refunded 2.50 USD, 22.40 USD of payments remain; 2.50 USD is due
        again.
          Entry 9, revision 4.

        """), "\(refunded)")
    let other = try workspace.run(["explain", "1001"])
    #expect(other.errors.contains("1001 is an order: `cleanstore log 1001` shows"), "\(other)")
    let explained = try screen(["explain", "7", "--color", "never"], with: ["PAGER": ""])
    #expect(explained.contains(/evaluated by\n  version \d+ of the rules\n/), "\(explained)")
  }

  @Test func `sentences go on below their beginning`() throws {
    let explained = try screen(
      ["explain", "7", "--color", "never"], with: ["PAGER": "", "COLUMNS": "60"])
    #expect(
      explained.contains(
        """
          BROKEN  order-has-payments     An order can be deleted
                                         only when all its payments
                                         are refunded.

        """), "\(explained)")
    let session = try start("show", "1009@", with: ["COLUMNS": "60"])
    #expect(try session.finish() == .exited(64))
    #expect(
      session.screen.hasSuffix(
        """
        cleanstore: '1009@' isn't a position. Positions are: 4127,
                    -3, ID@5, 2026-01-31T12:00Z, 2026-01-31, start,
                    end.
          `cleanstore help positions` describes positions.

        """), "\(session.screen)")
  }
}

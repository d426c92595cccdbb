import Terminal
import Testing

/// The questions that a clerk is asked before a mistake would become history.
@Suite struct DoubtTests {
  private let workspace: Workspace

  /// The demo's orders 1001 and 1002, and 1003, which can be deleted.
  init() throws {
    workspace = try Workspace.withForms()
    try workspace.expect(
      .done, "create", "--store", "store", "--order", "1003", "--from", "amy.json")
  }

  private func serve(_ arguments: [String], _ answers: [String?]) throws -> (
    served: Served, recorded: Int
  ) {
    let before = try workspace.log()
    let served = try workspace.serve(Clerk(answers), arguments)
    return (served, try workspace.log().dropFirst(before.count).count { $0 == "\n" })
  }

  static let verbs = [
    ["pay", "1004", "1"], ["pay", "1004"], ["ship", "1004"], ["deliver", "1004"],
    ["cancel", "1004"], ["return", "1004"], ["refund", "1004", "1"], ["refund", "1004"],
    ["delete", "1004"],
    ["edit", "1004", "--phone", "555-0100"],
  ]
  private static let refusal = "The command would be refused. Record that? (y/n)"

  @Test(arguments: verbs) func `an order that doesn't exist is asked about`(_ command: [String])
    throws
  {
    let no = try serve(command, ["n"])
    #expect(no.served.code == .negative && no.recorded == 0, "\(no)")
    #expect(no.served.clerk.questions == [Self.refusal])
    #expect(
      no.served.errors
        == """
        cleanstore: There is no order 1004 in this store. Did you mean 1003, 1002 or 1001?
        cleanstore: Nothing was recorded.

        """)
    let yes = try serve(command, ["y"])
    #expect(yes.served.code == .negative && yes.recorded == 1, "\(yes)")
    #expect(yes.served.errors.contains("There is no order 1004. The refusal is entry"))
  }

  @Test(arguments: ["", nil]) func `no answer and the end of the input are no`(_ answer: String?)
    throws
  {
    let (served, recorded) = try serve(["ship", "1004"], [answer])
    #expect(served.code == .negative && recorded == 0)
    #expect(served.errors.hasSuffix("\ncleanstore: Nothing was recorded.\n"))
  }

  @Test(arguments: [["ship", "no-such"], ["ship", "9"]])
  func `far ids aren't suggested`(_ command: [String]) throws {
    let (served, _) = try serve(command, ["n"])
    #expect(served.errors.contains("There is no order \(command[1]) in this store.\n"))
  }

  static let unreadable = [
    ["pay", "1004", "abc"], ["refund", "1004", "1.234"], ["edit", "1004", "--tax", "abc"],
  ]

  @Test(arguments: unreadable) func `what is never recorded isn't asked about`(
    _ command: [String]
  ) throws {
    let (served, recorded) = try serve(command, [])
    #expect(served.code == .negative && recorded == 0 && served.clerk.questions.isEmpty)
    #expect(served.errors.contains("There is no order 1004. Nothing was recorded."))
  }

  @Test(arguments: verbs) func `there is no question with --yes, --json and --dry-run`(
    _ command: [String]
  ) throws {
    for (flag, entries) in [("--yes", 1), ("--json", 1), ("--dry-run", 0)] {
      let (served, recorded) = try serve(command + [flag], [])
      #expect(served.clerk.questions.isEmpty && recorded == entries, "\(flag): \(served)")
    }
  }

  static let incomplete = [
    ["create"], ["create", "--reuse", "--customer", "bob"],
    ["edit", "1003", "--payment-kind", "card"],
  ]

  @Test(arguments: incomplete) func `with --yes, what is missing is an error and no question`(
    _ command: [String]
  ) throws {
    let served = try workspace.serve(Clerk([]), command + ["--yes"])
    #expect(served.clerk.questions.isEmpty && served.clerk.secrets.isEmpty)
    #expect(served.code == .negative && served.errors.contains("is missing"), "\(served)")
  }

  @Test func `a command that was executed before is no mistake any more`() throws {
    #expect(try serve(["ship", "1004", "--id", "s-1"], ["y"]).recorded == 1)
    let (again, recorded) = try serve(["ship", "1004", "--id", "s-1"], [])
    #expect(recorded == 0 && again.errors.contains("It was refused before with the same id"))
  }

  @Test func `a deletion is asked about`() throws {
    let no = try serve(["delete", "1003"], ["n"])
    #expect(no.served.code == .negative && no.recorded == 0)
    #expect(no.served.clerk.questions == ["Delete it? (y/n)"])
    #expect(
      no.served.errors == """
        cleanstore: Order 1003 (Amy Apple, 25.00 USD) can't be changed or restored once it is deleted.
        cleanstore: Nothing was recorded.

        """)
    let unclear = try serve(["delete", "1003"], ["maybe", "n"])
    #expect(unclear.served.clerk.questions.last == "Please answer y or n. Delete it? (y/n)")
    #expect(try serve(["delete", "1003", "--dry-run"], []).served.code == .done)
    #expect(try serve(["delete", "1003", "--id", "d-1"], ["y"]).recorded == 1)
    // Now it can't be deleted, or was before.
    #expect(try serve(["delete", "1003"], []).recorded == 1)
    #expect(try serve(["delete", "1003", "--id", "d-1"], []).served.code == .done)
  }

  @Test(arguments: ["--yes", "--json"]) func `a deletion can be confirmed beforehand`(
    _ flag: String
  )
    throws
  {
    let (served, recorded) = try serve(["delete", "1003", flag], [])
    #expect(served.code == .done && recorded == 1)
  }

  @Test func `a deletion that is refused needs no confirmation`() throws {
    let (served, recorded) = try serve(["delete", "1002"], [])
    #expect(served.code == .negative && recorded == 1)
  }

  private static let mistyped = ["create"] + Forms.flags.map { $0 == "invoice" ? "invoce" : $0 }

  @Test func `a kind of payment that may be mistyped is asked about, until an order has it`() throws
  {
    let no = try serve(Self.mistyped, ["n"])
    #expect(no.served.code == .negative && no.recorded == 0)
    #expect(no.served.clerk.questions == ["Record 'invoce'? (y/n)"])
    #expect(
      no.served.errors
        == """
        cleanstore: No order is paid by 'invoce' yet. Did you mean invoice?
        cleanstore: Nothing was recorded.

        """)
    #expect(try serve(["edit", "1002", "--payment-kind", "cahs"], ["n"]).recorded == 0)
    #expect(try serve(Self.mistyped, ["y"]).recorded == 1)
    #expect(try serve(Self.mistyped, []).recorded == 1)
  }

  @Test(arguments: ["--yes", "--json", "--dry-run"])
  func `with these flags, no kind of payment is asked about`(_ flag: String) throws {
    let served = try workspace.serve(Clerk([]), Self.mistyped + [flag])
    #expect(served.code == .done && served.clerk.questions.isEmpty, "\(served)")
  }

  @Test(arguments: ["gift voucher", "Überweisung", "invoice"])
  func `a kind of payment that is near no other isn't asked about`(_ kind: String) throws {
    let command = Self.mistyped.map { $0 == "invoce" ? kind : $0 }
    #expect(try workspace.serve(Clerk([]), command).code == .done)
  }

  @Test func `a kind of payment is asked about in a form as soon as it is typed`() throws {
    let rest = Clerk.items + ["", "", "", "y"]
    let no = try serve(["create"], Clerk.people + ["", "cahs", "", "cash"] + rest)
    #expect(no.served.code == .done && no.recorded == 1 && no.served.clerk.isDone)
    #expect(no.served.errors.contains("No order is paid by 'cahs' yet. Did you mean cash?"))
    let asked = no.served.clerk.questions.drop { $0 != "Payment" }
    #expect(asked.prefix(3) == ["Payment", "Record 'cahs'? (y/n)", "Payment"])
    // From the currency back to the question, and to the kind before it.
    let back = ["cahs", "y", "<", "<", "cahs", "y"]
    let yes = try serve(["create"], Clerk.people + [""] + back + rest)
    #expect(yes.served.code == .done && yes.recorded == 1 && yes.served.clerk.isDone)
    #expect(yes.served.clerk.questions.count { $0.hasPrefix("Record") } == 3)
  }

  @Test func `a kind of payment is asked about when a form is gone through, or edited`() throws {
    try workspace.write(Forms.amy.replacing("invoice", with: "invoce"), to: "invoce.json")
    let before = try workspace.log()
    let command = ["create", "--from", workspace.file("invoce.json")]
    let served = try workspace.serve(Clerk(["n", "cash", "y"]), command, readingOutput: true)
    #expect(served.code == .done && served.clerk.isDone, "\(served.errors)")
    #expect(try workspace.log().dropFirst(before.count).contains(#""paymentKind":"cash""#))
  }

  @Test func `the store isn't locked while a question is open, and Ctrl-C ends it`() throws {
    let session = try workspace.terminal(["pay", "1004", "5"])
    try session.wait(for: "The command would be refused. Record that? (y/n) [n]: ")
    try workspace.expect(.done, "pay", "1003", "1", "--lock-timeout", "0")
    session.type("\u{3}")
    #expect(try session.finish() == .exited(ExitStatus.interrupted.rawValue))
  }

  @Test(arguments: [
    (
      ["pay", "1004", "5"], "The command would be refused. Record that? (y/n) [n]: ",
      ["create", "--order", "1004", "--from", "amy.json"]
    ),
    (["delete", "1003"], "Delete it? (y/n) [n]: ", ["edit", "1003", "--tax", "1.00"]),
  ]) func `what changes while a question is open isn't agreed to`(
    command: [String], question: String, other: [String]
  ) throws {
    let session = try workspace.terminal(command)
    try session.wait(for: question)
    #expect(try workspace.run(other).code == 0)
    let before = try workspace.log()
    session.type("y\n")
    #expect(try session.finish() == .exited(ExitStatus.tryAgain.rawValue))
    #expect(session.screen.contains("was changed while you were asked."))
    #expect(try workspace.log() == before)
  }
}

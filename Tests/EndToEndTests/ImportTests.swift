import HistoryScenes
import JSONLines
import Testing

/// `import`: what is counted, recorded, left out.
@Suite struct ImportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "init")
  }

  /// Nine lines: four accepted, two refused, one repeated, two in conflict.
  static let mixed = [
    Commands.line(0, "1001", Commands.create()),
    Commands.line(1, "1001", Commands.pay(1000, more: #","id":"p-1""#)),
    Commands.line(2, "1001", Commands.pay(1000, more: #","id":"p-1""#)),
    Commands.line(3, "1001", Commands.pay(9, more: #","id":"p-1""#)),
    Commands.line(4, "1001", Commands.pay(1, more: #","expect":1"#)),
    Commands.line(5, "1001", Commands.simple("ship-order")),
    Commands.line(6, "1002", Commands.create(customer: "bob", quantity: 0)),
    Commands.line(7, "1001", #"{"type":"update-order","customer":"amy"}"#),
    Commands.line(8, "1001", Commands.pay(1500, more: #","expect":2"#)),
    Commands.line(9, "1001", Commands.simple("ship-order", more: #","carrier":"Snail""#)),
  ].joined()

  @Test func `the outcomes are counted, and what conflicts is named and not recorded`() throws {
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    let finished = try workspace.expect(.negative, "import", "mixed.jsonl")
    #expect(
      finished.output == """
        Recorded: 4 accepted, 2 refused.
          refused: invalid 1
          refused: order-not-paid 1
        Without a change: 1
        Executed before, with the same id: 1
        Not evaluated: 2

        """)
    #expect(
      finished.errors == """
        cleanstore: line 4: Another command, entry 2, has this id.
        cleanstore: line 5: Expected revision 1, but the current one is 2.
        cleanstore: line 6: Refused: order-not-paid.
        cleanstore: line 7: Refused: invalid (items[0].quantity out-of-range).
        cleanstore: --rejects FILE writes these lines to a file, for another try.

        """)
    let entries = try workspace.entries()
    #expect(entries.map { $0["line"]?.integer } == [1, 2, 6, 7, 9, 10])
    #expect(entries.allSatisfy { $0["source"]?.string == "mixed.jsonl" })
    try workspace.expect(.done, "verify")
  }

  @Test func `the counts as JSON`() throws {
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    let counts = try workspace.expect(.negative, "import", "mixed.jsonl", "--json").document()
    #expect(
      counts
        == (try JSONValue(
          parsing:
            #"{"lines":10,"skipped":0,"accepted":4,"rejected":{"invalid":1,"order-not-paid":1},"unchanged":1,"repeated":1,"conflicts":[{"line":4,"code":"command-id-reused","message":"Another "#
            + "command, entry 2, has this "
            + #"id."},{"line":5,"code":"revision-conflict","message":"Expected revision 1, but "#
            + #"the current one is 2."}],"refusals":[{"line":6,"code":"order-not-paid","message":"#
            + #""Refused: order-not-paid."},{"line":7,"code":"invalid","message":"Refused: invalid "#
            + #"(items[0].quantity out-of-range)."}]}"#)))
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `lines that aren't done go to a file, as they are, for another try`(_ flags: [String]) throws
  {
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    let command = ["import", "mixed.jsonl", "--rejects", "rejects.jsonl"] + flags
    let finished = try workspace.expect(.negative, args: command)
    #expect(finished.errors.contains("These lines are in rejects.jsonl."))
    let lines = Self.mixed.split(separator: "\n").map { $0 + "\n" }
    #expect(try workspace.text("rejects.jsonl") == [3, 4, 5, 6].map { lines[$0] }.joined())
    // It is never replaced.
    let again = try workspace.expect(.cannotCreate, args: command + ["--json"]).errorObject()
    #expect(again["code"]?.string == "cannot-create")
  }

  @Test func `lines that weren't done are done once they are corrected`() throws {
    let refused = Commands.line(1, "1001", Commands.simple("ship-order"))
    let later = Commands.line(2, "1002", Commands.create())
    let first = Commands.line(0, "1001", Commands.create())
    try workspace.write(first + refused + later, to: "orders.jsonl")
    try workspace.expect(.negative, "import", "orders.jsonl", "--rejects", "rejects.jsonl")
    let corrected = try workspace.text("rejects.jsonl")
      .replacing(Commands.time(1), with: Commands.time(3))
      .replacing(Commands.simple("ship-order"), with: Commands.pay(2500))
    try workspace.write(corrected, to: "corrected.jsonl")
    try workspace.expect(.done, "import", "corrected.jsonl", "--rejects", "more.jsonl")
    #expect(!workspace.names(in: ".").contains("more.jsonl"))
  }

  @Test func `what was refused before a malformed line is kept for another try`() throws {
    let refused = Commands.line(0, "1001", Commands.simple("ship-order"))
    try workspace.expect(
      .badData, "import", "-", "--rejects", "rejects.jsonl", input: refused + "nonsense\n")
    #expect(try workspace.text("rejects.jsonl") == refused)
  }

  /// The disk is as full as the tool may write to a file: the log doesn't take all lines, or the rejects don't.
  @Test(arguments: [40, 100, 200]) func `a full disk loses no line`(_ blocks: Int) throws {
    let lines = (0..<400).map { index in
      Commands.line(
        index, "\(1001 + index / 2)",
        index % 2 == 0 ? Commands.create() : Commands.simple("ship-order"))
    }
    try workspace.write(lines.joined(), to: "orders.jsonl")
    let finished = try workspace.start(
      ["import", "orders.jsonl", "--rejects", "first.jsonl", "--durability", "sync", "--json"],
      limitingFiles: blocks
    ).finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue, "\(finished)")
    let counts = try finished.document()
    let recorded = try #require(counts["recordedThrough"]?.integer)
    let entries = try workspace.entries()
    #expect(entries.last?["line"]?.integer == recorded)
    #expect(counts["accepted"]?.integer == Int64(entries.count { $0["events"] != nil }))
    #expect(
      counts["rejected"]?["order-not-paid"]?.integer
        == Int64(entries.count { $0["rejected"] != nil }))
    let rejects = lines[..<Int(recorded)].enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(try workspace.text("first.jsonl") == rejects.joined())
    try workspace.expect(
      .negative, "import", "orders.jsonl", "--resume", "--rejects", "rest.jsonl")
    let all = lines.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(try workspace.text("first.jsonl") + workspace.text("rest.jsonl") == all.joined())
    #expect(try workspace.entries().count == lines.count)
  }

  @Test func `rejects that can't be written aren't said to be there`() throws {
    let lines = (0..<400).map { index in
      Commands.line(
        index, "1001", index == 0 ? Commands.create() : Commands.pay(1, more: #","expect":9"#))
    }
    try workspace.write(lines.joined(), to: "orders.jsonl")
    let finished = try workspace.start(
      ["import", "orders.jsonl", "--rejects", "rejects.jsonl"], limitingFiles: 20
    ).finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue, "\(finished)")
    #expect(finished.output.hasPrefix("Recorded: 1 accepted, 0 refused.\n"))
    #expect(!finished.errors.contains("These lines are in"))
    #expect(finished.errors.contains("These lines couldn't be written to rejects.jsonl."))
    #expect(!workspace.names(in: ".").contains { $0.hasPrefix("rejects") })
  }

  @Test func `a command that was refused before is still refused`() throws {
    let refused = Commands.simple("ship-order", more: #","id":"s-1""#)
    try workspace.expect(.negative, "import", "-", input: Commands.line(0, "1001", refused))
    let again = try workspace.expect(
      .negative, "import", "-", input: Commands.line(1, "1001", refused))
    #expect(again.errors.contains("line 1: Refused: order-not-found."))
  }

  @Test func `a dry run counts the same and leaves every byte of the store as it was`() throws {
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    try workspace.expect(.negative, "import", "mixed.jsonl")
    try workspace.write(Commands.line(60, "1003", Commands.create()), to: "more.jsonl")
    let before = workspace.files(in: "store")
    let finished = try workspace.expect(.done, "import", "more.jsonl", "--dry-run")
    #expect(finished.output == "Would record: 1 accepted, 0 refused.\n")
    let counts = try workspace.expect(.done, "import", "more.jsonl", "--dry-run", "--json")
    #expect(try counts.document()["dryRun"] == .boolean(true))
    #expect(workspace.files(in: "store") == before)
  }

  @Test(arguments: ["sync", "batch", "none"])
  func `whatever the durability, the log is the same`(_ durability: String) throws {
    try workspace.write(Commands.many(300, seed: 7), to: "many.jsonl")
    try workspace.copy("store", to: "reference")
    try workspace.expect(.negative, "--store", "reference", "import", "many.jsonl")
    try workspace.expect(.negative, "import", "many.jsonl", "--durability", durability)
    try workspace.expect(.done, "verify")
    try workspace.expectSameEntries("store", as: "reference", "\(durability)")
    let first = try #require(try workspace.entries().first)
    #expect((first["batch"] != nil) == (durability != "sync"))
  }

  @Test func `commands can come through a pipe`() throws {
    try workspace.expect(.negative, "import", "-", input: Self.mixed)
    let entries = try workspace.entries()
    #expect(entries.count == 6)
    #expect(entries.first?["source"]?.string == "stdin")
  }

  @Test func `an import continues after its last line in the log`() throws {
    let lines = Self.mixed.split(separator: "\n").map { $0 + "\n" }
    try workspace.write(lines.prefix(6).joined(), to: "mixed.jsonl")
    try workspace.expect(.negative, "import", "mixed.jsonl")
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    let counts = try workspace.expect(.negative, "import", "mixed.jsonl", "--resume", "--json")
    #expect(try counts.document()["skipped"]?.integer == 6)
    #expect(try workspace.entries().map { $0["line"]?.integer } == [1, 2, 6, 7, 9, 10])
    let again = try workspace.expect(.done, "import", "mixed.jsonl", "--resume", "--json")
    #expect(try again.document()["skipped"]?.integer == 10)
    #expect(try again.document()["accepted"]?.integer == 0)
  }

  @Test func `another import's lines are no reason to leave out this one's`() throws {
    try workspace.write(Commands.line(0, "1001", Commands.create()), to: "one.jsonl")
    try workspace.write(Commands.line(1, "1002", Commands.create()), to: "two.jsonl")
    try workspace.expect(.done, "import", "one.jsonl")
    try workspace.expect(.done, "import", "two.jsonl", "--resume")
    #expect(try workspace.entries().count == 2)
  }

  @Test func `the last import with a name is continued, however long the one before was`() throws {
    let lines = (0..<9).map { Commands.line($0, "\(1001 + $0)", Commands.create()) }
    let second = lines.suffix(4)
    try workspace.expect(.done, "import", "-", input: lines.prefix(5).joined())
    try workspace.expect(.done, "import", "-", input: second.prefix(2).joined())
    for skipped: Int64 in [2, 4] {
      let counts = try workspace.expect(
        .done, "import", "-", "--resume", "--json", input: second.joined())
      #expect(try counts.document()["skipped"]?.integer == skipped)
    }
    #expect(try workspace.entries().map { $0["line"]?.integer } == [1, 2, 3, 4, 5, 1, 2, 3, 4])
  }

  @Test func `importing the same file twice without --resume is caught by its times`() throws {
    try workspace.write(Self.mixed, to: "mixed.jsonl")
    try workspace.expect(.negative, "import", "mixed.jsonl")
    let before = try workspace.log()
    let finished = try workspace.expect(.badData, "import", "mixed.jsonl")
    #expect(finished.errors.contains("mixed.jsonl:1:1: The line's time is before the end"))
    #expect(finished.errors.contains("--resume"))
    #expect(try workspace.log() == before)
  }

  @Test(arguments: [[], ["--durability", "sync"], ["--resume"]])
  func `nothing to import is no mistake`(_ flags: [String]) throws {
    let finished = try workspace.run(["import", "-"] + flags)
    #expect(finished.code == 0)
    #expect(finished.output == "Recorded: 0 accepted, 0 refused.\n")
    #expect(workspace.segments().isEmpty)
  }

  @Test func `a last line needs no line feed, and Windows' line ends do no harm`() throws {
    let text = Self.mixed.replacing("\n", with: "\r\n").dropLast()
    try workspace.expect(.negative, "import", "-", input: String(text))
    #expect(try workspace.entries().count == 6)
  }

  @Test(arguments: [
    ("2026-03-01T02:30:00+02:00", "2026-03-01T00:30:00.000000Z"),
    ("2026-02-28T19:00-05:30", "2026-03-01T00:30:00.000000Z"),
    ("2026-03-01T00:30Z", "2026-03-01T00:30:00.000000Z"),
    ("2026-03-01T00:30:00+00:53:28", "2026-02-28T23:36:32.000000Z"),
    ("2026-02-28T23:30-00:44:30", "2026-03-01T00:14:30.000000Z"),
  ]) func `a time may have an offset`(_ typed: String, _ recorded: String) throws {
    let line = Commands.line(0, "1001", Commands.create()).replacing(Commands.time(0), with: typed)
    try workspace.expect(.done, "import", "-", input: line)
    #expect(try workspace.entries().first?["at"]?.string == recorded)
  }

  @Test(arguments: ["2026-03-01+01:00", "2026-03-01T00:30", "2026-03-01T00:30+1", "T00:30+01:00"])
  func `a time without a day or a zone is none`(_ typed: String) throws {
    let line = Commands.line(0, "1001", Commands.create()).replacing(Commands.time(0), with: typed)
    let refused = try workspace.expect(.badData, "import", "-", input: line)
    #expect(refused.errors.contains("in UTC or with an offset"), "\(refused)")
  }

  /// It would be recorded as the nearest time that can be written.
  @Test(arguments: [
    "0001-01-01T04:59+05:00", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59-00:01",
    "9999-12-31T23:59:59.999999-12:00",
  ]) func `a time whose year in UTC can't be written is none`(_ typed: String) throws {
    let line = Commands.line(0, "1001", Commands.create()).replacing(Commands.time(0), with: typed)
    let refused = try workspace.expect(.badData, "import", "-", input: line)
    #expect(refused.errors.contains("in UTC or with an offset"), "\(refused)")
    #expect(try workspace.lines().isEmpty)
  }

  @Test func `the catalogue is imported, too`() throws {
    let lines = [
      #"{"type":"add-shipping-method","code":"drone","name":"Drone"}"#,
      #"{"type":"add-shipping-method","code":"drone","name":"Drone"}"#,
      #"{"type":"retire-shipping-method","code":"standard"}"#,
    ].enumerated().map { index, command in
      Commands.line(index, "x", command).replacing(#""order":"x""#, with: #""stream":"catalog""#)
    }
    let counts = try workspace.expect(.negative, "import", "-", "--json", input: lines.joined())
    #expect(try counts.document()["accepted"]?.integer == 2)
    #expect(try counts.document()["rejected"]?["method-exists"]?.integer == 1)
  }

  @Test func `a store isn't a file of commands`() throws {
    let error = try workspace.expect(.usage, "import", "store", "--json").errorObject()
    #expect(error["code"]?.string == "not-a-file")
  }

  @Test func `a folder isn't a file of commands, and neither is nothing`() throws {
    let folder = try workspace.expect(.usage, "import", ".", "--json").errorObject()
    #expect(folder["code"]?.string == "not-a-file")
    let nothing = try workspace.expect(.notFound, "import", "nothing.jsonl", "--json").errorObject()
    #expect(nothing["code"]?.string == "no-such-file")
    #expect(nothing["message"]?.string == "There is no file nothing.jsonl.")
    #expect(nothing["hint"]?.string?.contains("init") == false)
  }

  @Test func `a card number can't slip in, not even inside personal data`() throws {
    let payment = #""payment":{"kind":"card","last4":"4242","expires":"2030-01""#
    for extra in [#","number":"4242424242424242"}"#, #"},"cardNumber":"4242424242424242""#] {
      let command = Commands.create().replacing(
        #""payment":{"kind":"cash"}"#, with: payment + extra)
      let finished = try workspace.expect(
        .badData, "import", "-", input: Commands.line(0, "1001", command))
      #expect(!finished.errors.contains("4242"))
      #expect(workspace.segments().isEmpty)
    }
  }
}

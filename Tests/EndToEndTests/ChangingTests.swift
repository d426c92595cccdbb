import Foundation
import JSONLines
import Testing

/// Commands that change something when the circumstances are odd. The store is
/// the demo's: order 1001 is shipped, for 1002 5.00 of 24.90 USD are paid.
@Suite struct ChangingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.expect(.done, "demo", "store")
  }

  static let changes = [
    ["create"] + Forms.flags, ["edit", "1002", "--phone", "555-0100"],
    ["pay", "1002", "1"], ["ship", "1001"], ["deliver", "1001"], ["cancel", "1002"],
    ["return", "1001"], ["refund", "1002", "1"], ["delete", "1002"],
    ["shipping-methods", "add", "drone", "Drone Delivery"],
    ["shipping-methods", "retire", "one-day"],
  ]

  static let endless = String(repeating: "9", count: 30)
  static let tooMuch = [
    ["pay", "1002", "90071992547409.92"], ["pay", "1002", "-92233720368547758.07"],
    ["refund", "1002", "92233720368547758.07"],
    ["edit", "1002", "--tax", "\(endless).99"],
    ["create"] + Forms.flags + ["--item", "A:\(endless):\(endless)"],
  ]

  @Test(arguments: tooMuch) func `a refused amount that no log can hold doesn't spoil the log`(
    _ command: [String]
  ) throws {
    let refused = try workspace.run(command + ["--json"])
    #expect(try refused.errorObject()["code"]?.string == "invalid", "\(refused)")
    try workspace.expect(.done, "verify")
    try workspace.expect(.done, "replay")
    try workspace.expect(.done, "pay", "1002", "1")
  }

  @Test(arguments: changes) func `a dry run leaves every byte of the store as it is`(
    _ command: [String]
  ) throws {
    func files() throws -> [[UInt8]] {
      let names = ["store/lock", "store/store.json"] + workspace.segments()
      return try names.map { try workspace.bytes($0) }
    }
    let before = try files()
    let tried = try workspace.run(command + ["--dry-run", "--json"])
    #expect(try files() == before)
    let done = try workspace.run(command + ["--json"])
    #expect(tried.code == done.code)
    guard done.code == 0 else {
      let codes = try [tried, done].map { try $0.errorObject()["code"]?.string }
      #expect(codes[0] == codes[1])
      return
    }
    let documents = try [tried, done].map { try $0.document() }
    for key in ["outcome", "id", "rev", "events", "method"] {
      #expect(documents[0][key] == documents[1][key], "\(key)")
    }
    #expect(documents[0]["dryRun"] != nil && documents[1]["dryRun"] == nil)
    #expect(documents[0]["seq"]?.integer == 0 && documents[1]["seq"]?.integer == 8)
  }

  @Test func `while another writes, a change waits or gets 75, and a dry run goes ahead`() throws {
    let lines = (0..<400).map { Commands.line(0, "f-\($0)", Commands.create()) }.joined()
    try workspace.write(lines, to: "first.jsonl")
    let before = try workspace.lines().count
    let writer = try workspace.start(["import", "first.jsonl", "--durability", "sync"])
    while try workspace.lines().count == before && !writer.hasEnded { usleep(1000) }
    writer.signal(SIGSTOP)
    for command in Self.changes {
      let refused = try workspace.run(command + ["--lock-timeout", "0", "--json"])
      #expect(refused.code == ExitStatus.tryAgain.rawValue, "\(command): \(refused)")
      #expect(try refused.errorObject()["code"]?.string == "locked")
    }
    try workspace.expect(.done, "pay", "1002", "1", "--dry-run", "--lock-timeout", "0")
    let waiting = try workspace.start(["pay", "1002", "1", "--lock-timeout", "60"])
    waiting.waitUntilAtLock()
    writer.signal(SIGCONT)
    #expect(try writer.finish().code == 0)
    #expect(try waiting.finish().code == 0)
    try workspace.expect(.done, "verify")
  }

  @Test func `concurrent commands with one id have one outcome, and are executed once`() throws {
    let running = try (0..<6).map { _ in
      try workspace.start(["pay", "1002", "1", "--id", "p-1", "--json", "--lock-timeout", "60"])
    }
    let documents = try running.map { process in
      let finished = try process.finish()
      #expect(finished.code == 0, "\(finished)")
      return try finished.document()
    }
    #expect(documents.allSatisfy { $0["seq"]?.integer == 8 && $0["rev"]?.integer == 3 })
    #expect(documents.count { $0["repeated"] == nil } == 1)
    #expect(try workspace.entries().count == 8)
  }

  @Test func `the actor is the flag's, else the environment's, else the user`() throws {
    let variable = ["CLEANSTORE_ACTOR": "bob"]
    try workspace.expect(.done, "pay", "1002", "1")
    _ = try workspace.run("pay", "1002", "1", environment: variable)
    _ = try workspace.run("pay", "1002", "1", "--actor", "chris", environment: variable)
    let empty = try workspace.run("pay", "1002", "1", "--actor", "", environment: variable)
    #expect(empty.code == ExitStatus.usage.rawValue)
    _ = try workspace.run("pay", "1002", "1", environment: ["CLEANSTORE_ACTOR": ""])
    let actors = try workspace.entries().dropFirst(7).map { $0["actor"]?.string }
    #expect(actors.dropFirst().prefix(2) == ["bob", "chris"])
    #expect(actors.count == 4 && actors[0]?.isEmpty == false && actors[0] == actors[3])
  }

  @Test func `an empty text is none, a long one is refused`() throws {
    try workspace.expect(.done, "pay", "1002", "1", "--reason", "", "--method=", "--reference", "")
    #expect(try workspace.lines().last?.contains(#"{"type":"pay-order","amount":100},"#) == true)
    let long = String(repeating: "ü", count: 201)
    let refused = try workspace.expect(
      .negative, "cancel", "1002", "--reason", long, "--id", long, "--actor", long, "--json")
    let fields = try refused.errorObject()["fields"]?.array ?? []
    #expect(fields.map { $0["field"]?.string } == ["actor", "id", "reason"])
    #expect(fields.allSatisfy { $0["code"]?.string == "too-long" })
    try workspace.expect(.done, "cancel", "1002", "--reason", String(long.dropLast()))
  }

  /// Each control character takes six bytes of the log.
  @Test func `an entry that no line can hold is refused, and nothing is recorded`() throws {
    let huge = String(repeating: "\u{1}", count: 100_000)
    let finished = try workspace.run([
      "ship", "1001", "--carrier", huge, "--tracking", huge, "--reason", "r", "--json",
    ])
    #expect(finished.code == ExitStatus.negative.rawValue, "\(finished.ending)")
    #expect(try finished.errorObject()["code"]?.string == "entry-too-large")
    #expect(try workspace.entries().count == 7)
    try workspace.expect(.done, "deliver", "1001")
    try workspace.expect(.done, "verify")
  }

  @Test func `what was typed reaches no terminal raw`() throws {
    let bell = "\u{1B}]0;evil\u{7}"
    try workspace.expect(.done, "pay", "1002", "19.90")
    let shipped = try workspace.expect(.done, "ship", "1002", "--carrier", bell)
    #expect(!shipped.output.contains("\u{1B}") && shipped.output.contains(#"\u{1b}]0;evil\u{7}"#))
    for arguments in [["shipping-methods", "retire", bell], ["shipping-methods", bell]] {
      let refused = try workspace.run(arguments)
      #expect(!refused.errors.contains("\u{1B}"), "\(refused)")
      #expect(refused.errors.contains(#"\u{1b}]0;evil\u{7}"#), "\(refused)")
    }
    let json = try workspace.expect(.done, "deliver", "1002", "--json")
    #expect(!json.output.contains("\u{1B}"))
    #expect(try json.document()["order"]?["carrier"]?.string == bell)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `output that can't be written undoes nothing, and is reported`() throws {
    let pay = ["pay", "1002", "1", "--json"]
    let finished = try workspace.start(pay, outputPath: "/dev/full").finish()
    #expect(finished.code == ExitStatus.inputOutput.rawValue)
    #expect(try finished.errorObject()["hint"]?.string?.contains("stays recorded") == true)
    #expect(try workspace.entries().count == 8)
  }

  @Test func `a single log file takes dry runs, but no changes`() throws {
    try workspace.write(try workspace.log(), to: "sent.jsonl")
    try workspace.expect(.done, "pay", "1002", "1", "--store", "sent.jsonl", "--dry-run")
    try workspace.expect(.notFound, "pay", "1002", "1", "--store", "sent.jsonl")
    #expect(try workspace.text("sent.jsonl") == workspace.log())
  }

  @Test func `a damaged store takes no change`() throws {
    let name = try #require(workspace.segments().first)
    try workspace.write(try workspace.text(name).replacing("BOX-1", with: "BOX-2"), to: name)
    for command in Self.changes {
      let finished = try workspace.run(command + ["--json"])
      #expect(finished.code == ExitStatus.badData.rawValue, "\(command): \(finished)")
      #expect(try finished.errorObject()["location"]?["line"]?.integer == 1)
    }
  }
}
